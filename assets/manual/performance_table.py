#!/usr/bin/env python3
"""Writes the measured table of performance.md from what was measured, so that nobody types a number.

    omega bench --case softmax,lara64 --n 1024,8192 --threads 1,2 --json > performance.json
    performance_table.py                  # performance.json (and performance_torch.json, if it is there) into performance.md
    performance_table.py --check          # exit 1 where the page does not say what the files say

performance.json holds one line of `omega bench --json`, or several. performance_torch.json holds the paired runs: an object
(or several lines of them) whose `results` have method, n, heads, dim, threads, speedup_median, speedup_quiet_median and
quiet_rounds: PyTorch's time over omega's in the same minute, and in how many rounds nobody else was in the way.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
QUIET_CPUS = 0.1  # a time beside more than this is marked
QUIET_ROUNDS = 3  # fewer do not make a ratio
NOTHING = "–"
FORMS_OF_SOFTMAX = ("sdpa", "softmax-chunk")  # of PyTorch: its fastest is what softmax is held against


def objects(path):
    """The JSON objects of a file: one, or one per line."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def point(row):
    return row.get("case", row.get("method")), row["n"], row["heads"], row["dim"], row["threads"]


def number(value):
    """Three digits, as a table wants them."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if value < 1 else f"{value:.{2 if value < 10 else 1}f}"


def is_quiet(row):
    return row["quiet_rounds"] >= QUIET_ROUNDS


def speedup(row):
    return row["speedup_quiet_median"] if is_quiet(row) else row["speedup_median"]


def version(run):
    """1.13 of "1.13.0 with OpenBLAS"."""
    return ".".join(run["torch"].split(".")[:2])


def by_point(pairs):
    """The paired run of each point; of several versions and forms of one method, that with the smallest ratio."""
    found = {}
    for row in ({**row, "torch": version(run)} for run in pairs for row in run["results"]):
        name, *where = point(row)
        place = ("softmax" if name in FORMS_OF_SOFTMAX else name, *where)
        if place not in found or speedup(row) < speedup(found[place]):
            found[place] = row
    return found


def torch_text(row):
    if row is None:
        return NOTHING
    return f"{number(speedup(row))}× {row['torch']}" + ("" if is_quiet(row) else " (unquiet)")


def busy(row):
    return row["others_cpu"] is None or row["others_cpu"] > QUIET_CPUS


def machine_line(run):
    machine = run["machine"]
    text = f"**Machine**: {machine['processor']}, {machine['instructions']} ({machine['lanes']} floats at once), omega {machine['version']}."
    for peaks in run["peaks"]:
        text += (f" Peaks on {peaks['threads']} thread{'s' if peaks['threads'] > 1 else ''}: {number(peaks['flops_per_second'] / 1e9)} Gflop/s, "
                 f"{number(peaks['exps_per_second'] / 1e9)} G exponentials/s, {number(peaks['sincos_per_second'] / 1e9)} G pairs of sine and cosine/s, "
                 f"{number(peaks['bandwidths'][-1]['bytes_per_second'] / 1e9)} GB/s from memory.")
    return text + "\n"


def torch_line(pairs):
    """Which versions there were."""
    return "\n**PyTorch**: " + "; ".join(dict.fromkeys(run["torch"] for run in pairs)) + ". The column has the smaller ratio of each case.\n" if pairs else ""


def growth_lines(runs):
    found = [growth for run in runs for growth in run["growth"]]
    if not found:
        return ""
    lines = ["\n| case | threads | from N | to N | time grows as |", "|---|--:|--:|--:|--:|"]
    lines += [f"| {g['case']} | {g['threads']} | {g['shortest']} | {g['longest']} | N^{g['exponent']:.2f} |" for g in found]
    return "\n".join(lines) + "\n"


def table(runs, pairs):
    if not runs:
        return "Nothing has been measured yet.\n"
    torch = by_point(pairs)
    rows = [row for run in runs for row in run["results"]]
    text = machine_line(runs[0]) + torch_line(pairs)
    if any(busy(row) for row in rows):
        text += "\n**Times with * were taken beside other programs**: they are upper bounds, and so are their ratios.\n"
    text += "\n| case | N | threads | ms | p10–p90 | floor ms | ratio | limit | PyTorch | command |\n|---|--:|--:|--:|--:|--:|--:|---|--:|---|\n"
    for row in rows:
        text += (f"| {row['case']} | {row['n']} | {row['threads']} | {number(row['median_ms'])}{'*' if busy(row) else ''} | "
                 f"{number(row['p10_ms'])}–{number(row['p90_ms'])} | {number(row['floor_ms'])} | {number(row['ratio'])} | {row['limit']} | "
                 f"{torch_text(torch.get(point(row)))} | `{row['command']}` |\n")
    return text + growth_lines(runs)


def page_with(page, measured):
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + measured + "\n" + END + rest.split(END)[1]


def main(arguments):
    path = FOLDER / "performance.md"
    page = path.read_text(encoding="utf-8")
    fresh = page_with(page, table(objects(FOLDER / "performance.json"), objects(FOLDER / "performance_torch.json")))
    if "--check" in arguments:
        if fresh != page:
            print("performance.md does not say what performance.json says; run performance_table.py", file=sys.stderr)
        return 0 if fresh == page else 1
    path.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
