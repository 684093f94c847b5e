#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks answers of kernline replay --json: check_replay.py NAME ANSWER [SHARE]. Says "ok" or "FAILED" for each test."""
import json
import sys

name, path = sys.argv[1:3]
needed = float(sys.argv[3]) if len(sys.argv) > 3 else 0.9
answer = json.load(open(path))
rows = answer["rows"]
everything = answer["device_ns"]
alone = sum(row["device_ns"] for row in rows if row["alone_ns"] is not None)
for row in rows[:40]:
    shapes = (row["input_dims"] or "")[:90]
    if row["alone_ns"] is None:
        print(f"   {row['recorded_ns'] / 1e3:9.1f}         -  {row['operator']} {shapes}: {row['reason']}")
    else:
        values = "; ".join(row["chosen_values"])[:80]
        print(f"   {row['recorded_ns'] / 1e3:9.1f} {row['alone_ns'] / 1e3:9.1f}  {row['ratio']:5.2f}  {row['operator']} {shapes}"
              f"{' waits' if row['waits'] else ''} {values}")
for left in answer["not_replayed"]:
    print(f"   {left['device_ns'] / everything:6.1%} not: {left['reason']}: {', '.join(left['operators'][:5])}")


def report(what, good, said):
    print(f"{'ok' if good else 'FAILED'} - replay of {name}: {what} ({said})")


report(f"at least {needed:.0%} of the device time of a step runs alone", alone >= needed * everything,
       f"{alone / everything:.1%} of {everything / 1e6:.3f} ms, {len(rows)} distinct calls")
products = [row for row in rows if row["operator"] in ("aten::mm", "aten::addmm", "aten::bmm") and row["alone_ns"]
            and row["recorded_ns"] >= 20_000]
if products:
    ratios = sorted(row["alone_ns"] / row["recorded_ns"] for row in products)
    report("products take as long alone, within 25 %", 0.75 <= ratios[0] and ratios[-1] <= 1.25,
           f"{len(ratios)} of 20 us or more, {ratios[0]:.2f} to {ratios[-1]:.2f}")
measured = answer["measured"]
print(f"   in the run {measured['recorded_ns'] / 1e6:.3f} ms, alone {measured['alone_ns'] / 1e6:.3f} ms, {measured['device']}, "
      f"PyTorch {measured['torch']}, L2 {measured['l2']}")
