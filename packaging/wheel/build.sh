#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes build/wheel/kernline-VERSION-cp310-abi3-manylinux_2_GLIBC_x86_64.whl out of the release build: the Python
# package, the command, the viewer with its libraries, and the recorder where it is built. Says where it is.
# Usage: packaging/wheel/build.sh
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"
# shellcheck source=packaging/build.sh
source "$source_dir/packaging/build.sh"

step "Installing what is missing"
ensure_packages "${build_packages[@]}" "${bundle_packages[@]}"
step "Building the programs and the Python module"
configure -DKERNLINE_PYTHON=ON
targets=(kernline kernline-viewer kernline_python)
if has_target kernline-recorder; then
  targets+=(kernline-recorder kernline-inject)
fi
build "${targets[@]}"
say_about_recorder "$build_dir"

step "Collecting files"
out=$project_dir/build/wheel
stage=$out/stage
rm -rf "$stage"
mkdir -p "$stage"
cmake --install "$build_dir" --prefix "$stage/kernline/program" --strip >/dev/null
cmake --install "$build_dir" --prefix "$stage" --component python --strip >/dev/null

step "Collecting libraries and packing"
/usr/bin/python3 "$source_dir/packaging/wheel/make_wheel.py" "$stage" "$out"
