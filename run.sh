#!/usr/bin/env bash
# Installs what is missing, builds, and runs Omegascope.
set -euo pipefail
from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
. .ci/setup.sh

usage() {
  cat <<'END'
Usage: ./run.sh [--build-only] [--help] [ARGUMENT...]

Installs the missing Debian packages (with sudo where that is needed), builds the `release` preset and runs it.
The CUDA module is built where there are nvcc and an NVIDIA driver, for the card of this machine.
Without arguments the app opens; without a display it writes its panels as pictures to a folder, and says where. With
arguments, `omega ARGUMENT...` runs in the folder where you are, as in: ./run.sh list

  --build-only  stop after the build
  --help        show this text
END
}

build_only=
case "${1-}" in
  -h | --help) usage; exit 0 ;;
  --build-only)
    [ $# -eq 1 ] || die 2 "run.sh: --build-only takes no further arguments, '$2' was given; see ./run.sh --help"
    build_only=yes ;;
  -*) die 2 "run.sh: unknown option '$1'; the options are --build-only and --help" ;;
esac

bin=$PWD/build/release/bin

trap 'echo "run.sh: interrupted; run it again, and it goes on from there" >&2; exit 130' INT TERM

prepare() {
  local packages=("${omega_packages[@]}" "${omega_packages_app[@]}") missing options
  if ! can_write build/release; then
    [ -z "$build_only" ] || return 1
    [ -x "$bin/omega" ] || return 1
    say "what was built there runs as it is"
    return
  fi
  missing=$(missing_packages "${packages[@]}" | wc -l)
  # shellcheck disable=SC2046  # one word for each program
  announce release "$missing" $(programs release)
  say "1 of 3: packages"
  install_packages "${packages[@]}" || return 1
  say "2 of 3: configure"
  mapfile -t options < <(cuda_options release run)
  configure release "${options[@]}" || return 1
  say "3 of 3: build"
  # shellcheck disable=SC2046  # one word for each program
  build release --target $(programs release)
}

# Standard output belongs to the program that runs in the end.
prepare >&2 || die 1 "run.sh: stopped before running anything; the reason is above"
[ -n "$build_only" ] && exit 0

cd "$from"  # files are named as seen from where the caller is
[ $# -gt 0 ] && exec "$bin/omega" "$@"
[ -x "$bin/omegascope" ] || exec "$bin/omega" compare
[ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && exec "$bin/omegascope"
gallery=${bin%/bin}/gallery
"$bin/omegascope" --gallery "$gallery"
echo "There is no display to open a window on; every panel is drawn in $gallery/index.html"
