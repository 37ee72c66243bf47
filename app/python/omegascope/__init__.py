"""Attention estimated by random projections: what the command `omega` does, with its words and its bits.

    import omegascope
    y = omegascope.estimate("lara", q, k, v, landmarks=64, seed=1)

Arrays are tokens x dim, heads x tokens x dim or batch x heads x tokens x dim, of float64, float32, float16, bfloat16,
whole numbers or bool; PyTorch's tensors are taken too. What is wrong with what is given is a ValueError, a run that failed a RuntimeError,
each of one sentence.
"""
import functools as _functools
import json as _json
import os as _os
import sys as _sys
import tempfile as _tempfile

try:
    from . import _engine
except ImportError as _error:
    if _error.name != __name__:  # it is there, and says what it lacks
        raise
    raise ImportError(f"{__path__[0]} has no _engine for Python {_sys.version_info[0]}.{_sys.version_info[1]}; in the sources, "
                      "`cmake --build --preset release --target omega_python` makes it in build/release/python, and "
                      "`pip install ./app/python` for any other Python") from None
from . import _input, _words
from ._answer import Answer
from .capture import Captured, Layer, capture, shared_heads as _shared_heads
from .window import Figure, figure, show

__version__ = _engine.version
__all__ = ["Answer", "Captured", "Figure", "Layer", "Outputs", "capture", "compare", "describe", "estimate", "figure",
           "heads", "list", "show", "study"]


def _ask(subcommand, *more, rows=None, said=str):
    text, data = map(said, _engine.answer(_words.encoded([subcommand, *more])))
    return Answer(text, _json.loads(data), rows)


def list():  # the command calls it so; here is no other
    return _ask("list", rows="methods")


def describe(name):
    return _ask("describe", _words.name_of("name", name, "list() tells the methods"), rows="options")


def estimate(method, q, k=None, v=None, *, want=None, seed=0, draw=0, precision="f32", backend="auto", threads=0,
             opt=None, allow_nonfinite=False, zero_nonfinite=False, **options):
    if not isinstance(method, str):
        raise ValueError(f"method is {_words.as_text(method)}; it must be the name of one, as list() tells them")
    known, named = _taken_by(method)
    options = _words.with_options(options, opt)
    if isinstance(draw, str) and "draw" in named and not draw.isdecimal():  # the option, not the number
        options, draw = _words.with_options(options, {"draw": draw}), 0
    if allow_nonfinite and zero_nonfinite:
        raise ValueError("allow_nonfinite and zero_nonfinite were both given; give the one that is meant")
    q, k, v, options = _input.ready(q, k, v, options)
    arrays = {name: _input.floats(name, values, zero_nonfinite) for name, values in zip("qkv", (q, k, v))}
    arrays["k"], arrays["v"] = _shared_heads(**arrays)
    if unknown := [name for name, value in options.items() if name not in known | named and _input.is_array(value)]:
        raise ValueError(f"{method} takes no array {unknown[0]}{_words.nearest(unknown[0], known | named)}; "
                         f"describe({method!r}) tells those it takes")
    given = {name: _input.array(name, value) for name, value in options.items()
             if name in known and value is not None}
    words = {"method": method, "seed": seed, "draw": draw, "precision": precision, "backend": backend,
             "threads": threads}
    if (wanted := _words.wanted(want)) != "all":
        words["want"] = wanted
    words = dict(zip(words, _words.encoded(map(_words.as_text, words.values()))))
    options = _words.encoded(f"{name}={_words.as_text(value)}" for name, value in options.items()
                             if name not in given and value is not None)
    outputs, stats = _engine.estimate(**arrays, given=given, words=words, options=options,
                                      allow_nonfinite=bool(allow_nonfinite))
    return outputs["y"] if want is None else Outputs(outputs, stats)


@_functools.lru_cache
def _taken_by(method):
    """The names of the noise and the parameters that a method takes, and those of its options."""
    told = describe(method)
    return [{row["name"] for row in told.get(part, ())} for part in ("arrays", "options")]


class Outputs(dict):
    """The outputs of an estimate by their names, and as `stats` its time, memory and backend."""

    def __init__(self, outputs, stats):
        super().__init__(outputs)
        self.stats = stats


def compare(q=None, k=None, v=None, **words):
    with _input.given_input(q, k, v, words) as more:
        return _ask("compare", *more, *_words.words("compare", words), rows="methods", said=more.unnamed)


def heads(q=None, k=None, v=None, **words):
    with _input.given_input(q, k, v, words) as more, _tempfile.TemporaryDirectory() as folder:
        return _drawn("heads", [*more, *_words.words("heads", words)], folder, "heads", words, more.unnamed)


def study(name=None, q=None, k=None, v=None, **words):
    if name is None:
        given = {"q": q, "k": k, "v": v, **words}
        if unread := [key for key, value in given.items() if value is not None]:
            raise ValueError(f"study() without a name lists the studies and would not read {unread[0]}; "
                             "name the study that is to be run, or leave it out")
        return _ask("study", "list", rows="studies")
    named = _words.name_of("name", name, "study() lists the studies")
    if words.get("causal") is not None and not _input.is_false(words["causal"]):
        raise ValueError("studies are of attention that is not causal, so causal must be left out here; "
                         "compare() and heads() take it")
    with _input.given_input(q, k, v, words) as more, _tempfile.TemporaryDirectory() as folder:
        if words.pop("causal", None) is True:
            raise ValueError("studies are of attention that is not causal, and what was captured is; "
                             "compare() and heads() take it")
        rows = words.setdefault("output", _os.path.join(folder, "rows"))
        _ask("study", "run", named, *more, *_words.words("study", words))
        return _drawn("study", ["plot", _os.path.join(".", _words.as_text(rows))], folder, "findings", {}, more.unnamed)


def _drawn(subcommand, more, folder, rows, words, said):
    """The answer with its figure, unless the caller has it written elsewhere."""
    if "output" in words:
        return _ask(subcommand, *more, rows=rows, said=said)
    path = _os.path.join(folder, "figure.svg")
    found = _ask(subcommand, *more, f"--output={path}", rows=rows, said=said)
    with open(path, encoding="utf-8", errors="replace") as file:  # the name of an input need not be text
        found.figure = said(file.read())
    return found


for _function in (list, describe, estimate, compare, heads, study):
    _function.__doc__ = _words.docstring(_function)
