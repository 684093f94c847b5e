#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small plain texts from the fixtures as a seed corpus: collect_seeds.sh FIXTURES SEEDS
set -eu
fixtures=$1
seeds=$2
largest=20000
mkdir -p "$seeds"
find "$fixtures" -type f \( -name '*.json' -o -name '*.html' \) -size -20k | while read -r file; do
  name=$(echo "${file#"$fixtures"/}" | tr '/ ' '__')
  cp "$file" "$seeds/$name"
done
find "$fixtures" -type f -name '*.json.gz' | while read -r file; do
  name=$(basename "$file" .gz)
  # The first bytes alone: a trace that is cut short is a good seed.
  { gzip -dcq "$file" 2>/dev/null || true; } | head -c "$largest" > "$seeds/$name"
done
