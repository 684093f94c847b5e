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
report() {  # NAME STATUS LOG
  if [ "$2" -eq 0 ]; then
    echo "ok - $1"
  else
    echo "FAILED - $1 ($2): $(tail -n 12 "$3" | cut -c1-900 | tr '\n' ' ')"
  fi
  grep -E "^(length|took)" "$3" | cut -c1-420 | sed 's/^/   /'
}
test() {  # NAME FUNCTION
  "$2" >"$folder/$2.log" 2>&1
  report "$1" $? "$folder/$2.log"
}
together() {  # (NAME FUNCTION)…: at once, since most of the time goes into importing PyTorch
  local names=() functions=() processes=()
  while [ $# -gt 0 ]; do
    names+=("$1") functions+=("$2")
    "$2" >"$folder/$2.log" 2>&1 &
    processes+=($!)
    shift 2
  done
  for i in "${!names[@]}"; do
    wait "${processes[$i]}"
    report "${names[$i]}" $? "$folder/${functions[$i]}.log"
  done
}
moments="$here/torch_moments.py"
record() { timeout 60 "$RECORDER" -o "$folder/$1.json" "${@:2}"; }  # NAME OPTION… -- PROGRAM…
moment() { "$python" "$here/check_moment.py" "$folder/$1.json" "${@:2}"; }  # NAME CONDITION…
whole="dropped == 0 and nameless == 0 and unlinked < 30"
fired() {  # NAME WHAT OPTION…: fires 4 s after the loop has begun
  rm -f "$folder/$1.json" "$folder/$1.ready"
  READY="$folder/$1.ready" "$RECORDER" -o "$folder/$1.json" "${@:3}" -- "$python" "$moments" "$2" &
  local recorder=$! waited=0
  while [ ! -e "$folder/$1.ready" ] && ((++waited < 400)); do sleep 0.1; done
  sleep 4
  [ ! -e "$folder/$1.json" ] || return 1
  "$RECORDER" fire $recorder || return 1
  wait $recorder
  [ $? -eq 5 ]
}
asked() { fired asked steps --arm --keep 3s --duration 1 && moment asked "$whole" "3.5 < length < 5.5" "kernels > 500 and operators > 2000"; }
stacks() { fired stacks steps --arm --keep 3s --duration 1 --torch=shapes,stacks && moment stacks "$whole" "3.5 < length < 5.5" "len(frames) > 500" "cut > 0"; }
raised() { record raise --when exception --keep 2s -- "$python" "$moments" raise; [ $? -eq 1 ] && moment raise "$whole" "'exception: ValueError: bad batch of step 101' in notes" "mark > 0.4" "steps[-1] == 101" "kernels > 200"; }
caught() { record catch --when exception --duration 300ms -- "$python" "$moments" catch; [ $? -eq 5 ] && moment catch "$whole" "'bad batch' in notes" "0.2 < after < 1.6"; }
thread() { record thread --when exception --duration 300ms -- "$python" "$moments" thread; [ $? -eq 5 ] && moment thread "$whole" "'RuntimeError' in notes" "0.2 < after < 1.6"; }
memory() { record oom --when oom --when exception --duration 300ms -- "$python" "$moments" oom; [ $? -eq 5 ] && moment oom "$whole" "'out of memory: 4398 GB wanted' in notes" "0.2 < after < 1.6" "mark > 0.4" && [ ! -e "$folder/oom-2.json" ]; }
cuda() { record cuda --when oom --duration 300ms -- "$python" "$moments" cuda-oom; [ $? -eq 5 ] && moment cuda "'out of memory: cuMemAlloc' in notes" "len(work) > 200" "mark > 0.8"; }
running() { sleep 20 & local why; why=$("$RECORDER" attach $! 2>&1); local status=$?; kill $!; echo "$why"; [ $status -eq 1 ] && [[ $why == *"kernline record --arm -- sleep 20"* ]]; }
deep() { fired deep deep --arm --duration 500ms --torch=off && moment deep "dropped == 0 and in_flight > 0"; }  # 2 s
steps() { record steps --steps 5..7 -- "$python" "$here/torch_steps.py" 20; [ $? -eq 5 ] && moment steps "dropped == 0 and in_flight == 0" "steps[0] >= 5"; }
together "fire writes the 3 s before it" asked "with the Python frames that were open" stacks "an exception that ends the program" raised \
  "an exception that ends a thread" thread "PyTorch out of memory" memory "CUDA out of memory" cuda "steps leave nothing in flight" steps \
  "work in flight is not dropped" deep "a program that runs already is not recorded, with what to do" running
compiled() { record compile --when exception -- "$python" "$moments" compile; [ $? -eq 1 ] && moment compile "'bad batch' in notes" "kernels > 100" "dropped == 0"; }
bounded() { fired bounded kernels --arm --keep 10s,16MB --duration 200ms && moment bounded "'had no room in 16 MB' in notes" "dropped > 1000" "nameless == 0" "kernels > 1000"; }
leaving=()
if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))'; then
  leaving=("an exception that leaves the training step" caught)
fi
together "an exception beside torch.compile" compiled "a small memory" bounded "${leaving[@]}"
idle() { record idle --when 'idle > 50%' --keep 4s --duration 1 -- "$python" "$moments" idle; [ $? -eq 5 ] && moment idle "'idle GPU: GPU 0 idle for' in notes" "dropped == 0" "kernels > 100"; }
test "an idle GPU" idle
during() { moment idle "gap < 1"; }
test "is noticed while it is idle" during
slow() { record slow --when 'step > 1.5*median' --keep 300ms --duration 500ms -- "$python" "$here/torch_steps.py" 60 30; [ $? -eq 5 ] && moment slow "$whole" "17 <= steps[0] <= 29 and steps[-1] >= 33" "'slow step: step' in notes"; }
test "steps before a slow one" slow
queue() { fired queue queue --arm --duration 500ms --torch=off && moment queue "dropped == 0 and in_flight == 0" "kernels > 500"; }
test "work in flight is waited for" queue
queued() { fired queued queue --arm --keep 2s --duration 500ms --torch=off && moment queued "dropped == 0" "kernels > 2000"; }
test "work in flight where the program goes on being recorded" queued
cost() { "$@" "$python" "$here/torch_loop.py" step 1000 none 2>/dev/null; }
for round in 1 2; do
  cost | sed 's/^/   bare /'
  cost "$RECORDER" --arm -o "$folder/cost.json" -- | sed 's/^/   armed /'
  cost "$RECORDER" --when oom --when exception --when 'idle > 99%' -o "$folder/cost.json" -- | sed 's/^/   kept /'
done
