#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records programs on a machine with a GPU and checks the recordings.
#   RECORDER=…/kernline-recorder tests/recorder/gpu/record_programs.sh OUT_FOLDER [PART]...
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${RECORDER:?the path of kernline-recorder, with libkernline-inject.so beside it}"
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
python=${PYTHON:-python3}
sample=${SAMPLE:-$out/sample_program}
if [ ! -x "$sample" ]; then
  nvcc -std=c++17 -O2 -arch=native -o "$sample" "$here/sample_program.cu" || exit 1
fi
results=()
check() { "$python" "$here/check_recording.py" "$@"; }
wanted=("$@")
part() {
  local name=$1
  if ((${#wanted[@]})) && [[ ! " ${wanted[*]} " == *" $name "* ]]; then return; fi
  local begin=$SECONDS
  echo "== $name"
  if "part_$name" >"$out/$name.log" 2>&1; then results+=("ok      $name ($((SECONDS - begin)) s)"); else
    results+=("FAILED  $name ($((SECONDS - begin)) s)"); fi
  tail -n "${TAIL:-6}" "$out/$name.log" | cut -c1-600
}

part_doctor() { "$RECORDER" doctor; }
part_program() {
  timeout 60 "$RECORDER" -o "$out/program.json" -- "$sample" work 42
  local status=$?
  echo "status $status"
  ((status == 42)) && check "$out/program.json" kernel=1021 gpu_memcpy=2 gpu_memset=1 graph=20 ranges=1002 dropped=0 \
    doubled=0 linked=work negative=0 before_call=0 processes=1 "memory>4" "cuda_sync>1"
}
part_annotations() {
  timeout 60 "$RECORDER" -o "$out/annotations.json" -- "$sample" annotate || return 1
  "$python" - "$out/annotations.json" <<'P'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
found = {(e["name"], e["ph"]): e for e in events if e.get("cat") == "user_annotation"}
for event in found.values():
    print(event)
said = {"color": "#00c0ff", "category": 3, "payload": -7}
mark, own = found["colored", "i"], found["colored", "X"]
library, plain = found["of a library", "X"], found["plain", "X"]
for event in (mark, own):
    assert {k: event["args"].get(k) for k in said} == said
assert library["args"]["color"] == "#00c0ff" and library["args"]["NVTX domain"] == "library"
assert library["tid"] != own["tid"] == plain["tid"]
assert not set(plain["args"]) & set(said)
P
}
part_standard_output() {
  timeout 60 "$RECORDER" --to - -- "$sample" work >"$out/stdout.json" 2>"$out/stdout.err" && check "$out/stdout.json" kernel=1021 dropped=0 && grep -q '"kernels":1021' "$out/stdout.err"
}
part_children() {
  timeout 60 "$RECORDER" -o "$out/children.json" -- "$sample" children && check "$out/children.json" kernel=2042 processes=2 doubled=0 linked=work dropped=0
}
part_reset() {
  timeout 60 "$RECORDER" -o "$out/reset.json" -- "$sample" reset && check "$out/reset.json" kernel=2042 gpu_memcpy=4 graph=40 ranges=2004 linked=work dropped=0 doubled=0
}
part_two_gpus() {  # each process calls its GPU 0; the recording tells them apart
  (($(nvidia-smi -L | grep -c ^GPU) > 1)) || { echo "one GPU: nothing to tell apart"; return 0; }
  timeout 60 "$RECORDER" -o "$out/two-gpus.json" -- bash -c "CUDA_VISIBLE_DEVICES=0 '$sample' work & CUDA_VISIBLE_DEVICES=1 '$sample' work; wait" || return 1
  check "$out/two-gpus.json" kernel=2042 linked=work processes=2 && "$python" - "$out/two-gpus.json" <<'P'
import collections, json, sys
t = json.load(open(sys.argv[1]))
found = collections.Counter(e["pid"] for e in t["traceEvents"] if e.get("cat") == "kernel")
print(found, [d["uuid"] for d in t["deviceProperties"]])
sys.exit(found != {0: 1021, 1: 1021})
P
}
part_delay_duration() {
  timeout 60 "$RECORDER" --delay 1 --duration 1 -o "$out/part.json" -- "$sample" tick 4 || return 1
  check "$out/part.json" "kernel>500" dropped=0 || return 1
  "$python" - "$out/part.json" <<'P'
import json, sys
t = json.load(open(sys.argv[1]))
k = [e["ts"] / 1e6 for e in t["traceEvents"] if e.get("cat") == "kernel"]
print("kernels from", min(k), "to", max(k), t["kernlineFooter"]["ended"])
sys.exit(not (0.95 < min(k) and max(k) < 2.3))
P
}
part_signal() {
  "$RECORDER" -o "$out/signal.json" -- "$sample" tick 3 &
  local recorder=$!
  sleep 1.5
  kill -USR1 $recorder
  sleep 0.7
  check "$out/signal.json" "kernel>200" dropped=0 || return 1
  kill -0 $recorder || return 1  # the program goes on
  wait $recorder
}
part_terminated() {
  "$RECORDER" -o "$out/terminated.json" -- "$sample" tick 20 &
  local recorder=$!
  sleep 2
  kill -TERM $recorder
  wait $recorder
  local status=$?
  echo "status $status"
  ((status == 143)) && check "$out/terminated.json" "kernel>500"
}
part_recorder_killed() {
  "$RECORDER" -o "$out/killed.json" -- "$sample" tick 3 >"$out/killed.out" &
  local recorder=$!
  sleep 1.5
  kill -KILL $recorder
  sleep 3
  cat "$out/killed.out"
  grep -q '"kernels"' "$out/killed.out" && check --lenient "$out/killed.json" "kernel>200"
}
part_disk_full() {
  (ulimit -S -f 400; timeout 60 "$RECORDER" -o "$out/full.json" -- "$sample" work 9)
  local status=$?
  echo "status $status"
  ls -l "$out/full.json"
  ((status == 9)) && check "$out/full.json" "kernel>10" "dropped>100"
}
part_two_at_once() {
  timeout 60 "$RECORDER" -o "$out/two-1.json" -- "$sample" work &
  timeout 60 "$RECORDER" -o "$out/two-2.json" -- "$sample" work
  wait
  check "$out/two-1.json" kernel=1021 processes=1 && check "$out/two-2.json" kernel=1021 processes=1
}
part_live() {
  "$RECORDER" -o "$out/live.json" -- "$sample" tick 5 &
  sleep 1.5
  "$python" "$here/latency.py" "$out/live.json" 2.5
  local status=$?
  wait
  return $status
}
part_torch_step() {
  timeout 120 "$RECORDER" -o "$out/torch-step.json" -- "$python" "$here/torch_loop.py" step 5 none && check "$out/torch-step.json" "kernel>100" dropped=0 linked=work doubled=0 "ranges>20"
}
part_torch_profiler_inside() {
  timeout 120 "$RECORDER" -o "$out/inside.json" -- "$python" "$here/torch_loop.py" small 1000 inside && check "$out/inside.json" "kernel>1050" dropped=0
}
part_fast() {  # at least 100,000 kernels a second
  "$sample" fast 1000000
  timeout 120 "$RECORDER" -o "$out/fast.json" -- "$sample" fast 1000000 | tee "$out/fast.out" && check "$out/fast.json" kernel=1000000 dropped=0 linked=work || return 1
  ls -l "$out/fast.json"
  rm -f "$out/fast.json"
  (($(sed 's/.*kernels_per_s"://; s/}//' "$out/fast.out") > 100000))
}
part_fast_to_slow_reader() {  # a reader of 20 MB a second: what it cannot take is dropped and counted, the program goes on
  timeout 120 "$RECORDER" --to - -- "$sample" fast 1000000 2>"$out/slow.err" | "$python" -c '
import sys, time
while block := sys.stdin.buffer.read(1 << 20):
    sys.stdout.buffer.write(block)
    time.sleep(0.05)' >"$out/slow.json"
  cat "$out/slow.err"
  check "$out/slow.json" "kernel>1000" && "$python" - "$out/slow.json" <<'P'
import json, sys
f = json.load(open(sys.argv[1]))["kernlineFooter"]
sys.exit(f["records"]["kernel"] + f["records"]["cuda_runtime"] + f["dropped"] < 2000000)
P
  local status=$?
  rm -f "$out/slow.json"
  return $status
}
part_overhead() {
  for round in 1 2; do
    for profiler in none torch torch-cuda; do "$python" "$here/torch_loop.py" small 300000 $profiler; done
    "$RECORDER" -o "$out/small.json" -- "$python" "$here/torch_loop.py" small 300000 none | sed 's/"none"/"kernline record"/'
    tail -c 300 "$out/small.json"
  done
  check "$out/small.json" "kernel>300000" dropped=0
  local status=$?
  rm -f "$out/small.json"
  return $status
}
part_sanitizer() {  # has the GPU's tools interface for itself: the recorder says so instead of recording nothing
  compute-sanitizer --tool memcheck "$RECORDER" -o "$out/sanitizer.json" -- "$sample" work >"$out/sanitizer.out" 2>&1
  grep "another profiler" "$out/sanitizer.out" || return 1
  "$RECORDER" -o "$out/sanitizer.json" -- compute-sanitizer --tool memcheck "$sample" work 2>"$out/sanitizer.err"
  grep "another profiler" "$out/sanitizer.err"
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
if [[ ! -x $sample ]]; then nvcc -std=c++17 -arch=sm_90 -o "$sample" "$here/sample_program.cu" || exit 1; fi
for name in doctor program annotations standard_output children reset two_gpus delay_duration signal terminated recorder_killed disk_full two_at_once \
  live torch_step torch_profiler_inside fast fast_to_slow_reader overhead sanitizer; do part $name; done
printf '%s\n' "${results[@]}"
! printf '%s\n' "${results[@]}" | grep -q FAILED
