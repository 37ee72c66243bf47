"""What device_peers.py and device_training.py share: PyTorch on a card, omega's bench beside it, rows that are shown at once.

Both exit with 77 and one sentence where PyTorch, a card or omega's CUDA module is missing.
"""
import argparse
import json
import shlex
import subprocess
import sys

SKIPPED = 77


class Failed(Exception):
    """Omega's own sentence."""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def words(description):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("omega", help="the command to compare with, as a shell would read it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ms", type=int, default=100, help="how long each is repeated in a round")
    parser.add_argument("--json", metavar="FILE", help="add each row to this file, as a line of JSON")
    return parser


def card():
    """PyTorch, where it finds a card."""
    try:
        import torch
    except ImportError:
        skip("PyTorch is not installed")
    if not torch.cuda.is_available():
        skip("PyTorch finds no CUDA device")
    print(f"  {torch.cuda.get_device_name()}; PyTorch {torch.__version__}; float32 but where it says otherwise; a ratio above 1: omega is faster")
    return torch


def bench(omega, *options):
    """What `omega bench --backend cuda` says, as JSON; Failed where it does not."""
    run = subprocess.run([*shlex.split(omega), "bench", *options, "--backend", "cuda", "--quiet", "--json"], capture_output=True, text=True)
    said = (run.stderr.strip().splitlines() or [f"omega ended with {run.returncode}"])[-1]
    if run.returncode == 2 and "backend cuda was asked for, but" in said:
        skip(said)
    if run.returncode != 0:
        raise Failed(said)
    return json.loads(run.stdout)


def keep(row, file):
    if file:
        with open(file, "a") as lines:
            lines.write(json.dumps(row) + "\n")
