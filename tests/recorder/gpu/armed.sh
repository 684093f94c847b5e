#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Armed recorders: nothing is recorded until a step, a slow step, or kernline record fire; then a file each time.
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
    echo "FAILED - $name ($?): $(tail -n 12 "$folder/log" | cut -c1-600 | tr '\n' ' ')"
  fi
}
record() { timeout 100 "$RECORDER" -o "$folder/$1.json" "${@:2}"; }  # NAME OPTION… -- PROGRAM…
check() { "$python" "$here/check_recording.py" "$@"; }
steps_of() { "$python" - "$@" <<'P'
import collections, json, sys
document = json.load(open(sys.argv[1]))
events = [e for e in document["traceEvents"] if e.get("ph") == "X"]
names = collections.Counter(e["name"] for e in events)
kernels = sum(e["cat"] == "kernel" for e in events)
steps = sorted(int(n[5:]) for n in names if n.startswith("step "))
optimizer = sum(c for n, c in names.items() if n.startswith("Optimizer.step"))
print("steps", steps, "optimizer steps", optimizer, "kernels", kernels, document["kernlineFooter"])
length = (max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events)) / 1e6
print("length", round(length, 3), "s")
sys.exit(not eval(sys.argv[2]))
P
}
chosen() {
  record steps --steps 5..7 -- "$python" "$here/torch_steps.py" 20
  [ $? -eq 5 ] && steps_of "$folder/steps.json" "optimizer == 3 and kernels >= 30 and length < 1 and document['kernlineFooter']['dropped'] == 0" &&
    check "$folder/steps.json" dropped=0 linked=work
}
test "--steps records these steps and no other" chosen
first() { record first --steps 1 -- "$python" "$here/torch_steps.py" 5; [ $? -eq 5 ] && steps_of "$folder/first.json" "optimizer == 1 and kernels >= 10"; }
test "--steps from the first" first
fired() {
  rm -f "$folder"/fired*.json
  "$RECORDER" --arm --duration 1 -o "$folder/fired.json" -- "$python" "$here/torch_steps.py" 400 &
  local recorder=$! waited=0
  sleep 8
  [ ! -e "$folder/fired.json" ] || return 1
  "$RECORDER" fire $recorder || return 1
  while [ ! -e "$folder/fired.json" ] && ((++waited < 50)); do sleep 0.1; done
  sleep 2.5
  "$RECORDER" fire python3 --duration 500ms || "$RECORDER" fire --duration 500ms || return 1
  wait $recorder
  [ $? -eq 5 ] || return 1
  steps_of "$folder/fired.json" "optimizer > 10 and kernels > 100 and 0.7 < length < 1.4" &&
    steps_of "$folder/fired-2.json" "optimizer > 4 and kernels > 40 and 0.3 < length < 0.9" &&
    check "$folder/fired.json" dropped=0 && check "$folder/fired-2.json" dropped=0
}
test "kernline record fire, twice" fired
slow() {
  record slow --when 'step > 1.5*median' --duration 500ms -- "$python" "$here/torch_steps.py" 60 30
  [ $? -eq 5 ] && steps_of "$folder/slow.json" "steps and 30 <= min(steps) <= 33 and kernels > 40"
}
test "--when a step is slow" slow
never() { record never --arm -- "$python" "$here/torch_steps.py" 3; [ $? -eq 5 ] && [ ! -e "$folder/never.json" ]; }
test "no file of a program that nobody asks about" never
none() { "$RECORDER" fire; [ $? -eq 1 ]; }
test "fire without an armed recorder is an error" none
for round in 1 2; do
  "$python" "$here/torch_loop.py" small 100000 none | sed 's/^/   bare /'
  "$RECORDER" --arm -o "$folder/cost.json" -- "$python" "$here/torch_loop.py" small 100000 none 2>/dev/null | sed 's/^/   armed /'
done
