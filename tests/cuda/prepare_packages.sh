#!/usr/bin/env bash
# Makes the archive that run_on_device.sh --packages unpacks on a machine without a network: what .ci/setup.sh lists for the engine,
# the command and their tests, with the libraries that these load, but no compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=.ci/setup.sh
source .ci/setup.sh

[ $# -eq 1 ] || die 2 "Usage: tests/cuda/prepare_packages.sh ARCHIVE.tar.gz"
mkdir -p "$(dirname "$1")"
archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")

# What every machine with a compiler has, and what is not built there.
there='^(libc6|libc-|libcrypt[1-]|libgcc|libstdc|linux-libc|gcc-|rpcsvc-|libnsl|libtirpc|libgssapi|libk5|libkrb|libkey|libcom-err|libudev)'
wanted=()
for entry in "${omega_packages[@]}"; do
  case $entry in g++ | cmake | ccache | python3* | pybind11-dev | parallel) continue ;; esac
  wanted+=("$(known_package "$entry")") || die 1 "This system has no package $entry"
done
mapfile -t packages < <(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
  --no-enhances "${wanted[@]}" | grep '^[a-z]' | grep -vE "$there" | sort -u)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/packages" "$folder/root"
(cd "$folder/packages" && apt-get -q download "${packages[@]}" >"$folder/log" 2>&1) || die 1 "$(why_not_installed "$folder/log" "${packages[@]}")"
for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder/root"; done

cd "$folder/root"
rm -rf usr/share/doc usr/share/man usr/share/lintian
find . -name '*.a' ! -name 'libCatch2*' -delete  # its CMake files look for it
# Links from the top of the system lead out of the folder that all this is unpacked into.
find . -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do ln -srf ".$target" "$link"; done
dangling=$(find . -xtype l)
[ -z "$dangling" ] || echo "links that lead nowhere: $(xargs <<<"$dangling")"
tar -czf "$archive" .
echo "${#packages[@]} packages, $(du -ck "$folder"/packages/*.deb | awk 'END { print $1 }') KiB as they come, $(du -k "$archive" | cut -f1) KiB in $archive"
