# Sourced by run.sh and test.sh: the Debian packages, and how to install, configure and build. Bash only.
# A | B: the first of them that this system has; other releases of Debian and Ubuntu name some packages otherwise.
# shellcheck shell=bash disable=SC2034

# What the engine, the command and their tests need.
omega_packages=(
  g++ cmake ninja-build ccache pkg-config
  libeigen3-dev libtbb-dev libhwy-dev librandom123-dev
  nlohmann-json3-dev libcli11-dev libzip-dev libpng-dev 'libjpeg62-turbo-dev|libjpeg-dev'
  catch2 python3 python3-numpy python3-dev pybind11-dev parallel dpkg-dev
)
# What the desktop app and its tests need besides: Qt, plots, and a display server of their own with OpenGL drawn by the processor.
omega_packages_app=(
  qt6-base-dev 'libqt6opengl6-dev|qt6-base-dev' 'qt6-svg-dev|libqt6svg6-dev' libqcustomplot-dev libgif-dev libxcb1-dev
  libgl1-mesa-dri xvfb xauth
  'fonts-wqy-microhei|fonts-noto-cjk' qt6-translations-l10n
  file librsvg2-bin poppler-utils
)
# What the tests need besides: the layout of the sources is that of this version; a wheel of the Python module is made and installed.
omega_packages_test=('clang-format-14|clang-format' python3-pip python3-setuptools python3-wheel python3-venv)
# What ./test.sh --full needs besides: to fuzz, to look at the packages, and to hear what a screen reader hears.
omega_packages_full=(clang 'libclang-rt-14-dev|libclang-rt-dev' lintian at-spi2-core dbus-daemon python3-gi gir1.2-atspi-2.0)

# Guesses until a build and its tests left their own times, of one core:
milliseconds_a_file=1500  # for a file of C++, joined with others, and its share of linking
seconds_of_tests=870      # for all tests of release
seconds_a_package=1       # to fetch, unpack and set up, of those that ours need too

die() {  # die STATUS SENTENCE...
  printf '%s\n' "${@:2}" >&2
  exit "$1"
}

say() { printf '== %s\n' "$*"; }

about() {  # about SECONDS: for people
  if [ "$1" -lt 90 ]; then echo "about $1 seconds"; else echo "about $((($1 + 30) / 60)) minutes"; fi
}

can_write() {  # can_write FOLDER: makes it where it is not there, and says so where that, or writing into it, is not possible
  mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && return 0
  echo "Nothing can be written to $PWD/$1$(full_disk)" >&2
  return 1
}

absent=build/packages.absent  # what an earlier run found this system not to have; it is asked for again once apt knows it

missing_packages() {  # missing_packages PACKAGE...: those of which dpkg knows no alternative as installed, and that can be had
  local installed entry name
  # dpkg-query fails where it has never heard of one of them; what it prints of the others still counts.
  # shellcheck disable=SC2016  # the fields are dpkg's
  installed=$({ tr '|' ' ' <<<"$*" | xargs dpkg-query -W -f '${db:Status-Abbrev}:${Package}\n' 2>/dev/null || :; } |
    sed -n 's/^.i *://p')$'\n'
  [ ! -f "$absent" ] || while IFS= read -r entry; do known_package "$entry" >/dev/null || installed+=$entry$'\n'; done <"$absent"
  for entry in "$@"; do
    for name in "$entry" ${entry//|/ }; do [[ $'\n'$installed$'\n' == *$'\n'"$name"$'\n'* ]] && continue 2; done
    echo "$entry"
  done | sort -u
}

# Prints how to become root: nothing for root itself, `sudo` where it works or may ask, fails otherwise.
root_prefix() {
  [ "$(id -u)" -eq 0 ] && return 0
  command -v sudo >/dev/null || return 1
  if sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; then echo sudo; else return 1; fi
}

known_package() {  # known_package ENTRY: the first of its alternatives that apt can install
  local name
  for name in ${1//|/ }; do
    apt-cache show --no-all-versions "$name" >/dev/null 2>&1 && echo "$name" && return 0
  done
  return 1
}

# Reads what apt-get prints and says how far it is: each tenth of the way, on a terminal every package on one line.
count_packages() {  # count_packages TOTAL
  local total=$1 fetched=0 unpacked=0 ready=0 line now said shown=-1
  while IFS= read -r line; do
    case $line in
      Get:*) ((++fetched)) ;;
      'Unpacking '*) ((++unpacked)) ;;
      'Setting up '*) ((++ready)) ;;
      'Need to get '*) echo "   $line"; continue ;;
      *) continue ;;
    esac
    said="   fetched $fetched of $total, unpacked $unpacked of $total, ready $ready of $total"
    if [ -t 1 ]; then
      printf '\r\033[K%s' "$said"
    else
      now=$(((fetched + unpacked + ready) * 10 / (3 * total)))
      [ "$now" -eq "$shown" ] || echo "$said"
      shown=$now
    fi
  done
  [ ! -t 1 ] || echo
}

