"""Writes omegascope/__init__.pyi beside the built module, from what engine and command say of themselves.

    make_signatures.py FOLDER

One overload of estimate() for each method, with its options, their defaults and their words.
"""
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
sys.path.insert(0, str(FOLDER))
import omegascope  # noqa: E402
from omegascope import _words  # noqa: E402

HEAD = '''"""{doc}"""
# Made by app/python/make_signatures.py.
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

import numpy as np

from ._answer import Answer as Answer
from .capture import Captured as Captured, Layer as Layer, capture as capture
from .window import Figure as Figure, figure as figure, show as show

__version__: str
Input = Any  # an array, a Layer, a Captured, or the path of a file

class Outputs(dict[str, Any]):
    stats: dict[str, Any]
'''
COMMON = {"want": "str | Sequence[str] | None", "seed": "int", "draw": "int", "precision": 'Literal["f32", "f64"]',
          "backend": 'Literal["auto", "cpu", "cuda"]', "threads": "int", "opt": "Mapping[str, Any] | None",
          "allow_nonfinite": "bool", "zero_nonfinite": "bool"}
KINDS = {"integer": "int", "real": "float", "switch": "bool", "grid": "str"}


def quoted(text):
    return '    """' + text.strip().replace("\\", "\\\\").replace('"""', "'''").replace("\n", "\n    ") + '"""'


def kind_of(option):
    words = f"Literal[{', '.join(repr(word) for word in option.get('words', []))}]" if option.get("words") else ""
    none = "None" if option["default"] is None else ""
    return " | ".join(part for part in (KINDS.get(option["kind"], ""), words, none) if part)


def typed(options):
    """The options of a method and the arguments of all; one of the same name, draw, is either."""
    own = {option["name"]: option for option in options}
    yield from (f"{name}: {kind_of(one)} = {one['default']!r}" for name, one in own.items() if name not in COMMON)
    for name, default in _words.keywords(omegascope.estimate).items():
        yield f"{name}: {COMMON[name]}{' | ' + kind_of(own[name]) if name in own else ''} = {default!r}"


def overload(name):
    told = omegascope.describe(name)
    arrays = [f"{array['name']}: Any = ..." for array in told["arrays"]]
    helps = [f"{one['name']}: {one['help']}" for one in told["options"] + told["arrays"]]
    helps += ["Outputs: " + ", ".join(dict.fromkeys(output["name"] for output in told["outputs"])) + "."]
    parts = ", ".join([*typed(told["options"]), *arrays])
    doc = f"{told['title']}: {told['summary']}\n\n" + "\n".join(helps)
    first = f'method: Literal["{name}"], q: Input, k: Any = None, v: Any = None'
    return f"@overload\ndef estimate({first}, *, {parts}) -> Any:\n{quoted(doc)}\n"


def asked(name, first):
    arguments = [first] if first else []
    switches = {key: metavar == "" for key, (metavar, _) in _words.options(name).items()}
    known = [f"{key.replace('-', '_')}: {'bool = False' if is_switch else 'Any = None'}"
             for key, is_switch in switches.items()]
    arguments += ["q: Input = None, k: Any = None, v: Any = None, *", *known, "**options: Any"]
    return f"def {name}({', '.join(arguments)}) -> Answer:\n{quoted(getattr(omegascope, name).__doc__)}\n"


def main():
    parts = [HEAD.format(doc=omegascope.__doc__.strip()), f"def list() -> Answer:\n{quoted(omegascope.list.__doc__)}\n",
             f"def describe(name: str) -> Answer:\n{quoted(omegascope.describe.__doc__)}\n"]
    parts += [overload(row["name"]) for row in omegascope.list().rows]
    parts += [asked("compare", ""), asked("heads", ""), asked("study", "name: str | None = None")]
    Path(FOLDER, "omegascope", "__init__.pyi").write_text("\n".join(parts), encoding="utf-8")


main()
