# What the scripts share: packages, configuring, building.
# Sourced by bash scripts that run with `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build"
preset=release

# From nothing, joined sources take two thirds of the time; who changes sources builds them
# apart (cmake --preset release).
unity=(-DHEDDLE_UNITY=8)

# What Debian 12 needs beyond its base system. LLVM's CMake package looks for
# the libraries at the end, because LLVM was built with them.
packages=(
  clang-19 clang-format-19 lld-19 llvm-19 llvm-19-dev llvm-19-tools
  libstdc++-12-dev cmake ninja-build python3
  libfmt-dev libgtest-dev libbenchmark-dev
  libcurl4-openssl-dev liblz4-dev libzstd-dev zlib1g-dev
  libfftw3-dev libopenblas-pthread-dev libboost-dev
)

# The headers of AArch64, for host code of it.
cross_packages=(libstdc++-12-dev-arm64-cross)

# A browser, in which tests look at pages, what looks at the sources, the second
# judge of float arithmetic, and what programs beside ours are tried with; and what
# the language server is linked with, which is left out elsewhere.
test_packages=(
  libmlir-19-dev nodejs
  chromium clang-tidy-19 libmpfr-dev "${cross_packages[@]}"
  dpkg-dev gdb git libllvm19 pkg-config
  # What sweeps run on, and how their plans are written.
  openmpi-bin python3-yaml
  python3-numpy python3-pip python3-pytest python3-setuptools python3-wheel
)

# Daemons, which their packages start: not on a machine that is somebody's.
if [ -n "${CI:-}" ]; then
  test_packages+=(slurmctld slurmd slurm-client munge)
fi

# Clang's own runtimes, which only a sanitized build links.
sanitizer_packages=(libclang-rt-19-dev)

die() {
  echo "${0##*/}: $*" >&2
  exit 2
}

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
        grep -q 'install ok installed'; then
      echo "$package"
    fi
  done
}

# ensure_packages yes|no: installs what is missing, or lists it and stops.
ensure_packages() {
  command -v dpkg-query >/dev/null ||
    die "packages are looked up with dpkg; elsewhere run: cmake --preset release"
  if [ "$preset" != release ]; then
    packages+=("${sanitizer_packages[@]}")
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  echo "missing packages: ${missing[*]}"
  if [ "$1" = no ]; then
    exit 2
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "installing needs root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  echo "installing them with apt-get"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# configure: unless that is done, or done for this host's code alone, as
# scripts/demo does. Ninja configures again by itself when a CMake file changes.
configure() {
  if [ ! -f "$build/build.ninja" ]; then
    cmake --preset "$preset" -DHEDDLE_HOST_ISAS=all "${unity[@]}"
  elif grep -q "^HEDDLE_HOST_ISAS:STRING=native" "$build/CMakeCache.txt"; then
    cmake --preset "$preset" -DHEDDLE_HOST_ISAS=all
  fi
}

# build_all [TARGET...]: all of them without any.
build_all() {
  cd "$root"
  case $preset in
  asan-ubsan) build="$root/build-asan" ;;
  fuzz) build="$root/build-fuzz" ;;
  esac
  configure
  if [ $# -eq 0 ]; then
    cmake --build --preset "$preset"
  else
    cmake --build --preset "$preset" --target "$@"
  fi
}

# parse_options USAGE ARGS...: sets `install` to yes or no.
parse_options() {
  local usage=$1
  shift
  install=yes
  while [ $# -gt 0 ]; do
    case $1 in
    --no-install) install=no ;;
    -h | --help)
      echo "$usage"
      exit 0
      ;;
    *)
      echo "$usage" >&2
      die "unknown option '$1'"
      ;;
    esac
    shift
  done
}
