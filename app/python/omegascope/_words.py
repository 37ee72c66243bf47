"""Keyword arguments as words of the command, and what it says of them as docstrings."""
import difflib
import functools
import inspect
import json
import os
import re
import reprlib
from textwrap import fill

import numpy as np

from . import _engine, _input

# What stands for an input is an argument by itself here, and what a program needs no words for is left out.
NOT_HERE = {"help", "version", "json", "quiet", "man", "input", "q", "k", "v"}

ESTIMATE = """Estimates softmax attention by one method; `describe(method)` tells its options, arrays and outputs.

Returns y, as a new array with the leading axes of q. With want, the names of outputs, or "all", it returns a dict
of those, with time, memory and backend in its attribute `stats`. Options of the method, and noise and parameters as
arrays, are keyword arguments: estimate("lara", q, k, v, landmarks=64, seed=1). A layer that was captured may stand
in place of q, k and v: its scale and whether it is causal come along. Contiguous float32 and float64 are read where
they lie; float16, bfloat16, whole numbers and strided arrays are copied.
"""
DESCRIBE = """Everything about one method, or what a word such as "bias" means, as `omega describe` prints it."""
LIST = """All methods, as `omega list` tells them."""
INPUT = """q, k and v are arrays; in place of q also a layer or a model that was captured, or the path of a file.
preset= takes a built-in sequence. An option of the command is a keyword argument here, any other keyword an option
of the methods that have it, and opt={"lara.beta": 2} one of a single method."""
STUDY = """Runs a study of the program, or of a file, and returns what it found, with its figure; without a name it
lists them. q, k and v, or the path of a file, stand in place of the study's own sequences. output= keeps the rows
in a folder, and resume=True goes on there."""

# Where an argument is given otherwise here than on a command line, or its help speaks of one.
OWN_HELP = {
    "opt": """Options of single methods or of all that have them, a dict such as {"lara.beta": 2, "scale": 1}.""",
    "move": """Tokens to put elsewhere: "q:H:I=X,Y,..", or a list of such, puts query I of head H, both counted from 0,
at these coordinates, or with k in place of q a key. They are in the units of the input, before the scale.""",
    "given": """Noise and parameters in place of arrays of the input, as a dict: {"mu": mu}. `describe(method)` lists
them with their shapes.""",
    "estimate want": """The outputs to return: a name, several, or "all". Default: y alone, and not in a dict.""",
    "estimate draw": """Number of the draw with this seed, 32 bits. Default 0. A word, as in draw="orthogonal", is the
option of that name where the method has one; with a number beside it, give opt={"draw": "orthogonal"}.""",
    "estimate opt": """Options of the method as a dict; the same as keyword arguments.""",
    "estimate allow_nonfinite": """Accept NaN and infinite values in q, k and v instead of refusing them.""",
    "estimate zero_nonfinite": """Read NaN and infinite values in q, k and v as 0 instead of refusing them.""",
    "study output": """The folder of the rows, which is kept; without it they are gone afterwards.""",
}


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
    if isinstance(value, bytes):
        return os.fsdecode(value)
    if _input.is_array(value):  # no option takes one: whoever is handed the word says what would be right
        return reprlib.repr(value.tolist() if hasattr(value, "tolist") else value)
    return repr(float(value)) if isinstance(value, float) else str(value)


def encoded(words):
    """Words as a shell would hand them over: a path may hold bytes that are no text."""
    try:
        return [os.fsencode(word) for word in words]
    except UnicodeEncodeError as problem:
        raise ValueError(f"{ascii(problem.object)} has half a character, which neither a word nor a path can have; "
                         "give a path as the system names it, as os.listdir() does, or as bytes") from None


def name_of(what, value, where):
    """The name of a method, a word or a study; one with a dash before it would be an option."""
    name = as_text(value)
    if name.startswith("-"):
        raise ValueError(f"{what} is {name!r}, and no name begins with a dash; {where}")
    return name


def joined(value):
    return value if isinstance(value, str) else ",".join(as_text(one) for one in value)


def wanted(want):
    """The word of the command for the outputs that are wanted."""
    if want is None:
        return "y"
    if not isinstance(want, str):
        want = _input.listed(want)
        want = want if isinstance(want, list) else [want]
        if not all(isinstance(one, str) for one in want):
            raise ValueError(f"want is {want[0]!r}; it must be the name of an output, a list of names, or \"all\""
                             if len(want) == 1 else "want holds more than words; it must be a list of names of outputs")
    return not_empty("want", want)


def not_empty(key, value):
    if not len(value):
        what = "text" if isinstance(value, str) else "list"
        raise ValueError(f"{key} is an empty {what}; give a value, or leave it out")
    return joined(value)


def with_options(named, more):
    """The keyword arguments that are options, and those of opt beside them."""
    if more is None:
        return named
    if not isinstance(more, dict):
        raise ValueError("opt must be a dict of options by their names, such as {\"draw\": \"orthogonal\"}")
    for name in more:
        if name in named:
            raise ValueError(f"the option {name} is given twice, by itself and in opt; give it once")
    return {**named, **more}


