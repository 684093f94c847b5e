#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Recorders that keep the latest seconds: what led to a moment is in its file, and nothing of it is lost.
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
    echo "FAILED - $name ($?): $(tail -n 12 "$folder/log" | cut -c1-900 | tr '\n' ' ')"
  fi
  grep -E "^(length|took)" "$folder/log" | cut -c1-420 | sed 's/^/   /'
}
record() { timeout 60 "$RECORDER" -o "$folder/$1.json" "${@:2}"; }  # NAME OPTION… -- PROGRAM…
moment() { "$python" "$here/check_moment.py" "$folder/$1.json" "${@:2}"; }  # NAME CONDITION…
moments="$here/torch_moments.py"
whole="dropped == 0 and nameless == 0 and unlinked < 20"
fired() {  # OPTION…
  rm -f "$folder/fired.json"
  "$RECORDER" --arm --keep 3s --duration 1 "$@" -o "$folder/fired.json" -- "$python" "$here/torch_steps.py" 500 &
  local recorder=$!
  sleep 11
  [ ! -e "$folder/fired.json" ] || return 1
  "$RECORDER" fire $recorder || return 1
  wait $recorder
  [ $? -eq 5 ]
}
asked() { fired && moment fired "$whole" "3.5 < length < 4.8" "kernels > 500 and operators > 2000"; }
test "fire writes the 3 s before it" asked
stacks() { fired --torch=shapes,stacks && moment fired "$whole" "3.5 < length < 4.8" "len(frames) > 500" "cut > 0"; }
test "with the Python frames that were open" stacks
raised() { record raise --when exception --keep 2s -- "$python" "$moments" raise; [ $? -eq 1 ] && moment raise "$whole" "'exception: ValueError: bad batch of step 101' in notes" "mark > 0.4" "steps[-1] == 101" "kernels > 200"; }
test "an exception that ends the program" raised
caught() { record catch --when exception --duration 300ms -- "$python" "$moments" catch; [ $? -eq 5 ] && moment catch "$whole" "'bad batch' in notes" "0.2 < after < 0.7"; }
if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))'; then
  test "an exception that leaves the training step" caught
fi
thread() { record thread --when exception --duration 300ms -- "$python" "$moments" thread; [ $? -eq 5 ] && moment thread "$whole" "'RuntimeError' in notes" "0.2 < after < 0.7"; }
test "an exception that ends a thread" thread
compiled() { record compile --when exception -- "$python" "$moments" compile; [ $? -eq 1 ] && moment compile "'bad batch' in notes" "kernels > 100" "dropped == 0"; }
test "an exception beside torch.compile" compiled
memory() { record oom --when oom --when exception --duration 300ms -- "$python" "$moments" oom; [ $? -eq 5 ] && moment oom "$whole" "'out of memory: 4398 GB wanted' in notes" "0.2 < after < 0.7" "mark > 0.4" && [ ! -e "$folder/oom-2.json" ]; }
test "PyTorch out of memory" memory
cuda() { record cuda --when oom --duration 300ms -- "$python" "$moments" cuda-oom; [ $? -eq 5 ] && moment cuda "'out of memory: cuMemAlloc failed' in notes" "len(work) > 200" "mark > 0.8"; }
test "CUDA out of memory" cuda
idle() { record idle --when 'idle > 50%' --keep 3s --duration 1 -- "$python" "$moments" idle; [ $? -eq 5 ] && moment idle "'idle GPU: GPU 0 idle for' in notes" "dropped == 0" "kernels > 100"; }
test "an idle GPU" idle
during() { moment idle "gap < 1"; }
test "is noticed while it is idle" during
slow() { record slow --when 'step > 1.5*median' --keep 300ms --duration 500ms -- "$python" "$here/torch_steps.py" 60 30; [ $? -eq 5 ] && moment slow "$whole" "20 <= steps[0] <= 29 and steps[-1] >= 33" "'slow step: step 30' in notes"; }
test "steps before a slow one" slow
bounded() { record bounded --keep 10s,16MB --when exception -- "$python" "$moments" raise; [ $? -eq 1 ] && moment bounded "kernels > 10"; }
test "a small memory" bounded
queue() { record queue --duration 3 --torch=off -- "$python" "$moments" queue; [ $? -eq 5 ] && moment queue "dropped == 0" "kernels > 100"; }
test "work in flight is not dropped" queue
queued() { record queued --arm --keep 2s --duration 1 --torch=off -- "$python" "$moments" queue & sleep 7; "$RECORDER" fire --duration 500ms; wait $!; moment queued "dropped == 0" "kernels > 100"; }
test "work in flight at the end of a file" queued
running() { sleep 20 & local why; why=$("$RECORDER" attach $! 2>&1); local status=$?; kill $!; echo "$why"; [ $status -eq 1 ] && [[ $why == *"kernline record --arm -- sleep 20"* ]]; }
test "a program that runs already is not recorded, with what to do" running
begin=$(date +%s.%N)
record steps --steps 5..7 -- "$python" "$here/torch_steps.py" 20 >/dev/null 2>&1
echo "   --steps 5..7 of 20: $(echo "$(date +%s.%N) - $begin" | bc) s in all"
cost() { "$@" "$python" "$here/torch_loop.py" step 1000 none 2>/dev/null; }
for round in 1 2; do
  cost | sed 's/^/   bare /'
  cost "$RECORDER" --arm -o "$folder/cost.json" -- | sed 's/^/   armed /'
  cost "$RECORDER" --when oom --when exception --when 'idle > 99%' -o "$folder/cost.json" -- | sed 's/^/   kept /'
done
