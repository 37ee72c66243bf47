"""Every `omega` command that the README and the pages of assets/manual show, and every example of omega's own manual, does run: as it
is written, but on sequences of 96 tokens where it says 1024, lessons without their claims, which have a test of their own, and what
measures for long for a moment. Left out are commands with " ... " in them, `omega render` in a build without the app, and lines
that begin with anything but `omega`; a command for the card may end with 2 where there is none.

What the manual says of methods that stay on the CPU is what the program says.

    readme_test.py OMEGA README
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

OMEGA, README = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1)).resolve()
PATH = f"{OMEGA.parent}{os.pathsep}{os.environ['PATH']}"


def commands_of(page):
    """Lines `omega ...` of a page's shell blocks, continued lines joined."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.startswith("omega ")]


def for_a_moment(line):
    """The same command, ended soon: the smallest study, short sequences, few of the cases."""
    line = re.sub(r"(omega study (?:run|describe) \w+)( --size \w+)?", r"\1 --size toy", line)
    if line.startswith("omega bench --"):
        line = re.sub(r"--n [\d,]+", "--n 32", line)
        if "--opt" not in line:
            line = re.sub(r"--case \S+", "--case softmax,rfa16", line)
    return line


def manual_commands():
    """The examples of every subcommand's --help."""
    pages = [text_of("omega --help")]
    names = re.findall(r"^    (\w+) ", re.search(r"^SUBCOMMANDS\n(.*?)\n\n", pages[0], re.MULTILINE | re.DOTALL)[1], re.MULTILINE)
    pages += [text_of(f"omega {name} --help") for name in names]
    examples = "\n".join(re.search(r"^EXAMPLES\n(.*?)(\n\n|\Z)", page, re.MULTILINE | re.DOTALL)[1] for page in pages)
    found = re.findall(r"^    (omega .*)", examples, re.MULTILINE)
    return sorted(set(found), key=lambda line: (not line.startswith("omega synth"), found.index(line)))


def run(line, folder=None):
    shorter = re.sub(r"\bn([ =])1024\b", r"n\g<1>96", re.sub(r"^omega lesson check$", r"\g<0> --no-claims", line))
    return subprocess.run(["bash", "-c", shorter], cwd=folder,
                          env={**os.environ, "PATH": PATH, "XDG_CACHE_HOME": str(folder or "/nonexistent")}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)


def text_of(line):
    return run(line).stdout


def words_in(text):
    """What stands in backquotes."""
    return set(re.findall(r"`(\w+)`", text))


class Shown(unittest.TestCase):
    def run_all(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            for line in lines:
                if line.startswith("omega render") and not (OMEGA.parent / "omegascope").exists():
                    continue  # a build without the desktop app
                with self.subTest(line):
                    done = run(for_a_moment(line), folder)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_readme(self):
        lines = commands_of(README)
        for subcommand in ("list", "describe", "synth", "estimate", "compare"):
            self.assertTrue(any(line.startswith(f"omega {subcommand}") for line in lines), subcommand)
        self.run_all(lines)

    def test_pages(self):
        pages = {page.name: commands_of(page) for page in sorted((README.parent / "assets/manual").glob("*.md"))}
        for name in ("chance.md", "cuda.md", "performance.md", "studies.md"):
            self.assertGreater(len(pages[name]), 1, name)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "assets/manual").mkdir(parents=True)
            run("omega synth three_clusters --output mine.npz", folder)
            for name, lines in pages.items():
                for line in lines:
                    if " ... " in line:
                        continue  # what is left out is up to the reader
                    with self.subTest(f"{name}: {line}"):
                        done = run("export SLURM_ARRAY_TASK_ID=1 SLURM_CPUS_PER_TASK=1; " + for_a_moment(line), folder)
                        if "--backend cuda" in line and done.returncode == 2:
                            self.assertIn("CUDA", done.stderr)  # this machine has no card
                        else:
                            self.assertEqual(done.returncode, 0, done.stderr)

    def test_manual(self):
        self.assertGreater(len(manual_commands()), 5)
        self.run_all(manual_commands())

    def test_what_stays_on_the_cpu(self):
        page = (README.parent / "assets/manual/cuda.md").read_text(encoding="utf-8")
        intro, table = page.split("## What stays on the CPU\n\n")[1].split("\n\n", 2)[:2]
        methods = {method["name"]: method["cuda"] for method in json.loads(text_of("omega list --json"))["methods"]}
        supported = {name: cuda["stays_on_cpu"] for name, cuda in methods.items() if cuda["supported"]}
        self.assertEqual(words_in(intro), {name for name, cuda in methods.items() if not cuda["supported"]})
        said = {}
        for who, what in re.findall(r"^\| (.*`.*) \| (.*) \|$", table, re.MULTILINE):
            if "dimensions" in what:
                continue  # of these the program speaks where it meets them
            names = words_in(who)
            if who.startswith("all with the option `causal` but "):
                has_option = {name for name in supported if '"causal"' in text_of(f"omega describe {name} --json")}
                names = has_option ^ (names - {"causal"})
            for name in names:
                said.setdefault(name, []).append(what.replace("`", ""))
        self.assertEqual({name: ", ".join(rows) for name, rows in said.items()}, {name: stays for name, stays in supported.items() if stays})


if __name__ == "__main__":
    unittest.main()
