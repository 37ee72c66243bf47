"""Checks that every C++ source is laid out as .clang-format says.

    check_format.py ROOT CLANG_FORMAT

prints what differs and exits with 1 if anything does; with 77 where CLANG_FORMAT is another version than the one whose
layout the sources have: versions differ in details.
"""

import re
import subprocess
import sys
from pathlib import Path
from shutil import which

from check_sources import sources_of

VERSION = "14"


def main(root, program):
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout if which(program) else ""
    found = re.search(r"version (\d+)", said)
    if not found or found[1] != VERSION:
        print(f"the layout is that of clang-format {VERSION}; '{program}' is {found[1] if found else 'none'}")
        return 77
    sources = sources_of(root)
    differ = subprocess.run([program, "--dry-run", "-Werror", "--ferror-limit=3", *map(str, sources)],
                            cwd=root, check=False).returncode != 0
    print(f"{len(sources)} sources checked" + ("; mend them with: clang-format -i FILE" if differ else ""))
    return 1 if differ or not sources else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
