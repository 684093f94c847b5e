#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks an answer of `kernline compare BASE OTHER… --json` against the traces, by code that shares nothing with it.

    independent_compare.py ANSWER BASE OTHER…

Prints what is wrong, a line each, and exits with 1; nothing and 0 if all is as it says.
"""
import collections
import gzip
import json
import re
import statistics
import sys
from decimal import ROUND_HALF_UP, Decimal

WORK = {"kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset"}
CALLS = {"cuda_runtime", "cuda_driver", "runtime", "driver"}


def nanoseconds(text):
    return int((Decimal(str(text)) * 1000).to_integral_value(rounding=ROUND_HALF_UP))


def read(path):
    raw = open(path, "rb").read()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    document = json.loads(raw, parse_float=Decimal)
    events = document["traceEvents"] if isinstance(document, dict) else document
    complete = [event for event in events if event.get("ph") == "X"]
    calls = {
        event["args"]["correlation"]: nanoseconds(event["ts"])
        for event in complete
        if str(event.get("cat", "")).lower() in CALLS and "correlation" in event.get("args", {})
    }
    work = []
    for event in complete:
        if str(event.get("cat", "")).lower() in WORK:
            start = nanoseconds(event["ts"])
            launch = calls.get(event.get("args", {}).get("correlation"))
            work.append((start, start + nanoseconds(event.get("dur", 0)), event["name"], str(event["pid"]), launch))
    work.sort(key=lambda span: span[0])
    return work, events


def check_memory(run, events, say):
    """The greatest totals that the allocator of the busiest device told of."""
    totals = [
        event["args"]
        for event in events
        if event.get("name") == "[memory]" and event["args"].get("Device Type") == 1
    ]
    devices = {args["Device Id"] for args in totals}
    if len(devices) != 1:
        return
    if run["memory"] is None:
        say("nothing is said of the memory of the device")
        return
    for key, name in (("peak_allocated_bytes", "Total Allocated"), ("peak_reserved_bytes", "Total Reserved")):
        known = [int(args[name]) for args in totals if name in args]
        if known and run["memory"][key] != max(known):
            say(f"{key} is {run['memory'][key]}, the greatest total {max(known)}")


def busy(spans):
    total = 0
    until = None
    for start, end, *_ in spans:
        start = start if until is None else max(start, until)
        if end > start:
            total += end - start
            until = end
    return total


def union(spans):
    """What each adds to the union, with its name."""
    parts = []
    until = None
    for start, end, name, *_ in spans:
        begin = start if until is None else max(start, until)
        if end > begin:
            parts.append((begin, end, name))
            until = end
    return parts


def within(parts, steps):
    return sum(max(0, min(end, b) - max(begin, a)) for begin, end, _ in parts for a, b in steps)


def of_step(spans, step, by_launch):
    """What was launched in a step of the host; of others, and where no launch is known, what starts in it."""
    begin = step["start_ns"] if by_launch else step["device_start_ns"]
    end = begin + (step["host_ns"] if by_launch else step["duration_ns"])
    moments = [span[4] if by_launch else span[0] for span in spans]
    return [span for span, moment in zip(spans, moments) if moment is not None and begin <= moment < end]


def check_step(step, own, say):
    """A step of the host lasts until the device has done its work, and begins no earlier than on the host."""
    end = max([step["start_ns"] + step["host_ns"], step["device_start_ns"]] + [span[1] for span in own])
    if step["device_start_ns"] + step["duration_ns"] != end:
        say(f"step {step['name']} ends at {step['device_start_ns'] + step['duration_ns']}, not {end}")
    if step["device_start_ns"] < step["start_ns"]:
        say(f"step {step['name']} begins before the host begins it")


def check_run(run, work, say):
    devices = collections.defaultdict(list)
    for span in work:
        devices[span[3]].append(span)
    spans = max(devices.values(), key=busy)
    if busy(spans) != run["busy_ns"]:
        say(f"busy_ns is {run['busy_ns']}, the union of intervals {busy(spans)}")
    steps = run["steps"]
    ranges = [(s["device_start_ns"], s["device_start_ns"] + s["duration_ns"]) for s in steps["ranges"]]
    if any(a[1] > b[0] for a, b in zip(ranges, ranges[1:])):
        say("steps overlap")
    by_launch = steps["by_launch"] and steps["source"] not in ("rounds", "whole")
    launched = []
    for step in steps["ranges"]:
        own = of_step(spans, step, by_launch)
        launched += own
        if by_launch:
            check_step(step, own, say)
    launched.sort(key=lambda span: span[0])
    own = union(launched)
    adds = collections.Counter()
    totals = collections.Counter()
    for begin, end, name in own:
        adds[name] += end - begin
    for start, end, name, *_ in launched:
        totals[name] += end - start
    figures = {
        "duration_ns": sum(b - a for a, b in ranges),
        "device_ns": sum(adds.values()),
        "launched_elsewhere_ns": within(union(spans), ranges) - within(own, ranges),
        "ran_elsewhere_ns": sum(adds.values()) - within(own, ranges),
        "idle_ns": sum(steps["idle_causes_ns"].values()),
    }
    for key, value in figures.items():
        if steps[key] != value:
            say(f"{key} of the steps is {steps[key]}, not {value}")
    if figures["duration_ns"] != (
        figures["device_ns"] + figures["idle_ns"] + figures["launched_elsewhere_ns"] - figures["ran_elsewhere_ns"]
    ):
        say("wall time of the steps is not busy plus idle time, with what crosses their ends")
    return adds, totals


def check_rows(answer, works, sums, say):
    seen = [set() for _ in works]
    for row in answer["rows"]:
        per_step = []
        for r, side in enumerate(row["runs"]):
            lengths = [end - start for start, end, name, *_ in works[r] if name == row["name"]]
            adds, totals = sums[r]
            per_step.append(side["per_step_ns"] if side else 0)
            if abs(per_step[-1] - totals[row["name"]] / answer["runs"][r]["steps"]["count"]) > 0.5:
                say(f"{row['name']}: {per_step[-1]} ns per step of run {r}, of {totals[row['name']]} in all")
            if side is None:
                if lengths:
                    say(f"{row['name']}: run {r} has it")
                continue
            seen[r].add(row["name"])
            if (side["count"], side["total_ns"]) != (len(lengths), sum(lengths)):
                say(f"{row['name']}: run {r} has {len(lengths)}, {sum(lengths)} ns")
            if abs(side["median_ns"] - statistics.median(lengths)) > 0.5:
                say(f"{row['name']}: median {statistics.median(lengths)}")
            if side["step_added_ns"] != adds[row["name"]]:
                say(f"{row['name']}: adds {adds[row['name']]} ns in run {r}, not {side['step_added_ns']}")
        if row["delta_ns"] != per_step[1] - per_step[0]:
            say(f"{row['name']}: delta")
        for r in range(1, len(works)):
            if row["runs"][r] and row["runs"][r]["delta_ns"] != per_step[r] - per_step[0]:
                say(f"{row['name']}: delta of run {r}")
    deltas = [max(abs(side["delta_ns"] if side else none(row)) for side in row["runs"][1:]) for row in answer["rows"]]
    if deltas != sorted(deltas, reverse=True):
        say("rows are not sorted by absolute delta")
    for r in range(len(works)):
        if seen[r] != {span[2] for span in works[r]}:
            say(f"run {r}: names are missing")


def none(row):
    """The delta of a run that has nothing of a row."""
    return -row["runs"][0]["per_step_ns"] if row["runs"][0] else 0


def check_difference(answer, number, say):
    difference = answer["differences"][number]
    waterfall = difference["waterfall"]
    runs = [answer["runs"][0], answer["runs"][number + 1]]
    steps = [run["steps"]["duration_ns"] / run["steps"]["count"] for run in runs]
    if difference["memory"]:
        peaks = [run["memory"]["peak_allocated_bytes"] for run in runs]
        if sum(part["delta_bytes"] for part in difference["memory"]) != peaks[1] - peaks[0]:
            say("the parts of memory do not add up")
    if sum(part["delta_ns"] for part in waterfall["parts"]) != waterfall["delta_ns"]:
        say("the waterfall does not add up")
    for side, step in zip(("base", "other"), steps):
        if abs(waterfall[f"{side}_step_ns"] - step) > 0.5:
            say(f"the waterfall's step of {side}")
        if sum(part[f"{side}_ns"] for part in waterfall["parts"]) != waterfall[f"{side}_step_ns"]:
            say(f"the waterfall of {side} does not add up")
    if waterfall["delta_ns"] != waterfall["other_step_ns"] - waterfall["base_step_ns"]:
        say("the waterfall is not the change of the step")
    for part in waterfall["parts"]:
        if part["delta_ns"] != part["other_ns"] - part["base_ns"]:
            say(f"{part['name']}: delta is not other minus base")
    if abs(difference["verdict"]["ratio"] - steps[1] / steps[0]) > 1e-9:
        say("the verdict's ratio")


def main():
    answer = json.load(open(sys.argv[1]))
    problems = []
    files = [read(path) for path in sys.argv[2:]]
    works = [work for work, _ in files]
    sums = [
        check_run(run, work, lambda text, r=r: problems.append(f"run {r}: {text}"))
        for r, (run, work) in enumerate(zip(answer["runs"], works))
    ]
    check_rows(answer, works, sums, problems.append)
    for number in range(len(answer["differences"])):
        check_difference(answer, number, problems.append)
    for run, (_, events) in zip(answer["runs"], files):
        check_memory(run, events, problems.append)
    for problem in problems[:20]:
        print(re.sub(r"\s+", " ", problem))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