why_not_installed() {  # why_not_installed LOG MISSING...: one sentence
  local again="when that is put right, run this again: it goes on from there"
  if grep -qE 'Failed to fetch|Could not resolve|Unable to fetch|Temporary failure' "$1"; then
    echo "The package servers cannot be reached, and ${*:2} must be fetched; is there a network? $again"
  elif grep -qE 'enough free space|No space left' "$1"; then
    echo "The disk is too full for the packages ${*:2}; $again"
  else
    echo "apt-get could not install ${*:2}: $(grep -m1 '^E:' "$1" || tail -n 1 "$1"); $again"
  fi
}

# Installs what is missing; does nothing, and asks nobody, when nothing is. What this system does not have at all is said and
# remembered: what needs it is left out, or says so.
install_packages() {  # install_packages PACKAGE...
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian system; the build needs what Debian calls: ${*%%|*}" >&2
    return 0
  fi
  local missing entry name known=() unknown=() prefix stale='' log=build/packages.log
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -eq 0 ] && return 0
  prefix=$(root_prefix) || {
    echo "Packages are missing (${#missing[@]}), and installing them needs root, which sudo does not give here; as root, run:" \
      "apt-get update && apt-get install --no-install-recommends ${missing[*]%%|*}" >&2
    return 1
  }
  can_write build || return 1
  rm -f "$log"  # root may have made it
  say "missing packages (${#missing[@]}): ${missing[*]%%|*}"
  # An installation that was interrupted comes first.
  [ -z "$(dpkg --audit 2>/dev/null)" ] || $prefix dpkg --configure -a
  LC_ALL=C $prefix apt-get -q update >"$log" 2>&1 || stale=yes
  for entry in "${missing[@]}"; do
    if name=$(known_package "$entry"); then known+=("$name"); else unknown+=("$entry"); fi
  done
  if [ "${#known[@]}" -gt 0 ]; then
    fetch_packages "$prefix" "$log" "${known[@]}" || { why_not_installed "$log" "${known[@]}" >&2; return 1; }
  fi
  [ "${#unknown[@]}" -gt 0 ] || return 0
  # Without a network, or while another apt works, no list of packages may be there at all.
  if [ -n "$stale" ] || grep -q 'Failed to fetch' "$log"; then why_not_installed "$log" "${unknown[@]%%|*}" >&2; return 1; fi
  echo "This system has no package ${unknown[*]}; going on without, and what needs it is left out or says so" >&2
  printf '%s\n' "${unknown[@]}" >>"$absent"
}

fetch_packages() {  # fetch_packages PREFIX LOG PACKAGE...
  local total get
  # shellcheck disable=SC2206  # the prefix is one word or none
  get=($1 env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends)
  total=$("${get[@]}" --simulate "${@:3}" 2>/dev/null | grep -c '^Inst ') || :
  [ "$total" -gt 0 ] || total=$#
  echo "   $total with those that they need: $(about $((total * seconds_a_package)))"
  "${get[@]}" "${@:3}" </dev/null 2>&1 | tee -a "$2" | count_packages "$total"
}

