# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# Sourced by run.sh, test.sh and .ci/run: the one list of Debian packages, and how to get them. Debian 12 or newer.

build_packages=(
  g++ cmake ninja-build ccache pkg-config
  qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
  libgl-dev libxkbcommon-dev
  libfmt-dev nlohmann-json3-dev libcli11-dev libre2-dev libxxhash-dev libisal-dev libarchive-dev libsqlite3-dev
  libzstd-dev libiberty-dev python3-dev fonts-dejavu-core
)
# Which Debian this is, 13 or so; one without a number is newer than all; 0: another distribution.
# shellcheck source=/dev/null
debian_release=$(source /etc/os-release 2>/dev/null && [[ ${ID:-} == debian ]] && echo "${VERSION_ID:-99}" || echo 0)
if ((debian_release < 13)); then
  build_packages+=(libqt6opengl6-dev)  # from then on part of qt6-base-dev
fi
bundle_packages=(python3 patchelf binutils fonts-dejavu-core qt6-base-dev-tools qt6-translations-l10n)
appimage_packages=(squashfs-tools)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev libvalijson-dev libprotozero-dev python3 qt6-translations-l10n)
check_packages=(
  clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev
  git file dpkg-dev desktop-file-utils appstream flatpak-builder fonts-noto-cjk python3-venv mypy
)

missing_packages() {
  local package
  for package in "$@"; do
    if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      echo "$package"
    fi
  done
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "Installing packages needs root: install sudo, or run as root: $*" >&2
    return 1
  fi
}

# Installs those of the named packages that are missing; touches nothing if none is.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian, so nothing is installed. Needed are the counterparts of: $*" >&2
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    return 0
  fi
  echo "Installing: ${missing[*]}"
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# One truthful line on the part of the project that needs an NVIDIA toolkit, asked of a build folder.
say_about_recorder() {
  local build=${1:-}
  if [[ -n $build && -x $build/bin/kernline-recorder ]]; then
    echo "The recorder is built: kernline record --help"
  else
    echo "The recorder is left out: it needs a CUDA toolkit 12.4 or newer with CUPTI, NVRTC and cuBLASLt."
  fi
}
