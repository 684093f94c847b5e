# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by run.sh and test.sh: the one build folder of both, so that nothing is compiled twice.
project_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$project_dir/build/release

# Says what is being done now, with the time since the script began.
step() {
  printf '\n[%d:%02d] %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$1"
}

# Configures anew only where an option says so: cmake runs itself when its files change.
configure() {
  (cd "$project_dir" && cmake --preset release "$@" >"${TMPDIR:-/tmp}/kernline-configure.log" 2>&1) || {
    cat "${TMPDIR:-/tmp}/kernline-configure.log" >&2
    return 1
  }
}

has_target() {
  cmake --build "$build_dir" --target help | grep -q "^$1:"
}

# Builds targets, or everything, with ninja's progress as one line "[done/all, seconds] …".
build() {
  local targets=()
  if (($# > 0)); then
    targets=(--target "$@")
  fi
  (cd "$project_dir" && NINJA_STATUS='[%f/%t, %e s] ' cmake --build --preset release "${targets[@]}")
}
