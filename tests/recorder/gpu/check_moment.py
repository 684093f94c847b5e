#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a recording of the latest seconds holds, and evaluates conditions on it: check_moment.py FILE CONDITION..."""
import collections
import json
import sys

document = json.load(open(sys.argv[1]))
footer = document["kernlineFooter"]
notes = " | ".join(footer.get("notes", []))
events = [e for e in document["traceEvents"] if e["ph"] != "M"]
spans = [e for e in events if e["ph"] == "X"]
work = [e for e in spans if e["cat"] in ("kernel", "gpu_memcpy", "gpu_memset")]
kernels = sum(e["cat"] == "kernel" for e in spans)
operators = sum(e["cat"] == "cpu_op" for e in spans)
frames = [e for e in spans if e["cat"] == "python_function"]
cut = sum("cut" in e["args"] for e in spans)
steps = sorted(int(e["name"][5:]) for e in spans if e["cat"] == "user_annotation" and e["name"].startswith("step "))
begin = min((e["ts"] for e in events), default=0)
end = max((e["ts"] + e.get("dur", 0) for e in events), default=0)
length = (end - begin) / 1e6
marks = [e for e in events if e["ph"] == "i" and e["cat"] == "user_annotation"]
mark = (marks[0]["ts"] - begin) / 1e6 if marks else -1
after = (end - marks[0]["ts"]) / 1e6 if marks else -1
named = {(e["pid"], e["tid"]) for e in document["traceEvents"] if e["ph"] == "M" and e["name"] == "thread_name"}
nameless = sum((e["pid"], e["tid"]) not in named for e in spans if e["cat"] != "overhead")
calls = collections.Counter(e["args"]["correlation"] for e in spans if e["cat"] in ("cuda_runtime", "cuda_driver"))
unlinked = sum(calls[e["args"]["correlation"]] != 1 for e in work)
work.sort(key=lambda e: e["ts"])
gap = max((b["ts"] - a["ts"] - a["dur"] for a, b in zip(work, work[1:])), default=0) / 1e6
dropped = footer["dropped"]
in_flight = footer.get("inFlight", 0)
print(f"length {length:.3f} s, mark at {mark:.3f} s, {after:.3f} s after it, {kernels} kernels, {operators} operators, "
      f"{len(frames)} frames, {cut} cut, {unlinked} unlinked, {nameless} nameless, dropped {dropped}, in flight {in_flight}, "
      f"longest gap {gap:.3f} s, steps {steps[:1]}..{steps[-1:]}, {notes}")
wrong = [condition for condition in sys.argv[2:] if not eval(condition)]
for condition in wrong:
    print("not so:", condition)
sys.exit(bool(wrong))
