"""GNU parallel spreads a study over shards, as assets/manual/studies.md says. Skipped where it is not installed.

    study_parallel_test.py OMEGA
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
OMEGA = sys.argv[1]


def is_gnu_parallel():
    found = shutil.which("parallel")
    if not found:
        return False
    return "GNU parallel" in subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout


def rows(folder):
    lines = (folder / "rows.jsonl").read_text().splitlines()[1:]
    return [{name: value for name, value in json.loads(line).items() if name != "machine"} for line in lines]


def main():
    if not is_gnu_parallel():
        print("GNU parallel is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = Path(folder, "whole"), Path(folder, "parts")
        study = [OMEGA, "study", "run", "growth", "--size", "toy", "--quiet", "--output"]
        subprocess.run([*study, whole], check=True)
        subprocess.run(["parallel", *study, parts, "--shard", "{}/4", "--resume", ":::", "1", "2", "3", "4"], check=True)
        subprocess.run([OMEGA, "study", "merge", parts, "--quiet"], check=True)
        by_point = sorted(rows(whole), key=lambda row: (row["point"], row["seed"]))
        assert rows(parts) == by_point, "the shards are not the whole"
    return 0


sys.exit(main())
