#!/usr/bin/env bash
# Everything that only a card can answer, in one call of less than ten minutes: builds engine, command and CUDA tests without Qt, or
# takes a build along; compares, looks for races and stray accesses, for bits that change, and measures. Works in a plain checkout.
# shellcheck disable=SC2317  # parts are called by their names
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

usage() {
  cat <<'END'
Usage: tests/cuda/run_on_device.sh [OPTION ...] [PART ...]

Parts, all in this order where none is named:
  compare    every method and training against the CPU, as `ctest -R cuda_device` does
  sanitizer  NVIDIA's memcheck, racecheck, synccheck and initcheck on a small set of the tests
  bits       each of a few estimates 20 times, four at once: the same bytes?
  bench      times up to a million tokens, beside floors made of this card's own rates
  peers      PyTorch's attention on the same card
  training   steps of training, beside PyTorch's, and a short run

  --packages FILE     what tests/cuda/prepare_packages.sh made; unpacked in build/, installed nowhere
  --built FOLDER      a build to use: omega, test_cuda and libomega_cuda.so lie in FOLDER/bin
  --out FOLDER        where table.txt, *.json and logs.tar.gz go; default build/device
  --architecture NN   what to compile for; default: that of the card, or 90 where nvidia-smi tells none
  --patience N        limits of all steps times N; as they are they come to 9.8 minutes
  --tiny              sizes for a rehearsal: OMEGASCOPE_CUDA_MODULE names a module whose device is emulated
END
}

die() { echo "$*" >&2; exit 2; }

packages='' built='' out=build/device architecture='' patience=1 tiny='' parts=()
while [ $# -gt 0 ]; do
  case $1 in
    --packages | --built | --out | --architecture | --patience)
      [ $# -gt 1 ] || die "$1 needs a value"
      declare "${1#--}=$2"
      shift
      ;;
    --tiny) tiny=yes ;;
    -h | --help) usage; exit 0 ;;
    compare | sanitizer | bits | bench | peers | training) parts+=("$1") ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ "${#parts[@]}" -gt 0 ] || parts=(compare sanitizer bits bench peers training)
mkdir -p "$out"
out=$(cd "$out" && pwd)
build=build/device-build
work=$(mktemp -d)
logs=$work/logs
table=$out/table.txt
failed=0
mkdir "$logs"
rm -f "$out"/{bench,peers,training}.json
: >"$table"
trap 'keep_logs; rm -rf "$work"' EXIT
trap 'exit 143' TERM INT

# After each step anew: whoever stops this call does not lose what is known.
keep_logs() { tar -czf "$out/logs.tar.gz" -C "$work" logs; }

row() { printf '%-16s %8s  %s\n' "$@" | tee -a "$table"; }

# shellcheck disable=SC2016  # sed's own $
last_words() { sed -n '/[^[:space:]]/h; ${x; s/^[= ]*//; p}' "$1" | cut -c1-110; }

step() {  # step NAME SECONDS COMMAND...: its errors go to a log, its output too or, of `rows`, to the table; then its verdict
  local name=$1 limit=$(($2 * patience)) start=$EPOCHREALTIME status=0 verdict said log="$logs/${1// /-}.log"
  shift 2
  if [ "$1" = rows ]; then
    timeout -k 5 "$limit" "${@:2}" 2>"$log.errors" | tee -a "$table" "$log"
    status=${PIPESTATUS[0]}
    if [ "$status" -eq 0 ]; then said='its rows stand above'; else cat "$log.errors" >>"$log"; fi
  else
    timeout -k 5 "$limit" "$@" >"$log" 2>&1 || status=$?
  fi
  said=${said:-$(last_words "$log")}
  case $status in
    0) verdict="ok: $said" ;;
    77) verdict=$said ;;
    124 | 137) verdict="FAILED: not done in $limit s" ;;
    *) verdict="FAILED ($status): $said" ;;
  esac
  row "$name" "$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')" "$verdict"
  keep_logs
  case $status in 0 | 77) ;; *) failed=1; tail -n 15 "$log" | sed 's/^/    /' ;; esac
  return "$status"
}

unpack() {
  root=$PWD/build/device-packages
  mkdir -p "$root"
  tar -xzf "$packages" -C "$root" || die "$packages cannot be unpacked"
  local triplet
  triplet=$(uname -m)-linux-gnu
  libraries=$root/usr/lib/$triplet:$root/lib/$triplet
  # For C++ alone, so that warnings in these headers are nobody's. No LD_LIBRARY_PATH for all: it would hide newer libraries from
  # the machine's own programs.
  export CMAKE_PREFIX_PATH=$root/usr CPLUS_INCLUDE_PATH=$root/usr/include:$root/usr/include/$triplet LIBRARY_PATH=$libraries LD_RUN_PATH=$libraries
  export PKG_CONFIG_PATH=$root/usr/lib/$triplet/pkgconfig:$root/usr/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
  if ! command -v pkg-config >/dev/null; then
    export PKG_CONFIG=$root/pkg-config
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$libraries" "$root/usr/bin/pkg-config" >"$PKG_CONFIG"
    chmod +x "$PKG_CONFIG"
  fi
  PATH=$PATH:$root/usr/bin
}

build() {
  local tool generator=Ninja jobs
  for tool in cmake python3; do command -v "$tool" >/dev/null || die "There is no $tool, which the build needs"; done
  command -v ninja >/dev/null || generator='Unix Makefiles'
  jobs=$(nproc)
  if [ -z "$architecture" ]; then
    architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d '.')
  fi
  step configure 40 cmake -S . -B "$build" -G "$generator" -DCMAKE_BUILD_TYPE=Release -DOMEGASCOPE_APP=OFF -DOMEGASCOPE_PYTHON=OFF \
    -DOMEGASCOPE_CUDA=ON -DOMEGASCOPE_JOIN_FILES=ON "-DOMEGASCOPE_CUDA_ARCHITECTURES=${architecture:-90}-real" || exit 1
  step build 90 cmake --build "$build" -j "$jobs" --target omega omega_cuda test_cuda || exit 1
  built=$build
}

