#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run -o: the timeline of a bundled kernel, its progress, and what cannot be written.
set -u
folder=$1
mkdir -p "$folder"
"$RECORDER" run softmax --set rows=4096 --sweep columns=1024,4096 --time-limit 0.5 -o "$folder/softmax.json" --json \
  --progress json > "$folder/answer.json" 2> "$folder/progress"
status=$?
if [ $status -eq 0 ] && python3 - "$folder" <<'P'
import json, sys
folder = sys.argv[1]
answer = json.load(open(folder + "/answer.json"))
trace = json.load(open(folder + "/softmax.json"))
kernels = [e for e in trace["traceEvents"] if e.get("cat") == "kernel" and "softmaxKernel" in e["name"]]
records = sum(trace["kernlineFooter"]["records"].values())
print("  ", len(kernels), "softmax kernels,", records, "records, ended:", trace["kernlineFooter"]["ended"])
assert len(kernels) == 200, len(kernels)
assert records == sum(r["recorded_records"] for r in answer["runs"])
assert trace["kernlineFooter"]["dropped"] == 0
durations = sorted(e["dur"] for e in kernels[100:])
median = answer["runs"][1]["median_ns"] / 1e3
print("   median by events", median, "us, by CUPTI", durations[50], "us")
assert abs(durations[50] / median - 1) < 0.2
events = [json.loads(line) for line in open(folder + "/progress")]
print("  ", {name: sum(e["event"] == name for e in events) for name in {e["event"] for e in events}})
assert [e["event"] for e in events].count("result") == 2
assert events[-1] == {"event": "stage", "run": 1, "runs": 2, "stage": "done", "text": "Done"}
P
then echo "ok - the timeline of a sweep agrees with its times"; else echo "FAILED - timeline of a sweep: $status $(head -c 300 "$folder/progress")"; fi
"$RECORDER" run copy --set megabytes=1 -o /nonexistent/out.json > "$folder/log" 2>&1
if [ $? -eq 1 ]; then echo "ok - what cannot be written is said: $(cat "$folder/log")"; else echo "FAILED - unwritable: $(cat "$folder/log")"; fi
