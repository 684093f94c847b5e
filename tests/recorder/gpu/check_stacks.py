#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_stacks.py RECORDING: sampled stacks of stacks_program.py nest with operators, and have their time and launches."""
import collections
import json
import sys

events = [e for e in json.load(open(sys.argv[1]))["traceEvents"] if e.get("ph") == "X"]
frames = [e for e in events if e["cat"] == "python_function" and e["args"].get("sampled")]
time = collections.Counter()
for frame in frames:
    time[frame["name"].rsplit(": ", 1)[1]] += frame["dur"] / 1e6
print("frames", len(frames), {name: round(seconds, 3) for name, seconds in time.most_common(9)})
problems = []
for name, seconds in (("additions", 0.6), ("products", 0.4), ("computes", 0.3), ("beside", 1.0)):
    if abs(time[name] - seconds) > 0.1 * seconds + 0.03:
        problems.append(f"{name} has {time[name]:.3f} s of {seconds}")

inner = collections.Counter()  # operators by the sampled function around them
crossed = 0
for thread in {frame["tid"] for frame in frames}:
    open_spans = []
    spans = [e for e in events if e["tid"] == thread and e["cat"] in ("python_function", "cpu_op", "user_annotation", "cuda_runtime")]
    for event in sorted(spans, key=lambda e: (round(e["ts"] * 1000), -round(e["dur"] * 1000))):
        begin, end = round(event["ts"] * 1000), round(event["ts"] * 1000) + round(event["dur"] * 1000)
        while open_spans and open_spans[-1][0] <= begin:
            open_spans.pop()
        crossed += bool(open_spans) and end > open_spans[-1][0]
        if event["name"] in ("aten::add_", "aten::mul_"):
            function = next((o[1] for o in reversed(open_spans) if o[2] == "python_function"), "none")
            inner[event["name"], function.rsplit(": ", 1)[-1]] += 1
        open_spans.append((end, event["name"], event["cat"]))
print("operators by function", dict(inner), "crossed", crossed, "of", len(events))
for operator, function in (("aten::add_", "additions"), ("aten::mul_", "products")):
    of_operator = sum(count for (name, _), count in inner.items() if name == operator)
    if not inner[operator, function] >= 0.97 * of_operator > 1000:
        problems.append(f"{operator} is in {function} {inner[operator, function]} times of {of_operator}")
if crossed > len(frames) / 500:
    problems.append(f"{crossed} spans cross another")
waits = [f for f in frames if f["name"].endswith(": waits")]
if max((f["dur"] for f in waits), default=0) < 200_000:
    problems.append("the synchronization is in no line")
print(*problems, sep="; ")
sys.exit(bool(problems))
