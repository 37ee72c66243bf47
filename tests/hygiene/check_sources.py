"""Checks the house rules of the C++ sources that a script can check.

    check_sources.py ROOT

prints one line per broken rule (file:line: what is wrong) and exits with 1 if there is any.
"""

import re
import sys
from pathlib import Path

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 80
MAX_COMMENT_COLUMNS = 120  # of code clang-format sees to it (check_format.py)

# (where it holds, where it does not, pattern, what is wrong); patterns see neither comments nor strings.
PATTERN_RULES = [
    (r"(engine|app)/", r"$^", r"\brandom_device\b", "std::random_device: noise comes from seeds alone"),
    (r"(engine|app)/", r"$^", r"\bs?rand\s*\(", "rand(): noise comes from Philox alone"),
    (r"(engine|app)/", r"$^", r"\bcurand", "curand: noise comes from Philox alone"),
    (r"(engine|app)/", r"app/(jobs|python)/", r"\bstd::(j?thread\b(?!::hardware_concurrency)|async\b)",
     "a thread of its own: threads live in app/jobs, parallel loops in engine/cpu"),
    (r"(engine|app)/", r"app/jobs/", r"\bQtConcurrent\b|\bQThread::create\b",
     "a thread of its own: threads live in app/jobs"),
    (r"engine/", r"$^", r"(?<![\w.>])(std::)?(_?exit|_Exit|quick_exit|abort|terminate)\s*\(",
     "nothing in engine/ may end the process"),
    (r"engine/", r"$^", r"\bstd::(cout|cerr|clog)\b|\bprintf\s*\(", "engine/ knows no terminal"),
]
INCLUDE_RULES = [
    (r"(engine|app/command|app/python)/", r'#\s*include\s*[<"](Q[A-Z]|qt|Qt)', "Qt has no place in engine/, app/command and app/python"),
    (r"(engine|app)/.*\.h$", r'#\s*include\s*[<"]Eigen', "Eigen stays inside .cpp files"),
]

# What a room may include besides itself: those of the engine, then those of the app above them.
BASE = {"core", "math", "cpu", "sampling"}
METHODS = BASE | {"cuda", "proposals", "weightings", "kernel_learning", "estimators"}
ENGINE = {
    "core": set(),
    "math": {"core"},
    "cpu": {"core", "math"},
    "sampling": {"core", "math", "cpu"},
    "cuda": BASE,
    "proposals": BASE,
    "weightings": BASE,
    "kernel_learning": BASE | {"cuda"},
    "estimators": METHODS - {"estimators"},
    "run": METHODS,
    "diagnostics": METHODS | {"run"},
    "synthetic": {"core", "math", "cpu"},
    "importance": {"core", "math", "cpu"},
    "io": BASE,  # texts and images become tokens by seeded projections
    "bench": METHODS | {"run", "io", "train"},
    "heads": METHODS | {"run", "diagnostics", "synthetic", "io"},
    "studies": METHODS | {"run", "diagnostics", "synthetic", "io", "bench", "heads", "train"},
    "lessons": METHODS | {"run", "diagnostics", "synthetic", "importance", "io", "bench", "studies"},
    "train": METHODS | {"run", "diagnostics", "io"},
    "about": {"cpu", "cuda"},  # what a program says of itself
    "glossary": {"core"},
}
ANY = set(ENGINE)
PANELS = ANY | {"language", "widgets", "math_text", "model", "jobs", "workbench", "views", "figures", "files", "player"}
APP = {
    "command": ANY,
    "python": ANY | {"command"},
    "language": {"core"},
    "widgets": {"math", "estimators", "language"},  # where ticks stand, and how an estimator looks
    "math_text": {"widgets", "language", "glossary"},
    "model": ANY | {"language"},
    "jobs": ANY | {"language", "model"},
    "workbench": ANY | {"language", "model", "jobs"},
    "files": ANY | {"language", "widgets", "model", "jobs", "workbench"},
    "views": ANY | {"language", "widgets", "math_text", "model", "jobs", "workbench"},
    "figures": ANY | {"language", "widgets", "views"},
    "player": ANY | {"language", "model", "jobs", "workbench", "views"},
    "panels": PANELS,  # the folders in app/views, and the list of them
    "export": PANELS | {"panels"},
    "dialogs": ANY | {"language", "widgets", "math_text", "model"},
    "manual": PANELS | {"panels", "dialogs"},
    "window": PANELS | {"panels", "export", "dialogs", "manual"},
}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL)


