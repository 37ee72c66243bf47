#!/usr/bin/env python3
"""Writes the estimator that CONTRIBUTING.md adds as an example: the block of C++ that follows the file's name.

Usage: example_of_manual.py CONTRIBUTING.md FOLDER
"""
import pathlib
import re
import sys


def main():
    manual, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    blocks = re.findall(r"\*\*\d\. `engine/(\S+)`\*\*.*?```cpp\n(.*?)```", manual.read_text(), re.DOTALL)
    if len(blocks) != 1:
        sys.exit(f"{manual} names {[name for name, _ in blocks]}; one source with its block of C++ was expected")
    [(name, code)] = blocks
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(code)


if __name__ == "__main__":
    main()