def nearest(key, known):
    """" (did you mean budget?)" for a near miss."""
    near = difflib.get_close_matches(str(key), [name.replace("-", "_") for name in known], 1)
    return f" (did you mean {near[0]}?)" if near else ""


@functools.lru_cache
def known_to_methods():
    """The names of the options of all methods, and those of their noise and parameters."""
    methods = [row["name"] for row in json.loads(_engine.answer(["list"])[1])["methods"]]
    told = [json.loads(_engine.answer(["describe", name])[1]) for name in methods]
    return [{one["name"] for method in told for one in method[part]} for part in ("options", "arrays")]


def numbers(name, value):
    """The numbers of an array as `--given` takes them."""
    values = _input.array(name, value)
    bad = int(values.size - np.isfinite(values).sum())
    if bad:
        raise ValueError(f"{bad} of {values.size} values of {name} {'is' if bad == 1 else 'are'} not finite; noise and "
                         "parameters must be")
    return json.dumps(values.tolist())


def given_words(name, key, value):
    """The words of an option that may be repeated: opt, given or move."""
    if isinstance(value, dict):
        write = numbers if name == "given" else lambda _, of: as_text(of)
        return [f"--{name}={one}={write(one, of)}" for one, of in value.items() if of is not None]
    several = [value] if isinstance(value, str) else _input.listed(value)
    if not isinstance(several, list):
        raise ValueError(f"{key} is {as_text(value)}, but must be " + (
            'a text such as "q:0:12=0.5,1", or a list of such' if name == "move" else
            'a dict, such as {"mu": mu}' if name == "given" else 'a dict, such as {"lara.beta": 2}'))
    return [f"--{name}={as_text(one)}" for one in several]


def word(subcommand, name, key, value, known):
    """The words for an argument that the command has."""
    if not known[name]:  # a switch
        return [f"--{name}"] if value else []
    if name in ("opt", "given", "move"):
        return given_words(name, key, value)
    if isinstance(value, dict):
        raise ValueError(f"{key} is a dict, and {subcommand}() takes such only for opt and given")
    value = _input.listed(value)
    return [f"--{name}={not_empty(key, value) if isinstance(value, (str, list)) else as_text(value)}"]


def other_word(subcommand, key, value, known):
    """The word for an option of the methods, or an array of theirs."""
    near = nearest(key, known)
    if "opt" not in known:
        raise TypeError(f"{subcommand}() has no argument {key!r}{near}; it has {', '.join(known)}")
    of_methods, arrays = known_to_methods()
    if near and key not in of_methods | arrays:
        raise ValueError(f"{subcommand}() has no argument {key}{near}, and no method an option of that name")
    if key not in arrays or key in of_methods:
        return f"--opt={key}={as_text(value)}"
    if "given" not in known:
        raise ValueError(f"{subcommand}() takes no array {key}; estimate() and compare() take noise and parameters")
    return f"--given={key}={numbers(key, value)}"


def words(subcommand, given):
    """["--draws=8", "--opt=samples=16"]: the words of the command for keyword arguments."""
    known, found = {name: metavar for name, (metavar, _) in options(subcommand).items()}, []
    for key, value in given.items():
        name = key.replace("_", "-")
        if value is None:
            continue
        found += (word(subcommand, name, key, value, known) if name in known
                  else [other_word(subcommand, key, value, known)])
    return found


def plain(text):
    """A sentence about options as one about arguments, without what only a shell can do."""
    text = re.sub(r"^(?:describe, )?run(?:, merge)?: (.)", lambda part: part[1].upper(), text)  # which of its actions takes the option
    for said, here in (("`omega list`", "`list()`"), ("a name that `omega synth --list` shows", "the name of one"),
                       ("; `omega synth --list` shows them", " of a built-in sequence"),
                       ("refusing the file", "refusing the input")):
        text = text.replace(said, here)
    text = re.sub(r"`omega (\w+) --(\w+) (\w+)`", r'`\1(\2="\3")`', text)
    return re.sub(r"`omega ([a-z]+) ([A-Z]+)`", r"\1(\2)", _engine.without_dashes(text))


def docstring(function):
    """What help() shows of a function, in the words of the command."""
    called = function.__name__
    own = {"list": LIST, "describe": DESCRIBE, "estimate": ESTIMATE, "study": STUDY}.get(called)
    if called in ("list", "describe"):
        return own
    purpose, paragraphs, _ = _engine.page(called)
    if own is None:
        title = purpose[0].upper() + purpose[1:] + "."
        own = "\n\n".join([title, INPUT, *(fill(plain(one), 110) for one in paragraphs)])
    entries = [f"{name}: {OWN_HELP.get(f'{called} {name}') or OWN_HELP.get(name) or plain(text)}"
               for name, text in ((name.replace("-", "_"), said[1]) for name, said in options(called).items())
               if called != "estimate" or name in keywords(function)]  # others of it read a file
    return own.rstrip() + "\n\n" + "\n".join(fill(entry, 110, subsequent_indent="    ") for entry in entries) + "\n"


def keywords(function):
    """{"name": default} of the arguments that must be named."""
    return {name: one.default for name, one in inspect.signature(function).parameters.items()
            if one.kind is one.KEYWORD_ONLY}
