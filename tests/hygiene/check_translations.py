"""Checks that every word of the app that reaches the screen has a translation.

    check_translations.py ROOT          prints one line per fault (FILE:LINE, or the .ts file: what is wrong); exit status 1 if there is any
    check_translations.py ROOT --add    writes what is missing into assets/translations, empty, drops what nobody says, and sorts all

What the engine says of itself (context "engine") is counted by a test of the app, which can ask the engine; what Qt says
(context "Qt") is the buttons and menus of its own widgets.
"""

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

FILE = "assets/translations/zh.ts"
CONTEXT, ENGINE, QT = "omegascope", "engine", "Qt"
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = rf"{LITERAL}(?:\s*{LITERAL})*"
# Functions that translate their first literal; translate() has a context before it where it is Qt's own.
FUNCTIONS = ("tr", "translate", "QT_TR_NOOP")
CALL = re.compile(rf"\b({'|'.join(FUNCTIONS)})\s*\(\s*({LITERALS})(\s*,\s*({LITERALS}))?")
# One of our own that hands a text over: it must be among them.
OWN = re.compile(r"QString (\w+)\(const char\* \w+[^)]*\) \{\s*return QCoreApplication::translate\(")
# Functions that show a text; a literal given to one of them must have gone through tr().
SHOWN = re.compile(
    r"\b(setText|setToolTip|setWindowTitle|setTitle|setPlaceholderText|setAccessibleName|setStatusTip|setWhatsThis|setSuffix|"
    r"setPrefix|setSpecialValueText|setInformativeText|showMessage|addAction|addMenu|addTab|addRow|addButton|"
    rf"showBanner|QLabel|QPushButton|QCheckBox|QToolButton|QRadioButton|QGroupBox)\s*\(\s*(?:QStringLiteral|QString|QLatin1String)?\(?({LITERALS})")
# Names in files and of arrays that are the same in every language.
SYMBOLS = {"Title", "Software", "Description", "Comment", "omega", "proposal_means", "beta_hat"}
WORD = re.compile(r"[A-Za-z]{2,}")
COMMENT = re.compile(rf"//[^\n]*|/\*.*?\*/|({LITERAL})", re.DOTALL)


def text_of(literals):
    return "".join(json.loads(part) for part in re.findall(LITERAL, literals))


def without_comments(code):
    return COMMENT.sub(lambda m: m.group() if m[1] else re.sub(r"[^\n]", " ", m.group()), code)


def sources(root):
    return [path for path in sorted((root / "app").rglob("*")) if path.suffix in (".h", ".cpp")
            and "command" not in path.relative_to(root).parts]


def said(root):
    """Every text that is translated, with where it stands; and what is shown without."""
    texts, faults = {}, []
    for path in sources(root):
        code = without_comments(path.read_text(encoding="utf-8"))
        place = lambda match: f"{path.relative_to(root).as_posix()}:{code.count(chr(10), 0, match.start()) + 1}"
        for match in CALL.finditer(code):
            if match[1] == "translate" and match[4] is None and match[3] is None:
                continue  # of a text that was handed over
            texts.setdefault(text_of(match[4] or match[2]) if match[1] == "translate" else text_of(match[2]), place(match))
        faults += [f"{place(match)}: {match[1]}() translates, and check_translations.py does not know it"
                   for match in OWN.finditer(code) if match[1] not in FUNCTIONS]
        for match in SHOWN.finditer(code):
            words = re.sub(r"<[^>]*>|&\w+;|%\w", "", text_of(match[2]))
            if WORD.search(words) and words not in SYMBOLS:
                faults.append(f"{place(match)}: {match[1]} shows {words!r}, which does not go through tr()")
    return texts, faults


def read(root):
    """{context: {English: translation}}"""
    found = {CONTEXT: {}, ENGINE: {}, QT: {}}
    path = root / FILE
    if path.exists():
        for context in ElementTree.parse(path).getroot().iter("context"):
            for message in context.iter("message"):
                found[context.findtext("name")][message.findtext("source")] = message.findtext("translation") or ""
    return found


def write(root, messages):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="zh_CN">']
    for context, texts in messages.items():
        lines += ["<context>", f"    <name>{context}</name>"]
        for source, translation in sorted(texts.items()):
            unfinished = "" if translation else ' type="unfinished"'
            lines += ["    <message>", f"        <source>{escape(source)}</source>",
                      f"        <translation{unfinished}>{escape(translation)}</translation>", "    </message>"]
        lines.append("</context>")
    (root / FILE).write_text("\n".join(lines + ["</TS>", ""]), encoding="utf-8")


def holes(text):
    """What is put into a text, in whatever order, and its markup."""
    return sorted(set(re.findall(r"%(?:L?\d|n)", text))), sorted(re.findall(r"</?\w+", text))


def faults_of(source, translation):
    if not translation:
        yield "has no translation"
        return
    if holes(source) != holes(translation):
        yield f"has {holes(source)}, and its translation {holes(translation)}"
    if ("&" in re.sub(r"&\w+;", "", source)) != ("&" in re.sub(r"&\w+;", "", translation)):
        yield "has a key after & and its translation none, or the other way round"
    if source.endswith("\n") != translation.endswith("\n"):
        yield "ends with a line break, or its translation does"


def main(root, adds):
    texts, faults = said(root)
    messages = read(root)
    if adds:
        messages[CONTEXT] = {text: messages[CONTEXT].get(text, "") for text in texts}
        write(root, messages)
        return 0
    for text, place in texts.items():
        faults += [f"{place}: {text!r} {fault}" for fault in faults_of(text, messages[CONTEXT].get(text, ""))]
    faults += [f"{FILE}: {text!r} is out of order in the context {context}: --add sorts"
               for context, known in messages.items() for before, text in zip(known, list(known)[1:]) if text < before]
    faults += [f"{FILE}: {text!r} is said nowhere" for text in messages[CONTEXT] if text not in texts]
    faults += [f"{FILE}: {text!r} {fault}" for text, words in {**messages[ENGINE], **messages[QT]}.items() for fault in faults_of(text, words)]
    for fault in faults:
        print(fault)
    print(f"{len(texts)} texts of the app, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:] == ["--add"]))
