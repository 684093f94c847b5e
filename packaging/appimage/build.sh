#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes build/appimage/Kernline-VERSION-x86_64.AppImage out of the release build: the command, the viewer with its
# libraries, and the recorder where it is built. Says where it is.
# Usage: packaging/appimage/build.sh
set -euo pipefail

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

step "Building the runtime"
out=$project_dir/build/appimage
rm -rf "$out"
mkdir -p "$out"
static=(squashfuse squashfuse_ll fuse3 zstd z lzma lz4 lzo2)
runtime=$source_dir/packaging/appimage/runtime
# What upstream's Makefile says, and the magic bytes that its script puts where a linker cannot.
gcc -std=gnu99 -Os -w -D_FILE_OFFSET_BITS=64 -DFUSE_USE_VERSION=32 -DGIT_COMMIT='"caf24f9"' -static \
  -ffunction-sections -fdata-sections -Wl,--gc-sections -T "$runtime/data_sections.ld" \
  -I"$runtime" -isystem /usr/include/squashfuse -isystem /usr/include/fuse3 "$runtime/runtime.c" \
  "${static[@]/#/-l}" -o "$out/runtime" 2>"$out/runtime.log" || {
  cat "$out/runtime.log" >&2
  exit 1
}
strip --strip-unneeded "$out/runtime"
printf 'AI\002' | dd of="$out/runtime" bs=1 seek=8 conv=notrunc status=none

step "Collecting files and libraries"
app=$out/Kernline.AppDir
id=io.github.kernline.Kernline
cmake --install "$build_dir" --prefix "$app/usr" --strip >/dev/null
install -m 755 "$source_dir/packaging/appimage/AppRun" "$app/AppRun"
cp "$app/usr/share/applications/$id.desktop" "$app/usr/share/icons/hicolor/256x256/apps/$id.png" "$app"
ln -s "$id.png" "$app/.DirIcon"
libraries=$(dirname "$(gcc -print-file-name=libc.a)")
archives=("${static[@]/#/$libraries/lib}")
archives=("${archives[@]/%/.a}")
/usr/bin/python3 "$source_dir/packaging/bundle/bundle.py" "$app/usr" "${archives[@]}" "$libraries/libc.a"
install -m 644 -D "$source_dir/LICENSES/MIT.txt" "$app/usr/share/doc/appimage-runtime/copyright"

step "Packing"
version=$("$app/usr/bin/kernline" --version)
image=$out/Kernline-${version#* }-x86_64.AppImage
mksquashfs "$app" "$out/files.squashfs" -comp zstd -root-owned -noappend -quiet -no-progress
cat "$out/runtime" "$out/files.squashfs" >"$image"
chmod 755 "$image"
rm "$out/files.squashfs" "$out/runtime" "$out/runtime.log"
echo "$image: $(du -h --apparent-size "$image" | cut -f1)"
