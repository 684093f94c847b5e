#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Kernline and opens FILE in it, or a sample recording.
# Usage: packaging/run.sh [FILE…]
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"
# shellcheck source=packaging/build.sh
source "$source_dir/packaging/build.sh"

files=("$@")
if ((${#files[@]} == 0)); then
  files=("$source_dir/resources/samples/attention-training.json.gz")
fi

step "Installing what is missing (about a minute, once)"
ensure_packages "${build_packages[@]}"
step "Building the viewer (about 5 minutes on 2 cores, once)"
configure -DKERNLINE_BUILD_TESTS=OFF  # which need further packages
build kernline-viewer
bin=$build_dir/bin
rest=(kernline)
if has_target kernline-recorder; then
  rest+=(kernline-recorder)
fi

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
  step "Opening ${files[*]}"
  if [[ ! -x $bin/kernline || (${#rest[@]} -gt 1 && ! -x $bin/kernline-recorder) ]]; then
    echo "Built in the background: ${rest[*]} (see $build_dir/background.log)"
    # At low priority, so that the window is not slowed down.
    (nice -n 19 cmake --build "$build_dir" --target "${rest[@]}" >"$build_dir/background.log" 2>&1 &)
  fi
  if ((${#rest[@]} == 1)); then
    say_about_recorder "$build_dir"
  fi
  exec "$bin/kernline-viewer" "${files[@]}"
fi

picture=$source_dir/build/kernline.png
step "Writing a picture of the window: no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
QT_QPA_PLATFORM=offscreen "$bin/kernline-viewer" --screenshot "$picture" "${files[@]}"
echo "Picture of the window: $picture"
step "Building the command line (about a minute)"
build kernline
step "Summary:"
"$bin/kernline" summary "${files[@]}"
if has_target kernline-recorder; then
  step "Building the recorder for live capture"
  build kernline-recorder
fi
say_about_recorder "$build_dir"