def without_comments_and_strings(text):
    """The text with comments blanked and literals emptied; every line stays where it was."""

    def blank(match):
        newlines = "\n" * match.group().count("\n")
        return newlines if match.group().startswith("/") else '""' + newlines

    return TOKEN.sub(blank, text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def opens_scope(head):
    """Whether the text before a brace opens a namespace or a type rather than a function or a list of values."""
    return re.search(r"\b(namespace|class|struct|union|enum|extern)\b[^()=]*$", head) is not None


def functions(code):
    """(first line, last line) of every function body outside of other functions."""
    found = []
    stack = []  # (kind, position) of open braces; kinds: scope, function, other
    start = 0  # where the current declaration begins
    closed = ""  # the kind of the brace that closed just before it: `: a_{x}, b_{y} {` is one function
    for match in re.finditer(r"[{};]|^[ \t]*#(?:[^\n\\]|\\.)*", code, re.MULTILINE | re.DOTALL):
        token, head = match.group(), code[start:match.start()]
        start = match.end()
        if token == "{":
            goes_on = closed == "function" and re.match(r"\s*(,|$)", head)
            kind = "other"
            if all(outer == "scope" for outer, _ in stack):
                kind = "scope" if opens_scope(head) else "function" if "(" in head or goes_on else "other"
            stack.append((kind, match.start()))
        closed = ""
        if token == "}" and stack:
            closed, opened = stack.pop()
            if closed == "function":
                found.append((line_of(code, opened), line_of(code, match.start())))
    return found


def app_room(path):
    """The room of a file of the app, by its path below app/."""
    return "panels" if re.match(r"views/(\w+/|registry\.)", path) else path.split("/")[0]


def check_rooms(path, text):
    """Yields (line, what is wrong) for includes of rooms that this file's room may not know."""
    top, _, below = path.partition("/")
    if top not in ("engine", "app") or "/" not in below:
        return  # app/main.cpp, which puts all together
    room, rules = (below.split("/")[0], ENGINE) if top == "engine" else (app_room(below), APP)
    if room not in rules:
        yield 1, f"{top}/{room} is a room that check_sources.py has no rule for"
        return
    if top == "engine":
        for match in re.finditer(r"^namespace omega::(\w+)", text, re.MULTILINE):
            if match[1] in ENGINE and match[1] != room:
                yield line_of(text, match.start()), f"engine/{room} speaks in the name of {match[1]}"
    for match in re.finditer(r'^#\s*include\s*"(\w+/[\w./]+)"', text, re.MULTILINE):
        included = match[1].split("/")[0] if top == "engine" else app_room(match[1])
        if included not in rules[room] | {room}:
            yield line_of(text, match.start()), f"{top}/{room} knows nothing of {included}"


def check(path, text):
    """Yields (line, what is wrong) for one source file; `path` is relative to the root, with forward slashes."""
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        yield 1, f"{lines} lines; a file has at most {MAX_FILE_LINES}"
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_COMMENT_COLUMNS and re.match(r"\s*//", line):
            yield number, f"a comment of {len(line)} columns; it may have {MAX_COMMENT_COLUMNS}"
    code = without_comments_and_strings(text)
    for first, last in functions(code):
        if last - first + 1 > MAX_FUNCTION_LINES:
            yield first, f"a function of {last - first + 1} lines; it may have {MAX_FUNCTION_LINES}"
    for where, but_not, pattern, message in PATTERN_RULES:
        if re.match(where, path) and not re.match(but_not, path):
            for match in re.finditer(pattern, code):
                yield line_of(code, match.start()), message
    yield from check_rooms(path, text)
    for where, pattern, message in INCLUDE_RULES:
        if re.match(where, path):
            for match in re.finditer(pattern, text):
                yield line_of(text, match.start()), message


def sources_of(root):
    return [path for folder in ("engine", "app", "tests") for path in sorted((root / folder).rglob("*"))
            if path.suffix in (".h", ".cpp", ".cu", ".cuh")]


def main(root):
    sources = sources_of(root)
    broken = 0
    for path in sources:
        relative = path.relative_to(root).as_posix()
        for line, message in check(relative, path.read_text(encoding="utf-8")):
            print(f"{relative}:{line}: {message}")
            broken += 1
    print(f"{len(sources)} sources checked, {broken} rules broken")
    return 1 if broken or not sources else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