# Compilers of template code need about 1.5 GiB each: as many at a time as cores and memory allow.
parallel_jobs() {
  local cores by_memory
  cores=$(nproc)
  by_memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  [ "${by_memory:-$cores}" -lt "$cores" ] && cores=$by_memory
  echo $((cores > 0 ? cores : 1))
}

parallel() { echo "${CMAKE_BUILD_PARALLEL_LEVEL:-$(parallel_jobs)}"; }

# The cards of this machine as compute capabilities, as in 90 or 80;90; fails where there is no NVIDIA driver, and prints nothing
# where the driver does not say.
cuda_cards() {
  command -v nvidia-smi >/dev/null || [ -e /proc/driver/nvidia/version ] || return 1
  nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^\([0-9]*\)\.\([0-9]*\)$/\1\2/p' | sort -un | paste -sd';'
}

# The compiler that CMake finds; fails where there is none.
cuda_compiler() {
  local place
  for place in "$(command -v nvcc)" "${CUDACXX-}" "${CUDA_PATH-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$place" ] && echo "$place" && return 0
  done
  return 1
}

# For what nvcc compiles so that it runs on these cards: for themselves where it knows them, or for the last one it
# knows before them, as PTX that their driver compiles. Nothing where all of them are older.
cuda_targets() {  # cuda_targets NVCC CARD;CARD...
  { "$1" --list-gpu-code 2>/dev/null | sed -n 's/^sm_\([0-9]*\)$/knows \1/p'; printf '%s\n' "${2//;/$'\n'}"; } | awk '
    $1 == "knows" { known[$2] = 1; next }
    { best = 0
      for (k in known) if (k + 0 <= $1 && k + 0 > best) best = k + 0
      if (best) targets[best == $1 ? best : best "-virtual"] = 1 }
    END { for (t in targets) print t }' | sort -n | paste -sd';'
}

# What a preset is configured with beside itself. To run, the CUDA module is built only where there is a driver, for its card; to
# test, everywhere and for one architecture. What the other one has configured stays, so that none of them builds again.
cuda_options() {  # cuda_options PRESET run|test
  local cards driver='' nvcc release targets
  [ "$1" = release ] || return 0
  if cards=$(cuda_cards); then driver=yes; fi
  if [ -z "$driver" ] && [ "$2" = run ]; then
    [ -f "build/$1/CMakeCache.txt" ] || echo -DOMEGASCOPE_CUDA=OFF
    return
  fi
  targets=$cards
  if nvcc=$(cuda_compiler); then  # without it CMake leaves CUDA out by itself
    release=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    [ "${release:-12}" -ge 12 ] || { leave_cuda_out "$nvcc is of CUDA $release, and C++20 needs 12.0 or later"; return; }
    targets=$(cuda_targets "$nvcc" "$cards")
    if [ -n "$cards" ] && [ -z "$targets" ] && [ "$2" = run ]; then
      leave_cuda_out "$nvcc compiles nothing for compute capability $(sed 's/[0-9]\(;\|$\)/.&/g; s/;/, /g' <<<"$cards")"
      return
    fi
  fi
  echo -UOMEGASCOPE_CUDA
  if [ -n "$targets" ]; then
    echo "-DOMEGASCOPE_CUDA_ARCHITECTURES=$targets"
  elif [ -n "$cards" ] || [ -z "$driver" ]; then
    echo -UOMEGASCOPE_CUDA_ARCHITECTURES
  fi
}

leave_cuda_out() {  # leave_cuda_out WHY
  echo "The CUDA backend is left out: $1; the CPU computes everything" >&2
  echo -DOMEGASCOPE_CUDA=OFF
}

