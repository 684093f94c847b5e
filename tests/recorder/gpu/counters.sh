#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Samples the GPU's counters while a program runs: plausible beside what the kernels did, none missing, cheap.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
if ! python3 -c 'import torch' 2>/dev/null; then
  echo "FAILED - counters need PyTorch"
  exit 0
fi
"$RECORDER" --counters=all -o "$folder/counters.json" -- python3 "$here/counted_work.py" work || echo "FAILED - record --counters"
for run in 1 2 3; do
  "$RECORDER" -o "$folder/plain-$run.json" -- python3 "$here/counted_work.py" steps >"$folder/plain-$run.txt"
  "$RECORDER" --counters -o "$folder/counted-$run.json" -- python3 "$here/counted_work.py" steps >"$folder/counted-$run.txt"
done
python3 "$here/counted_work.py" check "$folder"
"$RECORDER" --counters=all --every 10us -o "$folder/gaps.json" -- python3 "$here/counted_work.py" steps >"$folder/gaps.txt"
python3 "$here/counted_work.py" check_gaps "$folder"
"$RECORDER" run copy --set megabytes=2048 --l2 warm --counters=memory --every 20us --samples 20 --no-ceilings \
  -o "$folder/run.json" >"$folder/run.txt" || echo "FAILED - record run --counters"
python3 "$here/counted_work.py" check_run "$folder"
"$RECORDER" --counters=tensr -o "$folder/none.json" -- true 2>"$folder/none.txt"
[[ $? -eq 2 ]] && grep -q 'did you mean tensor' "$folder/none.txt" && [[ ! -e $folder/none.json ]] &&
  echo "ok - a misspelt counter is refused before anything runs" || echo "FAILED - a misspelt counter"
"$RECORDER" --counters=sm__nonsense.sum -o "$folder/none.json" -- true 2>"$folder/none.txt"
[[ $? -eq 3 ]] && grep -q 'none of these counters' "$folder/none.txt" && [[ ! -e $folder/none.json ]] &&
  echo "ok - a metric that the chip has not is refused before anything runs" || echo "FAILED - an unknown metric"
if ((${LONG:-0} > 0)); then
  "$RECORDER" --counters --duration "$LONG" -o "$folder/long.json" -- python3 "$here/counted_work.py" long "$LONG"
  python3 "$here/counted_work.py" check_long "$folder" "$LONG"
fi