compare() { step compare 60 "${ours[@]}" "$built/bin/test_cuda" --module "$module" "~[emulated]${tiny:+~[device]~[long]}"; }

sanitizer() {
  local tool tokens=1024 small='the device'\''s own time and rates are there,uniforms are the CPU'\''s,one golden vector of each method on the device,parts of columns are merged by the last of them,an evaluation on the device says what the CPU says'
  [ -z "$tiny" ] || tokens=64
  if ! command -v compute-sanitizer >/dev/null; then
    row sanitizer - 'skipped: compute-sanitizer is not installed'
    return
  fi
  for tool in memcheck racecheck synccheck; do
    step "$tool" 20 "${ours[@]}" compute-sanitizer --tool "$tool" --error-exitcode 1 "$built/bin/test_cuda" --module "$module" "$small"
  done
  # The tests fill all memory with NaN before they use it, so what nobody wrote shows in the command alone; and not in `bench`, which
  # ends in cuBLAS's own kernels.
  step initcheck 20 "${ours[@]}" compute-sanitizer --tool initcheck --error-exitcode 1 "$built/bin/omega" compare --backend cuda \
    --preset "clusters:n=$tokens,dim=64,heads=2" --methods softmax,ra,rfa,lara,eva,local --opt rfa.samples=64 --opt lara.landmarks=64 \
    --opt eva.groups=64 --opt eva.window=256 --opt local.window=64 --draws 1 --quiet --output "$work/compare.csv"
}

# Starts of the program may take a card twice as long as they mostly do, but not for every method.
most_bits() {
  local left=$(((bits_end - SECONDS) / patience))
  echo $((left < 1 ? 1 : left < 15 ? left : 15))
}

same_bits() {  # same_bits OMEGA FOLDER METHOD: 20 estimates of it, four at a time on the card
  seq 20 | xargs -P 4 -I{} "$1" estimate --backend cuda --method "$3" --input "$2/bits.npz" --seed 1 --want y --output "$2/bits-{}.npy" --quiet || return 1
  local kinds
  kinds=$(sha256sum "$2"/bits-*.npy | cut -d' ' -f1 | sort -u | wc -l)
  rm "$2"/bits-*.npy
  echo "20 outputs of $kinds kind(s)"
  [ "$kinds" -eq 1 ]
}
export -f same_bits

bits_of() {  # bits_of HEADS TOKENS METHOD...
  local heads=$1 tokens=$2 dim=64 method
  shift 2
  [ -z "$tiny" ] || dim=8 tokens=64 heads=2
  step "bits, $heads heads" 5 "${ours[@]}" "$built/bin/omega" synth clusters --n "$tokens" --heads "$heads" --dim "$dim" --seed 7 --output "$work/bits.npz" || return
  # shellcheck disable=SC2016  # its words are the inner shell's
  for method in "$@"; do
    step "bits $method, $heads" "$(most_bits)" "${ours[@]}" bash -c 'same_bits "$@"' - "$built/bin/omega" "$work" "$method"
  done
}

bits() {
  local bits_end=$((SECONDS + 75 * patience))
  bits_of 8 4096 softmax ra rfa lara eva
  bits_of 40 1024 rfa lara  # where tiles of rows stream past one of columns on cards of up to 159 processors
}

bench() { step bench 95 rows python3 -u tests/bench/device_peers.py "$omega" --alone --n "$lengths" "${sizes[@]}" --json "$out/bench.json"; }

peers() {
  local measured=()
  [ ! -s "$out/bench.json" ] || measured=(--measured "$out/bench.json")
  step peers 90 rows python3 -u tests/bench/device_peers.py "$omega" "${measured[@]}" --n "$lengths" "${sizes[@]}" --rounds 1 --json "$out/peers.json"
}

training() {
  local batch=400 length=200 run=(--steps 500)
  if [ -n "$tiny" ]; then batch=4 length=12 run=(--steps 3 --batch 4 --length 12 --examples 100); fi
  step training 35 rows python3 -u tests/bench/device_training.py "$omega" --batch "$batch" --length "$length" --rounds 1 --json "$out/training.json"
  step run 15 "${ours[@]}" "$built/bin/omega" train sparsity --preset class --attention softmax "${run[@]}" --backend cuda --output "$work/run"
}

PATH=$PATH:/usr/local/cuda/bin libraries=
lengths=1024,4096,16384,65536,262144,1048576
sizes=(--heads 8 --dim 64)
if [ -n "$tiny" ]; then lengths=256 sizes=(--heads 1 --dim 8); fi
[ -z "$packages" ] || unpack
ours=(env "LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "OMEGA_GOLDEN_FOLDER=$PWD/tests/golden")
row step seconds result
if [ -z "$built" ]; then build; fi
built=$(cd "$built" && pwd) || die "There is no such build"
# PyTorch is not shown the libraries of another system, so they are given to omega alone.
omega=$(printf '%q ' "${ours[@]}" "$built/bin/omega")
module=${OMEGASCOPE_CUDA_MODULE:-$built/bin/libomega_cuda.so}
step device 10 "${ours[@]}" "$built/bin/omega" devices
if grep -q '^cuda  *none' "$logs/device.log"; then exit 77; fi
for part in "${parts[@]}"; do "$part"; done
exit "$failed"
