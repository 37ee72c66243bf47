#!/usr/bin/env bash
# Installs what is missing, builds, and runs Omegascope.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. .ci/setup.sh

usage() {
  cat <<'END'
Usage: ./run.sh [--build-only] [--help] [ARGUMENT...]

Installs the missing Debian packages (with sudo where that is needed), builds the `release` preset and runs it.
Without arguments, `omega compare` runs on a built-in sequence; with arguments, `omega ARGUMENT...` runs,
as in: ./run.sh list

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

# Standard output belongs to the program that runs in the end.
{ install_packages "${omega_packages[@]}" && configure release && build release --target omega; } >&2 ||
  die 1 "run.sh: stopped before running anything; the reason is above"
[ -n "$build_only" ] && exit 0

omega=build/release/bin/omega
[ $# -gt 0 ] && exec "$omega" "$@"
exec "$omega" compare
