#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far a growing recording is behind the clock: latency.py FILE SECONDS; prints the largest and the median, ms."""
import json
import os
import re
import statistics
import sys
import time

path, seconds = sys.argv[1], float(sys.argv[2])
behind = []
end = time.time() + seconds
base = None
while time.time() < end:
    time.sleep(0.02)
    if not os.path.exists(path):
        continue
    with open(path, "rb") as file:
        if base is None:
            found = re.search(rb'"baseTimeNanoseconds":(\d+)', file.read(4096))
            base = int(found[1]) if found else None
        file.seek(max(0, os.path.getsize(path) - 20000))
        last = re.findall(rb'"cat":"kernel".*?"ts":([0-9.]+),"dur":([0-9.]+)', file.read())
        now = time.time_ns()
    if base and last:
        behind.append((now - base) / 1e6 - (float(last[-1][0]) + float(last[-1][1])) / 1e3)
behind = behind[10:]
print(json.dumps({"samples": len(behind), "largest_ms": round(max(behind), 1), "median_ms": round(statistics.median(behind), 1)}))
sys.exit(max(behind) > 250)
