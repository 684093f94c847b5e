#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ncu.sh asks: metrics RECORDING (those of its first counted launch) | compare KERNEL NCU_CSV RECORDING... |
equal NCU_CSV RECORDING METRIC"""

import csv
import json
import statistics
import sys

RELATIVE = 0.02       # of counts and ratios
TIME = 0.03           # two processes apart
POINTS = 2.0          # percentage points, of shares of a peak, hit rates, occupancy, and of stalls among all states
DIRTY_BYTES = 1e7     # that the L2 cache held before
CLOCK = "gpc__cycles_elapsed.avg.per_second"
DURATION = "gpu__time_duration.sum"
STALL = "smsp__average_warps_issue_stalled_"


def counted(path):
    """Of the first counted launch of a recording."""
    with open(path) as file:
        events = json.load(file)["traceEvents"]
    launches = [event["args"]["metrics"] for event in events if event.get("cat") == "kernel_metrics"]
    return launches[0] if launches else {}


def of_ncu(path):
    """Medians over the launches of a page of raw metrics in base units, and how many launches."""
    with open(path) as file:
        rows = list(csv.reader(line for line in file if line.startswith('"')))
    medians = {}
    for column, name in enumerate(rows[0] if len(rows) > 2 else []):
        values = [row[column].replace(",", "") for row in rows[2:]]
        if "__" in name and all(values):
            try:
                medians[name] = statistics.median(map(float, values))
            except ValueError:
                pass  # a text
    return medians, max(len(rows) - 2, 0)


def stall_shares(metrics):
    """Percent of all states, as the card of a kernel shows them."""
    stalls = {name: value for name, value in metrics.items() if name.startswith(STALL)}
    whole = sum(stalls.values())
    return {name: 100 * value / whole for name, value in stalls.items()} if whole else {}


def is_share(name):
    return "pct" in name or name.startswith(STALL)


def in_equal_time(metrics, theirs):
    """Shares of a peak over the time of a launch as they are in the time of theirs, which is judged on its own."""
    if not metrics.get(DURATION) or not theirs.get(DURATION):
        return metrics
    longer = metrics[DURATION] / theirs[DURATION]
    return {name: value * longer if is_share(name) and "elapsed" in name else value for name, value in metrics.items()}


def agrees(name, mine, theirs):
    difference = abs(mine - theirs)
    if is_share(name):
        return difference <= POINTS
    if name == DURATION:
        return difference <= TIME * theirs
    return difference <= max(RELATIVE * abs(theirs), DIRTY_BYTES if "bytes" in name else 0)


def why_not_judged(name, mine, theirs):
    """What is not of the kernel alone; None: it is."""
    if name == "dram__bytes_write.sum":
        return "the L2 cache also writes what earlier work left in it"
    clocks_differ = CLOCK in mine and CLOCK in theirs and abs(mine[CLOCK] / theirs[CLOCK] - 1) > RELATIVE
    if clocks_differ and ("elapsed" in name or name == DURATION):
        return "the GPU ran at another clock"
    return None


def compare(kernel, csv_path, recordings):
    runs = [metrics for metrics in map(counted, recordings) if metrics]
    theirs, launches = of_ncu(csv_path)
    if not runs or not theirs:
        print(f"FAILED - {kernel}: {len(runs)} counted launches, {launches} of ncu")
        return
    mine = {name: statistics.median(run[name] for run in runs if name in run) for name in runs[0]}
    for metrics in (mine, theirs):
        metrics.update(stall_shares(metrics))
    mine = in_equal_time(mine, theirs)
    print(f"{kernel}: medians of {len(runs)} and, by ncu, {launches} launches; stalls in percent of all states, shares of the elapsed time in ncu's time")
    print(f"  {'metric':68} {'ours':>14} {'ncu':>14} {'difference':>12}")
    verdicts = []
    for name in sorted(mine):
        if name not in theirs:
            print(f"  {name:68} {mine[name]:14.6g} {'-':>14}")
            continue
        a, b = mine[name], theirs[name]
        difference = f"{a - b:+.2f} pp" if is_share(name) else f"{100 * (a / b - 1):+.2f} %" if b else f"{a - b:+.4g}"
        fine = agrees(name, a, b)
        reason = None if fine else why_not_judged(name, mine, theirs)
        note = f"  not judged: {reason}" if reason else "" if fine else "  <"
        print(f"  {name:68} {a:14.6g} {b:14.6g} {difference:>12}{note}")
        if reason:
            continue
        verdicts.append((name, fine, f"{a:.6g} and {b:.6g}, {difference}"))
    for name, fine, figures in verdicts:
        print(f"{'ok' if fine else 'FAILED'} - {kernel}: {name} agrees with ncu: {figures}")


def equal(csv_path, recording, name):
    mine, theirs = counted(recording).get(name), of_ncu(csv_path)[0].get(name)
    print(f"{'ok' if mine and mine == theirs else 'FAILED'} - a program's kernel: {name} is ncu's: {mine} and {theirs}")


if __name__ == "__main__":
    if sys.argv[1] == "metrics":
        print(",".join(sorted(counted(sys.argv[2]))))
    elif sys.argv[1] == "equal":
        equal(*sys.argv[2:])
    else:
        compare(sys.argv[2], sys.argv[3], sys.argv[4:])
