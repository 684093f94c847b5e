#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Not a test: what recording costs a launch beside CUPTI alone. launch_cost.sh [ROUNDS]; medians of interleaved runs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
RECORDER=${RECORDER:-$here/../../../build/release/bin/kernline-recorder}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
nvcc -std=c++20 -O2 -arch=native -I"$cuda/extras/CUPTI/include" -o "$folder/launches" "$here/launches.cu" \
  -L"$cuda/extras/CUPTI/lib64" -L"$cuda/lib64" -lcupti -Xlinker -rpath="$cuda/extras/CUPTI/lib64:$cuda/lib64" || exit 1
for ((round = 0; round < ${1:-8}; ++round)); do
  "$folder/launches" bare | sed 's/^/bare /'
  "$folder/launches" floor | sed 's/^/floor /'
  for calls in all launches none; do
    "$RECORDER" --torch=off --calls=$calls -o "$folder/run.json" -- "$folder/launches" bare 2>/dev/null | sed "s/^/calls=$calls /"
  done
done | tee "$folder/times"
for what in bare floor calls=all calls=launches calls=none; do
  sed -n "s/^$what //p" "$folder/times" | sort -n | awk -v what=$what '{all[NR] = $1} END {print what, all[int((NR + 1) / 2)], "us a launch, from", all[1], "to", all[NR]}'
done