configure() {  # configure PRESET [OPTION...]
  local cache=build/$1/CMakeCache.txt
  # A checkout that was moved or copied with its build folder is configured anew; what is compiled elsewhere is not used.
  if [ -f "$cache" ] && ! grep -qxF -e "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" -e "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$cache"; then
    echo "build/$1 was made in another place; it is made anew"
    rm -rf "build/$1"
  fi
  # Whether the Python module can be built is asked anew: packages may have come since. What is given after it wins.
  cmake --preset "$1" -Wno-dev --log-level=WARNING -UOMEGASCOPE_PYTHON "${@:2}" && return 0
  local lacks=
  [ ! -s "$absent" ] || lacks="; this system has no package $(xargs <"$absent")"
  echo "cmake could not configure $1, for the reason above$lacks$(full_disk)" >&2
  return 1
}

full_disk() {  # a clause where the build or its temporary files have no room left
  local place left
  for place in . build "${TMPDIR:-/tmp}"; do
    left=$(df -Pk "$place" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }')
    [ -z "$left" ] || [ "$left" -ge 100 ] ||
      { echo "; the disk of $(cd "$place" && pwd) is full ($left MiB left, a whole build takes 3 GiB): free some and run this again, it goes on from there"; return; }
  done
}

work_left() {  # work_left PRESET [TARGET...]: how many steps, of how many milliseconds of one core on average, and what they are
  local folder=build/$1 steps='' each='' all files places what=steps
  if [ -f "$folder/build.ninja" ] && command -v ninja >/dev/null; then
    # Asked what it would do, ninja would configure again and say no more: so without the rule for that.
    if steps=$(sed '/^build build\.ninja:/,/^$/d' "$folder/build.ninja" | ninja -C "$folder" -f /dev/stdin -n "${@:2}" 2>/dev/null |
      sed -n 's/^\[[0-9]*\/\([0-9]*\)\].*/\1/p' | tail -n 1); then
      steps=${steps:-0}
      each=$(awk -F'\t' 'NR > 1 { ++n; t += $2 - $1 } END { if (n > 100) print int(t / n) }' "$folder/.ninja_log" 2>/dev/null) || :
    else
      steps=''
    fi
  fi
  if [ -z "$each" ]; then
    places=(engine app)
    [ $# -gt 1 ] || places+=(tests)
    files=$(find "${places[@]}" -name '*.cpp' | wc -l)
    each=$milliseconds_a_file
    if [ -z "$steps" ]; then
      steps=$files what=files
    else  # one step compiles several files
      all=$(ninja -C "$folder" -t commands "${@:2}" 2>/dev/null | wc -l) || :
      each=$((each * files / (all > 0 ? all : 1)))
    fi
  fi
  echo "$steps $each $what"
}

announce() {  # announce PRESET PACKAGES [TARGET...]: what is to be done and how long it may take, before it begins
  local steps each what seconds
  read -r steps each what < <(work_left "$1" "${@:3}")
  seconds=$((steps * each / 1000 / $(parallel) + $2 * 10 * seconds_a_package))
  if [ "$steps" -eq 0 ] && [ "$2" -eq 0 ]; then
    say "nothing to install and nothing to build, as far as can be seen"
  else
    say "to do: packages to install: $2, $what to build: $steps with $(parallel) at a time: $(about "$seconds"), less where ccache knows files"
  fi
}

tests_at_a_time() { echo "${CTEST_PARALLEL_LEVEL:-$(nproc)}"; }

announce_tests() {  # announce_tests PRESET: how long they took before, or may take
  local seconds
  seconds=$(awk '/^---/ { exit } { t += $3 } END { if (t > 0) print int(t) }' "build/$1/Testing/Temporary/CTestCostData.txt" 2>/dev/null) || :
  say "then the tests: $(about $((${seconds:-$seconds_of_tests} / $(tests_at_a_time))))"
}

programs() {  # programs PRESET: the targets to use, as configured; the app and the Python module only where what they need was found
  echo omega
  ! grep -qs '^build omegascope: ' "build/$1/build.ninja" || echo omegascope
  ! grep -qs '^build omega_python: ' "build/$1/build.ninja" || echo omega_python
}

build() {  # build PRESET [--target NAME...]
  NINJA_STATUS="[%f/%t, %es] " cmake --build --preset "$1" -j "$(parallel)" "${@:2}" && return 0
  echo "The build of $1 stopped, for the reason above$(full_disk)" >&2
  return 1
}
