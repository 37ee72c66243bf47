#!/usr/bin/env bash
# Installs what is missing, builds, and passes every test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. .ci/setup.sh

usage() {
  cat <<'END'
Usage: ./test.sh [--full] [--preset NAME] [--help]

Installs the missing Debian packages (with sudo where that is needed), builds and runs every test, and prints the seconds
of each stage. Nothing is rebuilt when nothing changed. Needs no display, no GPU and no keyboard; where there is nvcc, the
CUDA module is built for one architecture.

  --full         also: the whole suite under the address and undefined behaviour sanitizers, the concurrency tests under
                 the thread sanitizer, longer fuzzing of every reader, the randomised tests again with fresh seeds,
                 which are printed, and the packages with their CUDA module for all architectures
  --preset NAME  the CMake preset to build and test: release (the default), dev, asan, tsan, fuzz, no-cuda,
                 engine-only
  --help         show this text
END
}

presets() { sed -n '/"testPresets"/,/^  \]/s/.*"configurePreset": "\([^"]*\)".*/\1/p' CMakePresets.json; }

preset=release
full=
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --full) full=yes ;;
    --preset)
      [ $# -ge 2 ] || die 2 "test.sh: --preset needs a name, one of: $(presets | xargs)"
      presets | grep -qxF -- "$2" || die 2 "test.sh: there is no preset '$2'; the presets are: $(presets | xargs)"
      preset=$2
      shift ;;
    *) die 2 "test.sh: unknown argument '$1'; the options are --full, --preset NAME and --help" ;;
  esac
  shift
done

table=
verdicts=
trap 'echo "test.sh: interrupted; run it again, and what is built stays" >&2; exit 130' INT TERM
stages_begun=0
stages_in_all=4
[ -z "$full" ] || stages_in_all=17

report() {  # report STATUS: what every stage took, and what the tests said last
  printf '\n%-22s %8s  %s\n' stage seconds result
  printf '%s' "$table"
  [ -n "$verdicts" ] && printf '\n%s' "$verdicts"
  exit "$1"
}

stage() {  # stage NAME COMMAND...: runs it, notes its seconds, ends everything if it fails
  local name=$1 start=$EPOCHREALTIME result=ok seconds
  shift
  say "$((++stages_begun)) of $stages_in_all: $name"
  "$@" || result=FAILED
  seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
  table+=$(printf '%-22s %8s  %s' "$name" "$seconds" "$result")$'\n'
  [ "$result" = ok ] || report 1
}

run_tests() {  # run_tests PRESET [CTEST-OPTION...]
  local status=0 log=build/$1/tests.log
  ctest --preset "$1" -j "$(tests_at_a_time)" "${@:2}" 2>&1 | tee "$log" || status=1
  verdicts+="$1: $(grep -m1 'tests passed' "$log" || tail -n 1 "$log")"$'\n'
  local skipped
  skipped=$(awk '/ cuda_device .*\*\*\*Skipped/ { ++n } END { print n + 0 }' "$log")  # none on a machine with a card
  [ "$skipped" -eq 0 ] || verdicts+="$1: $skipped skipped: no CUDA device"$'\n'
  [ "$status" -eq 0 ] || verdicts+=$(sed -n '/^The following tests FAILED/,$p' "$log")$'\n'
  return "$status"
}

with_fresh_seeds() {  # with_fresh_seeds ROUNDS
  local round seed
  for ((round = 0; round < $1; ++round)); do
    seed=$((SRANDOM % 1000000))
    echo "seed $seed (run again with: OMEGASCOPE_TEST_SEED=$seed ctest --preset $preset -L randomised)"
    OMEGASCOPE_TEST_SEED=$seed run_tests "$preset" -L '^randomised$' || return 1
  done
}

make_packages() {  # the .debs, in build/package, and what lintian says of them
  (cd build/package && cpack -G DEB) || return 1
  lintian --fail-on error build/package/*.deb
}

packages=("${omega_packages[@]}" "${omega_packages_test[@]}")
# The presets without the app need none of what it is made of; --full builds it with sanitizers too.
case "$preset" in engine-only | tsan | fuzz) needs_app=$full ;; *) needs_app=yes ;; esac
[ -z "$needs_app" ] || packages+=("${omega_packages_app[@]}")
if [ -n "$full" ] || [ "$preset" = fuzz ]; then packages+=("${omega_packages_full[@]}"); fi
can_write "build/$preset" || exit 1
announce "$preset" "$(missing_packages "${packages[@]}" | wc -l)"
announce_tests "$preset"
mapfile -t options < <(cuda_options "$preset" test)
stage install install_packages "${packages[@]}"
stage configure configure "$preset" "${options[@]}"
stage build build "$preset"
stage test run_tests "$preset"
if [ -n "$full" ]; then
  for other in asan tsan fuzz; do
    stage "$other configure" configure "$other"
    stage "$other build" build "$other"
    stage "$other test" run_tests "$other"
  done
  stage soak with_fresh_seeds 5
  stage "package configure" configure package
  stage "package build" build package
  stage packages make_packages
fi
report 0
