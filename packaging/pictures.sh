#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the pictures of the documentation again: packaging/pictures.sh [NAME...], by default all, e.g. overview whatIf.
# With KERNLINE_LOOKS=FOLDER they go there instead, to be looked at; KERNLINE_LOOK="1280x720 dark zh_CN" changes size,
# theme and language. Needs the preset `release` and Debian's fonts-noto-cjk.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --build --preset release --target kernline_pictures
drawn=${KERNLINE_LOOKS:-$(mktemp -d)}
mkdir -p "$drawn"
if (($# == 0)); then
  set -- '*'
fi
for name in "$@"; do
  for fonts in dejavu cjk; do
    filter="Pictures.$name-*InChinese"
    if [[ $fonts == cjk ]]; then
      filter="Pictures.${name%InChinese}InChinese"
    fi
    KERNLINE_TEST_FONTS=$fonts KERNLINE_LOOKS=$drawn build/release/bin/kernline_pictures --gtest_filter="$filter"
  done
done
if [[ -n ${KERNLINE_LOOKS:-} ]]; then
  exit
fi
for picture in resources/screenshots/*.png; do
  if [[ -f $drawn/${picture##*/} ]]; then
    cp "$drawn/${picture##*/}" "$picture"
  fi
done
rm -r "$drawn"
