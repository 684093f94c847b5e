#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hot lines: a line that is plainly hot gets most samples; a training loop costs little more; misuse says a sentence.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
nvcc -std=c++17 -O2 -arch=native -lineinfo -o "$folder/hot_line" "$here/hot_line.cu" || exit 1
"$RECORDER" --source -o "$folder/hot.json" -- "$folder/hot_line" || echo "FAILED - record --source"
python3 "$here/source_lines.py" "$folder/hot.json" hot "// hot"
"$RECORDER" run softmax --source --samples 5 --no-ceilings -o "$folder/run.json" >/dev/null || echo "FAILED - run --source"
python3 "$here/source_lines.py" "$folder/run.json"
"$RECORDER" --source=1000 -o "$folder/none.json" -- true 2>"$folder/none.txt"
[[ $? -eq 2 ]] && grep -q 'power of two' "$folder/none.txt" && [[ ! -e $folder/none.json ]] &&
  echo "ok - a wrong period is refused before anything runs" || echo "FAILED - a wrong period"
