#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small plain texts from the fixtures as seed corpora: collect_seeds.sh FIXTURES SEEDS LOG_SEEDS
set -eu
fixtures=$1
seeds=$2
log_seeds=$3
largest=20000
mkdir -p "$seeds" "$log_seeds"
cp "$fixtures"/logs/*.log "$log_seeds"
find "$fixtures" -type f \( -name '*.json' -o -name '*.html' \) -size -20k | while read -r file; do
  name=$(echo "${file#"$fixtures"/}" | tr '/ ' '__')
  cp "$file" "$seeds/$name"
done
find "$fixtures" -type f -name '*.json.gz' | while read -r file; do
  name=$(basename "$file" .gz)
  # The first bytes alone: a trace that is cut short is a good seed.
  { gzip -dcq "$file" 2>/dev/null || true; } | head -c "$largest" > "$seeds/$name"
done
