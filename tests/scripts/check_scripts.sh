#!/usr/bin/env bash
# check_scripts.sh ROOT: every shell script of the tree passes shellcheck. Ends with 77 (skipped) where that is not installed.
set -euo pipefail
cd "$1"
command -v shellcheck >/dev/null || { echo "skipped: shellcheck is not installed"; exit 77; }
mapfile -t scripts < <(find . -path ./build -prune -o -path ./.git -prune -o -type f \( -name '*.sh' -o -path ./.ci/run -o -name AppRun -o -name prerm \) -print)
[ "${#scripts[@]}" -gt 4 ] || { echo "only ${#scripts[@]} scripts found"; exit 1; }
# What is called through a variable looks unreachable to it.
shellcheck -x -e SC2317 "${scripts[@]}" assets/completion/*.bash
echo "${#scripts[@]} scripts checked"
