#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small files from the fixtures as seed corpora, a folder a fuzz target: collect_seeds.sh FIXTURES SEEDS
set -eu
fixtures=$1
seeds=$2
largest=20000
mkdir -p "$seeds/chrome_json" "$seeds/log" "$seeds/memory" "$seeds/work_rules"
cp "$fixtures"/../../resources/work.txt "$fixtures"/../../resources/devices.txt "$seeds/work_rules"
cp "$fixtures"/logs/*.log "$seeds/log"
find "$fixtures/../data/formats/records" -type f -size -24k -exec cp {} "$seeds/log" \;
find "$fixtures/memory" -type f -name '*.pickle' -size -20k -exec cp {} "$seeds/memory" \;
find "$fixtures" -type f \( -name '*.json' -o -name '*.html' \) -size -20k | while read -r file; do
  name=$(echo "${file#"$fixtures"/}" | tr '/ ' '__')
  cp "$file" "$seeds/chrome_json/$name"
done
find "$fixtures" -type f -name '*.json.gz' | while read -r file; do
  name=$(basename "$file" .gz)
  # The first bytes alone: a trace that is cut short is a good seed.
  { gzip -dcq "$file" 2>/dev/null || true; } | head -c "$largest" > "$seeds/chrome_json/$name"
done
