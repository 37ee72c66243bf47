#!/usr/bin/env python3
"""Measures what comes with the program as "measured elsewhere", and packs it into this folder.

    make_stored.py OMEGA [--threads N] [--work FOLDER] [--only NAME ...]

OMEGA is the command, as build/release/bin/omega. Every study is run at its small size and, for the Train workspace, two
attentions learn the task of the preset `class`; --only takes some of them. It takes a quarter of an hour on two cores, and
the machine must be quiet: the study `scaling` measures times. What is in FOLDER (where nothing is said ./stored-work) is
not measured again, so that a run that was stopped goes on. Then build and run the tests: `stored_test.cpp` says whether
everything can be read and is of today's studies.

studies/NAME-small.jsonl.z   the rows of a study as in its rows.jsonl, their floating-point numbers rounded to six digits;
                             the first line also has `measured`: version, machine, threads
training/NAME/FILE.z         the files of a run that are needed to look at it, as they are; and origin.json, the same three

Each file is four bytes, the size of what is packed with the largest byte first, and a stream of zlib.
"""

import argparse
import json
import platform
import subprocess
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
STUDIES = HERE.parent / "studies"
SIZE = "small"
DIGITS = 6
# Two layers in place of the preset's three: a third of its size, and as much to see.
TRAINING = ["train", "sparsity", "--preset", "class", "--layers", "2"]
RUNS = {
    "stored-softmax": ["--attention", "softmax"],
    "stored-gmm-prf": ["--attention", "gmm", "--features", "prf"],
}
MOST_BYTES = 1 << 20  # of all files together


def processor():
    """As the system calls it; the kind of machine where it does not say."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.split(":", 1)[1].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()


def version_of(omega):
    """The last word of the first line: omega 0.1.0."""
    return subprocess.run([omega, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]


def rounded(value):
    if isinstance(value, float):
        return float(f"%.{DIGITS}g" % value)
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return value


def pack(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(len(data).to_bytes(4, "big") + zlib.compress(data, 9))
    print(f"{path.relative_to(HERE)}: {path.stat().st_size} bytes")


def lines(objects):
    return "".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in objects).encode()


def store_study(omega, name, threads, work, origin):
    folder = work / f"{name}-{SIZE}"
    subprocess.run([omega, "study", "run", name, "--size", SIZE, "--threads", str(threads), "--resume", "--quiet",
                    "--output", str(folder)], check=True)
    header, *rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    rows.sort(key=lambda row: (row["point"], row["seed"]))  # neighbours are alike, and pack well
    several = max(row["seed"] for row in rows) > 0
    for row in rows:
        for part in ("values", "machine"):
            if part in row:
                row[part] = rounded(row[part])
        if several:  # they only correct the logarithms of means of few draws, and would fill the megabyte
            row.get("values", {}).pop("mse_blocks", None)
    pack(HERE / "studies" / f"{name}-{SIZE}.jsonl.z", lines([{**header, "measured": origin}, *rows]))


def store_run(omega, name, threads, work, origin):
    folder = work / name
    if not (folder / "run.json").exists():
        subprocess.run([omega, *TRAINING, *RUNS[name], "--threads", str(threads), "--backend", "cpu", "--output",
                        str(folder)], check=True)
    else:
        subprocess.run([omega, "train", "sparsity", "--resume", "--threads", str(threads), "--output", str(folder)], check=True)
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    into = HERE / "training" / name
    for old in into.glob("*.z"):
        old.unlink()
    for file in ("run.json", run["tensors"]):
        pack(into / (file + ".z"), (folder / file).read_bytes())
    pack(into / "origin.json.z", json.dumps(origin).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("omega")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", type=Path, default=Path("stored-work"))
    parser.add_argument("--only", nargs="+", default=[])
    given = parser.parse_args()
    omega = str(Path(given.omega).resolve())
    studies = sorted(path.stem for path in STUDIES.glob("*.json"))
    unknown = set(given.only) - set(studies) - set(RUNS)
    if unknown:
        sys.exit(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(studies + list(RUNS))}")
    given.work.mkdir(parents=True, exist_ok=True)
    origin = {"version": version_of(omega), "machine": processor(), "threads": given.threads}
    for names, store in ((studies, store_study), (RUNS, store_run)):
        for name in names:
            if not given.only or name in given.only:
                store(omega, name, given.threads, given.work, origin)
    size = sum(path.stat().st_size for path in HERE.rglob("*.z"))
    print(f"all together: {size} bytes")
    if size > MOST_BYTES:
        sys.exit(f"that is more than {MOST_BYTES} bytes; give the new study fewer seeds, draws or points at the size "
                 f"{SIZE}, and make its file again: --only NAME with another --work")


if __name__ == "__main__":
    main()
