#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Sampled Python stacks: the time and the launches of functions, nested with operators.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mkdir -p "$folder"
python=${PYTHON:-python3}
if ! reason=$("$python" -c 'import torch' 2>&1); then
  echo "   no PyTorch here: ${reason##*$'\n'}"
  exit 0
fi
test() {  # NAME COMMAND…
  local name=$1
  shift
  if "$@" >"$folder/log" 2>&1; then
    echo "ok - $name"
  else
    echo "FAILED - $name ($?): $(tail -n 8 "$folder/log" | cut -c1-600 | tr '\n' ' ')"
  fi
  grep -E "^(frames|operators)" "$folder/log" | cut -c1-400 | sed 's/^/   /'
}
record() { timeout 100 "$RECORDER" -o "$folder/$1.json" "${@:2}"; }  # NAME OPTION… -- PROGRAM…
sampled() { record stacks --torch=shapes,stacks -- "$python" "$here/stacks_program.py" && "$python" "$here/check_stacks.py" "$folder/stacks.json"; }
test "functions, their time and operators" sampled
alone() { record alone --torch=stacks -- "$python" "$here/torch_ends.py" exit; [ $? -eq 7 ] || [ -s "$folder/alone.json" ]; }
test "a program that ends early" alone
for round in 1 2 3; do
  for level in shapes shapes,stacks; do
    timeout 60 "$RECORDER" --torch=$level -o "$folder/cost.json" -- "$python" "$here/torch_loop.py" step 1000 none 2>/dev/null | sed "s/^/   $level /"
  done
done
