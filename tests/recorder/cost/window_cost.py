#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Not a test: what recording costs a step, in one process: window_cost.py PROGRAM LEVEL... [--windows N].
An armed recorder is asked for windows; steps in them are compared with those between them, so that a host whose speed
drifts from run to run does not matter. PROGRAM as in programs.py, LEVEL as --torch takes it."""
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
recorder = os.environ.get("RECORDER", os.path.join(here, "../../../build/release/bin/kernline-recorder"))
words = sys.argv[1:]
windows = int(words[words.index("--windows") + 1]) if "--windows" in words else 6
program, levels = words[0], [w for w in words[1:] if not w.startswith("--") and not w.isdigit()]
length = 1.2  # s of a window


def steps_of(path):
    with open(path) as written:
        return [tuple(map(int, line.split())) for line in written if line.endswith("\n") and line.count(" ") == 1]


def window_of(path):
    document = json.load(open(path))
    times = [e["ts"] for e in document["traceEvents"] if e.get("cat") == "kernel"]
    base = document["baseTimeNanoseconds"]
    return base + min(times) * 1000, base + max(times) * 1000, document["kernlineFooter"]["dropped"]


for level in levels:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "steps")
        out = os.path.join(folder, "run.json")
        command = [recorder, "--arm", f"--torch={level}", "-o", out, "--", sys.executable, os.path.join(here, "programs.py")]
        running = subprocess.Popen(command + [program, "until", path], stderr=subprocess.DEVNULL)
        while not os.path.exists(path) or len(steps_of(path)) < 10:
            time.sleep(0.2)
        time.sleep(2)
        for _ in range(windows):
            subprocess.run([recorder, "fire", str(running.pid), "--duration", str(length)], stdout=subprocess.DEVNULL)
            time.sleep(length + 2)
        running.terminate()
        running.wait()
        steps = steps_of(path)
        recorded = [window_of(each) for each in glob.glob(os.path.join(folder, "run*.json"))]
    margin = 0.5e9
    first = min(begin for begin, _, _ in recorded)
    inside = [e - b for b, e in steps if any(begin <= b and e <= end for begin, end, _ in recorded)]
    outside = [e - b for b, e in steps if all(e < begin - margin or b > end + margin for begin, end, _ in recorded)]
    before = [e - b for b, e in steps if e < first - margin]
    ms = [statistics.median(each) / 1e6 if each else float("nan") for each in (before, outside, inside)]
    print(f"{program} --torch={level}: never recorded {ms[0]:.3f} ms, between {len(recorded)} windows {ms[1]:.3f}, in them "
          f"{ms[2]:.3f} ({ms[2] / ms[1] - 1:+.1%}; {len(inside)} of {len(steps)} steps, {sum(d for _, _, d in recorded)} dropped)",
          flush=True)
