# SPDX-License-Identifier: Apache-2.0
"""Prints what a recording with --source says, and checks it: source_lines.py FILE [hot LINE_WITH_THIS_TEXT]"""
import json
import sys

document = json.load(open(sys.argv[1]))
events = [e for e in document["traceEvents"] if e.get("cat") == "kernel_source"]
kernels = [e["args"] for e in events if e["name"] == "[kernel source]"]
files = {e["args"]["path"]: e["args"]["text"].split("\n") for e in events if e["name"] == "[source file]"}
print(len(kernels), "functions", len(files), "files", sum(k["samples"] for k in kernels), "samples")
print("notes:", document["kernlineFooter"].get("notes"), "dropped", document["kernlineFooter"]["dropped"])
lines = {}
total = 0
for kernel in kernels:
    counted = 0
    for row in kernel["instructions"]:
        pairs = zip(row[4::2], row[5::2])
        n = sum(count for reason, count in pairs if not kernel["reasons"][reason].endswith("_not_issued"))
        counted += n
        if n and row[2]:
            key = (kernel["files"][row[1]], row[2])
            lines[key] = lines.get(key, 0) + n
    if counted != kernel["samples"]:
        print("FAILED - samples of", kernel["kernel"], "do not add up:", counted, kernel["samples"])
    total += counted
for (file, line), count in sorted(lines.items(), key=lambda each: -each[1])[:8]:
    text = files.get(file, [""] * line)[line - 1].strip() if file in files else "?"
    print(f"{count / max(total, 1):8.2%} {file.rsplit('/', 1)[-1]}:{line} {text}")
for kernel in sorted(kernels, key=lambda each: -each["samples"])[:5]:
    coded = sum(1 for row in kernel["instructions"] if row[3])
    print(kernel["samples"], kernel["kernel"][:60], len(kernel["instructions"]), "instructions,", coded, "with text")
if len(sys.argv) > 3 and sys.argv[2] == "hot":
    hot = sum(count for (file, line), count in lines.items()
              if file in files and sys.argv[3] in files[file][line - 1])
    share = hot / max(total, 1)
    print("ok" if share > 0.5 else "FAILED", f"- the hot line has {share:.1%} of all samples")
    print("ok" if any(row[3] for kernel in kernels for row in kernel["instructions"]) else "FAILED", "- SASS is there")
if len(sys.argv) > 2 and sys.argv[2] == "beside":
    categories = {event.get("cat") for event in document["traceEvents"]}
    missing = {"kernel", "counter", "block", "kernel_metrics", "kernel_source"} - categories
    print("FAILED" if missing else "ok", "- one recording has all that can be recorded; missing:", missing or "nothing")
if len(sys.argv) > 2 and sys.argv[2] == "sweep":
    softmax = [k for k in kernels if "softmax" in k["kernel"].lower()]
    print("ok" if len(softmax) == 2 and all(k["samples"] > 1000 and k.get("launches", 0) > 1 for k in softmax) else "FAILED",
          "- each value of a sweep has samples of its own:", [(k["samples"], k.get("launches")) for k in softmax])
