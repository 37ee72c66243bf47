#!/usr/bin/env bash
# Everything that only a card can answer, in one call: builds engine, command and CUDA tests without Qt, compares, looks for races
# and stray accesses, measures, and prints one table. Works in a plain checkout.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

usage() {
  cat <<'END'
Usage: tests/cuda/run_on_device.sh [--packages FOLDER] [--out FOLDER] [--architecture NN] [--help]

  --packages FOLDER   Debian packages (*.deb) of libraries and headers that this machine has not; they are unpacked
                      into the build folder and installed nowhere
  --out FOLDER        where logs and bench.json go; default build/device
  --architecture NN   what to compile for; default: that of the card
END
}

packages=
out=build/device
architecture=
while [ $# -gt 0 ]; do
  case "$1" in
    --packages) packages=$2; shift ;;
    --out) out=$2; shift ;;
    --architecture) architecture=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
mkdir -p "$out"
out=$(cd "$out" && pwd)
build=build/device-build
table=
failed=0

step() {  # step NAME SECONDS COMMAND...: its output goes to a log, its verdict to the table
  local name=$1 limit=$2 start=$EPOCHREALTIME verdict=ok status=0 log
  shift 2
  log="$out/${name// /-}.log"
  timeout "$limit" "$@" >"$log" 2>&1 || status=$?
  case $status in
    0) ;;
    77) verdict="skipped: $(grep -m1 '^skipped' "$log" | cut -d' ' -f2-)" ;;
    124) verdict="FAILED: not done in $limit s"; failed=1 ;;
    *) verdict="FAILED ($status)"; failed=1 ;;
  esac
  table+=$(printf '%-12s %8.1f  %s' "$name" "$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')" "$verdict")$'\n'
  [ "$failed" -eq 0 ] || tail -n 20 "$log"
  return $status
}

report() {
  printf '\n%-12s %8s  %s\n%s\n' step seconds result "$table"
  for measured in bench bench-tf32 bench-bf16 bench-train train peers; do
    [ ! -s "$out/$measured.log" ] || cat "$out/$measured.log"
  done
  exit "$failed"
}

if [ -n "$packages" ]; then
  root=$PWD/$build/packages
  mkdir -p "$root"
  for package in "$packages"/*.deb; do dpkg -x "$package" "$root"; done
  libraries=$root/usr/lib/$(uname -m)-linux-gnu
  export CMAKE_PREFIX_PATH=$root/usr CPATH=$root/usr/include LIBRARY_PATH=$libraries LD_LIBRARY_PATH=$libraries:${LD_LIBRARY_PATH:-}
  export PKG_CONFIG_PATH=$libraries/pkgconfig:$root/usr/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
fi
if [ -z "$architecture" ]; then
  architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d '.')
  architecture=${architecture:-90}
fi

step configure 60 cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DOMEGASCOPE_APP=OFF -DOMEGASCOPE_CUDA=ON \
  "-DOMEGASCOPE_CUDA_ARCHITECTURES=$architecture" || report
step build 420 cmake --build "$build" -j "$(nproc)" --target omega omega_cuda omega_cuda_emulated test_cuda || report
module=$build/bin/libomega_cuda.so
step devices 30 "$build/bin/omega" devices
step emulated 300 "$build/bin/test_cuda" --module "$(find "$build" -name libomega_cuda_emulated.so)" '~[device]'
step compare 240 "$build/bin/test_cuda" --module "$module" '~[emulated]'
if [ $? -eq 77 ]; then report; fi
if command -v compute-sanitizer >/dev/null; then
  small='the device'\''s own time and rates are there,uniforms are the CPU'\''s,counters agree with the CPU'\''s where no rounding decides,an evaluation on the device says what the CPU says'
  step memcheck 120 compute-sanitizer --tool memcheck --error-exitcode 1 "$build/bin/test_cuda" --module "$module" "$small"
  step racecheck 120 compute-sanitizer --tool racecheck --error-exitcode 1 "$build/bin/test_cuda" --module "$module" "$small"
else
  table+="sanitizer          -  not installed"$'\n'
fi
step bench 180 "$build/bin/omega" bench --backend cuda --case softmax,ra,rfa64,lara64,eva-w256-c64,local64 --n 1024,4096,16384,65536 --heads 8 --dim 64 --ms 100 --quiet
step bench-tf32 60 "$build/bin/omega" bench --backend cuda --case softmax --opt products=tf32 --n 4096,16384,65536 --heads 8 --dim 64 --ms 100 --quiet
step bench-bf16 60 "$build/bin/omega" bench --backend cuda --case softmax --opt products=bf16 --n 4096,16384,65536 --heads 8 --dim 64 --ms 100 --quiet
step bench-json 180 "$build/bin/omega" bench --backend cuda --case rfa64,lara64,eva-w256-c64,local64 --n 262144,1048576 --heads 8 --dim 64 --ms 100 --quiet --json
step bench-train 60 "$build/bin/omega" bench train --backend cuda --case softmax,gmm-prf,gmm-rks,lara,eva --quiet
step train 60 "$build/bin/omega" train sparsity --preset class --attention softmax --steps 1500 --backend cuda --output "$out/run-$$"
step peers 120 python3 tests/bench/device_peers.py "$build/bin/omega" --n 1024,4096,16384,65536 --rounds 1 --ms 50
report
