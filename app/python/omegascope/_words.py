"""Keyword arguments as words of the command, and what it says of them as docstrings."""
import json
import re
from textwrap import fill

from . import _engine

# What stands for an input is an argument by itself here, and what a program needs no words for is left out.
NOT_HERE = {"help", "version", "json", "quiet", "man", "input", "q", "k", "v"}

ESTIMATE = """Estimates softmax attention by one method; `describe(method)` tells its options, arrays and outputs.

Returns y, as a new array with the leading axes of q. With want, the names of outputs, or "all", it returns a dict
of those, with time, memory and backend in its attribute `stats`. Options of the method, and noise and parameters as
arrays, are keyword arguments: estimate("lara", q, k, v, landmarks=64, seed=1). A layer that was captured may stand
in place of q, k and v: its scale and whether it is causal come along. Contiguous float32 and float64 are read where
they lie; float16, bfloat16 and strided arrays are copied.
"""
DESCRIBE = """Everything about one method, or what a word such as "bias" means, as `omega describe` prints it."""
LIST = """All methods, as `omega list` tells them."""
INPUT = """q, k and v are arrays; in place of q also a layer or a model that was captured, or the path of a file.
preset= takes a built-in sequence. An option of the command is a keyword argument here, any other keyword an option
of the methods that have it, and opt={"lara.beta": 2} one of a single method."""
STUDY = """Runs a study of the program, or of a file, and returns what it found, with its figure; without a name it
lists them. q, k and v, or the path of a file, stand in place of the study's own sequences. output= keeps the rows
in a folder, and resume=True goes on there."""


def options(subcommand):
    """{"name": ("METAVAR" or "", help)} of a subcommand."""
    named = {}
    for term, text in _engine.page(subcommand)[2]:
        if option := re.search(r"--([\w-]+)(?: (.*))?$", term):  # not what stands without a name
            named[option[1]] = (option[2] or "", text)
    return {name: said for name, said in named.items() if name not in NOT_HERE}


def as_text(value):
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, float) else str(value)


def joined(value):
    return value if isinstance(value, str) else ",".join(as_text(one) for one in value)


def numbers(value):
    return json.dumps(value.tolist() if hasattr(value, "tolist") else value)


def words(subcommand, given):
    """["--draws=8", "--opt=samples=16"]: the words of the command for keyword arguments."""
    known, found = options(subcommand), []
    for key, value in given.items():
        name = key.replace("_", "-")
        if value is None:
            continue
        if name not in known:
            if "opt" not in known:
                raise TypeError(f"{subcommand}() has no argument {key!r}; it has {', '.join(known)}")
            found.append(f"--opt={key}={as_text(value)}")
        elif not known[name][0]:  # a switch
            found += [f"--{name}"] if value else []
        elif isinstance(value, dict):
            write = numbers if name == "given" else as_text
            found += [f"--{name}={one}={write(of)}" for one, of in value.items()]
        elif name in ("opt", "given", "move"):
            found += [f"--{name}={one}" for one in ([value] if isinstance(value, str) else value)]
        else:
            found.append(f"--{name}={joined(value) if isinstance(value, (list, tuple)) else as_text(value)}")
    return found


def plain(text):
    return re.sub(r"`omega ([a-z]+) ([A-Z]+)`", r"\1(\2)", _engine.without_dashes(text))


def docstring(function):
    """What help() shows of a function, in the words of the command."""
    own = {"list": LIST, "describe": DESCRIBE, "estimate": ESTIMATE, "study": STUDY}.get(function)
    if function in ("list", "describe"):
        return own
    purpose, paragraphs, _ = _engine.page(function)
    if own is None:
        title = purpose[0].upper() + purpose[1:] + "."
        own = "\n\n".join([title, INPUT, *(fill(plain(one), 110) for one in paragraphs)])
    entries = [f"{name.replace('-', '_')}: {plain(text)}" for name, (_, text) in options(function).items()
               if is_here(function, name)]
    return own.rstrip() + "\n\n" + "\n".join(fill(entry, 110, subsequent_indent="    ") for entry in entries) + "\n"


def is_here(function, name):
    """Whether an option of the command is an argument here; those of an estimate that read a file are not."""
    return function != "estimate" or name in ("want", "seed", "draw", "precision", "backend", "threads")
