#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small files from the fixtures as seed corpora, a folder a fuzz target: collect_seeds.sh FIXTURES SEEDS
set -eu
fixtures=$1
seeds=$2
largest=20000
mkdir -p "$seeds/chrome_json" "$seeds/log" "$seeds/memory" "$seeds/work_rules" "$seeds/flight_recorder" \
  "$seeds/xplane" "$seeds/samples" "$seeds/ncu" "$seeds/execution_trace" "$seeds/perfetto"
cp "$fixtures"/../../resources/work.txt "$fixtures"/../../resources/devices.txt "$seeds/work_rules"
cp "$fixtures"/logs/*.log "$seeds/log"
find "$fixtures/../data/formats/records" -type f -size -24k -exec cp {} "$seeds/log" \;
find "$fixtures/memory" -type f \( -name '*.pickle' -o -name '*.sqlite' \) -size -20k -exec cp {} "$seeds/memory" \;
cp "$fixtures"/../data/formats/flight_recorder/flight_recorder_rank0.* "$seeds/flight_recorder"
cp "$fixtures"/xplane/*.pb "$fixtures"/pprof/*.pb "$seeds/xplane"
cp "$fixtures"/samples/* "$seeds/samples"
cp "$fixtures"/ncu_rep/*.ncu-rep "$seeds/ncu"
gzip -dc "$fixtures"/../data/formats/execution_trace/execution_trace.json.gz | head -c "$largest" \
  > "$seeds/execution_trace/first_nodes.json"
for file in "$fixtures"/perfetto/*.pftrace; do
  { printf '\001'; cat "$file"; } > "$seeds/perfetto/$(basename "$file")"  # the first byte says how it is cut
done
find "$fixtures" -type f \( -name '*.json' -o -name '*.html' \) -size -20k | while read -r file; do
  name=$(echo "${file#"$fixtures"/}" | tr '/ ' '__')
  cp "$file" "$seeds/chrome_json/$name"
done
find "$fixtures" -type f -name '*.json.gz' | while read -r file; do
  name=$(basename "$file" .gz)
  # The first bytes alone: a trace that is cut short is a good seed.
  { gzip -dcq "$file" 2>/dev/null || true; } | head -c "$largest" > "$seeds/chrome_json/$name"
done
