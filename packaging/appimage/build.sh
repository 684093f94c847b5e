#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lays build/appimage/Kernline.AppDir out of the release build: the command, the viewer with its libraries, and the
# recorder where it is built. With RUNTIME, the program in front of an AppImage's files, it packs them into
# build/appimage/Kernline-VERSION-x86_64.AppImage. RUNTIME is runtime-x86_64 of a release of
# https://github.com/AppImage/type2-runtime. Says what it wrote.
# Usage: packaging/appimage/build.sh [RUNTIME]
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  sed -n '3,7s/^# //p' "${BASH_SOURCE[0]}"
  exit
fi
runtime=${1:+$(realpath "$1")}
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"
# shellcheck source=packaging/build.sh
source "$source_dir/packaging/build.sh"

step "Installing what is missing"
ensure_packages "${build_packages[@]}" "${bundle_packages[@]}" "${appimage_packages[@]}"
step "Building the programs"
configure
targets=(kernline kernline-viewer)
if has_target kernline-recorder; then
  targets+=(kernline-recorder kernline-inject)
fi
build "${targets[@]}"
say_about_recorder "$build_dir"

out=$project_dir/build/appimage
rm -rf "$out"
mkdir -p "$out"

step "Collecting files and libraries"
app=$out/Kernline.AppDir
id=io.github.kernline.Kernline
cmake --install "$build_dir" --prefix "$app/usr" --strip >/dev/null
install -m 755 "$source_dir/packaging/appimage/AppRun" "$app/AppRun"
cp "$app/usr/share/applications/$id.desktop" "$app/usr/share/icons/hicolor/256x256/apps/$id.png" "$app"
ln -s "$id.png" "$app/.DirIcon"
/usr/bin/python3 "$source_dir/packaging/bundle/bundle.py" "$app/usr"

if [[ -z $runtime ]]; then
  echo "$app: $(du -sh --apparent-size "$app" | cut -f1). To pack it, name a runtime; --help says which"
  exit
fi
step "Packing"
version=$("$app/usr/bin/kernline" --version)
image=$out/Kernline-${version#* }-x86_64.AppImage
mksquashfs "$app" "$out/files.squashfs" -comp zstd -root-owned -noappend -quiet -no-progress
cat "$runtime" "$out/files.squashfs" >"$image"
chmod 755 "$image"
rm "$out/files.squashfs"
echo "$image: $(du -h --apparent-size "$image" | cut -f1)"
