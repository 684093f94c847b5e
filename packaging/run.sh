#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Kernline and opens FILE in it, or a sample recording.
# Usage: packaging/run.sh [FILE…]
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"

files=("$@")
if ((${#files[@]} == 0)); then
  files=("$source_dir/resources/samples/attention-training.json.gz")
fi

ensure_packages "${build_packages[@]}"
(
  cd "$source_dir"
  cmake --preset release -DKERNLINE_BUILD_TESTS=OFF
  targets=(kernline kernline-viewer)
  if cmake --build --preset release --target help | grep -q '^kernline-recorder:'; then
    targets+=(kernline-recorder)
  fi
  cmake --build --preset release --target "${targets[@]}"
)
say_about_recorder "$source_dir/build/release"
bin=$source_dir/build/release/bin

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
  exec "$bin/kernline-viewer" "${files[@]}"
fi

picture=$source_dir/build/kernline.png
echo "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): a summary and a picture instead."
echo
"$bin/kernline" summary "${files[@]}"
QT_QPA_PLATFORM=offscreen "$bin/kernline-viewer" --screenshot "$picture" "${files[@]}"
echo
echo "The window, as it would show this, is in $picture"
