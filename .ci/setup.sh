# Sourced by run.sh and test.sh: the Debian packages, and how to install, configure and build. Bash only.
# shellcheck shell=bash disable=SC2034

# What the engine, the command and their tests need.
omega_packages=(
  g++ cmake ninja-build ccache pkg-config
  libeigen3-dev libtbb-dev libhwy-dev librandom123-dev
  nlohmann-json3-dev libcli11-dev libzip-dev libpng-dev libjpeg62-turbo-dev
  catch2 python3 python3-numpy parallel
)
# What the desktop app and its tests need besides: Qt, plots, and a display server of their own with OpenGL drawn by the processor.
omega_packages_app=(
  qt6-base-dev libqt6opengl6-dev qt6-svg-dev libqcustomplot-dev
  libgl1-mesa-dri xvfb xauth
  file librsvg2-bin poppler-utils
)
# What the tests need besides: the layout of the sources is that of this version.
omega_packages_test=(clang-format-14)
# What ./test.sh --full needs besides, to fuzz.
omega_packages_full=(clang libclang-rt-14-dev)

die() {  # die STATUS SENTENCE...
  printf '%s\n' "${@:2}" >&2
  exit "$1"
}

missing_packages() {  # missing_packages PACKAGE...: those that dpkg does not know as installed
  local installed
  # dpkg-query fails where it has never heard of one of them; what it prints of the others still counts.
  installed=$({ dpkg-query -W -f '${db:Status-Abbrev}:${Package}\n' "$@" 2>/dev/null || :; } | sed -n 's/^.i *://p')
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$installed")
}

# Prints how to become root: nothing for root itself, `sudo` where it works or may ask, fails otherwise.
root_prefix() {
  [ "$(id -u)" -eq 0 ] && return 0
  command -v sudo >/dev/null || return 1
  if sudo -n true 2>/dev/null || [ -t 0 ]; then echo sudo; else return 1; fi
}

# Installs what is missing; does nothing, and asks nobody, when nothing is.
install_packages() {  # install_packages PACKAGE...
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian system; the build needs what Debian calls: $*" >&2
    return 0
  fi
  local missing prefix why
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -eq 0 ] && return 0
  echo "Missing packages: ${missing[*]}"
  if prefix=$(root_prefix); then
    # shellcheck disable=SC2086  # the prefix is one word or none
    $prefix apt-get -qq update &&
      $prefix env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "${missing[@]}" </dev/null &&
      return 0
    why="apt-get could not install them"
  else
    why="installing them needs root, which sudo does not give here"
  fi
  {
    echo "These Debian packages are missing, and $why:"
    printf '  %s\n' "${missing[@]}"
    echo "Please run: apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  } >&2
  return 1
}

# Compilers of template code need about 1.5 GiB each: as many at a time as cores and memory allow.
parallel_jobs() {
  local cores by_memory
  cores=$(nproc)
  by_memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  [ "${by_memory:-$cores}" -lt "$cores" ] && cores=$by_memory
  echo $((cores > 0 ? cores : 1))
}

configure() {  # configure PRESET
  cmake --preset "$1" -Wno-dev --log-level=WARNING
}

programs() {  # programs PRESET: the targets to run, as configured; the app only where its libraries were found
  echo omega
  ! grep -q '^build omegascope: ' "build/$1/build.ninja" || echo omegascope
}

build() {  # build PRESET [--target NAME...]
  cmake --build --preset "$1" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(parallel_jobs)}" "${@:2}"
}
