#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks an answer of `kernline memory FILE --json` against the file, by code that shares nothing with it.

    independent_memory.py ANSWER FILE [PRINTED [SUBJECT LENGTH]]

PRINTED is what PyTorch wrote of the same run: a log with "Peak Memory" of a model and a length, or the message of an
out-of-memory. Prints what is wrong, a line each, and exits with 1; nothing and 0 if all is as it says.
Only for files whose origin is known: it unpickles snapshots.
"""
import gzip
import json
import lzma
import pickle
import re
import sys
from decimal import ROUND_HALF_UP, Decimal

OLDER = "allocated before the recording"
wrong = []


def check(what, said, counted):
    if said != counted:
        wrong.append(f"{what}: said {said}, counted {counted}")


def opened(path):
    raw = open(path, "rb").read()
    if raw.startswith(b"\xfd7zXZ"):
        return lzma.decompress(raw)
    return gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw


def nanoseconds(text):
    return int((Decimal(str(text)) * 1000).to_integral_value(rounding=ROUND_HALF_UP))


def check_live(device, recorded):
    """What is said to be alive adds up to the peak, and what was not seen being allocated is what is left over."""
    said = device["live_at_peak"]
    check("sum of what was alive", sum(group["bytes"] for group in said), device["peak_allocated_bytes"])
    check("blocks alive that were seen", sum(group["count"] for group in said if group["name"] != OLDER),
          len(recorded))
    older = sum(group["bytes"] for group in said if group["name"] == OLDER)
    check("bytes that were there before", older, device["peak_allocated_bytes"] - sum(recorded.values()))


def check_records(device, records):
    """[memory] records of one device of a trace, in the order of time."""
    totals = [record["args"]["Total Allocated"] for record in records]
    before = totals[0] - records[0]["args"]["Bytes"]
    check("start", device["start_allocated_bytes"], before)
    check("end", device["end_allocated_bytes"], totals[-1])
    check("peak", device["peak_allocated_bytes"], max(before, *totals))
    reserved = max(record["args"].get("Total Reserved", 0) for record in records)
    check("reserved", device["peak_reserved_bytes"] or 0, reserved)
    if before >= max(totals):
        return
    at = totals.index(max(totals))
    if abs(device["peak_allocated_ns"] - nanoseconds(records[at]["ts"])) > 100:  # records of one moment are spread
        wrong.append(f"peak at {device['peak_allocated_ns']}, counted {records[at]['ts']}")
    alive = {}
    for record in records[: at + 1]:
        args = record["args"]
        if args["Bytes"] >= 0:
            alive[args["Addr"]] = args["Bytes"]
        else:
            alive.pop(args["Addr"], None)
    check_live(device, alive)


def check_trace(answer, path):
    document = json.loads(opened(path), parse_float=Decimal)
    events = document["traceEvents"] if isinstance(document, dict) else document
    devices = {}
    for event in events:
        if event.get("name") == "[memory]":
            devices.setdefault((event["args"]["Device Type"], event["args"]["Device Id"]), []).append(event)
    check("devices", len(answer["devices"]), len(devices))
    order = sorted(devices, key=lambda key: (key[0] == 0, key))  # GPUs first
    for device, key in zip(answer["devices"], order):
        check_records(device, sorted(devices[key], key=lambda event: event["ts"]))


def replay(records, total, reserved):
    """Allocated and reserved from the last state backwards, then forwards; what is alive at the peak of the first."""
    for record in records:
        size = record.get("size", 0)
        action = record["action"]
        total += {"alloc": -size, "free_completed": size}.get(action, 0)
        reserved += {"segment_alloc": -size, "segment_map": -size, "segment_free": size, "segment_unmap": size}.get(
            action, 0)
    peak = start = total
    most = reserved
    alive, then = {}, {}
    for record in records:
        size = record.get("size", 0)
        action = record["action"]
        if action == "alloc":
            alive[record["addr"]] = size
            total += size
        elif action == "free_completed":
            alive.pop(record["addr"], None)
            total -= size
        reserved += {"segment_alloc": size, "segment_map": size, "segment_free": -size, "segment_unmap": -size}.get(
            action, 0)
        most = max(most, reserved)
        if total > peak:
            peak, then = total, dict(alive)
    return start, peak, total, most, then


def check_snapshot(answer, path):
    snapshot = pickle.loads(opened(path))
    used = [number for number, records in enumerate(snapshot["device_traces"])
            if records or any(segment.get("device", 0) == number for segment in snapshot["segments"])]
    check("devices", len(answer["devices"]), len(used))
    for device, number in zip(answer["devices"], used):
        segments = [segment for segment in snapshot["segments"] if segment.get("device", 0) == number]
        blocks = [block for segment in segments for block in segment["blocks"] if block["state"] != "inactive"]
        start, peak, end, reserved, alive = replay(snapshot["device_traces"][number],
                                                   sum(block.get("requested_size", block["size"]) for block in blocks),
                                                   sum(segment["total_size"] for segment in segments))
        check("start", device["start_allocated_bytes"], start)
        check("peak", device["peak_allocated_bytes"], peak)
        check("end", device["end_allocated_bytes"], end)
        check("reserved", device["peak_reserved_bytes"], reserved)
        check("segments", device["segments"], len(segments))
        check_live(device, alive)


def check_timeline(answer, path):
    times, rows = json.loads(opened(path))
    device = answer["devices"][0]
    check("peak", device["peak_allocated_bytes"], max(sum(row) for row in rows))
    check("end", device["end_allocated_bytes"], sum(rows[-1]))
    check("sum of what was alive", sum(group["bytes"] for group in device["live_at_peak"]),
          device["peak_allocated_bytes"])


def gib(number):
    return f"{number / 2**30:.2f}"


def check_message(device, text):
    """As PyTorch says it when it gives up."""
    failure = device["out_of_memory"][0]
    check("asked for", gib(failure["requested_bytes"]), re.search(r"Tried to allocate ([\d.]+) GiB", text)[1])
    check("free", gib(failure["device_free_bytes"]), re.search(r"of which ([\d.]+) GiB is free", text)[1])
    check("allocated", gib(device["end_allocated_bytes"]), re.search(r"([\d.]+) GiB is allocated", text)[1])


def check_log(device, text, subject, length):
    """torch.cuda.max_memory_allocated() of one run, in units of 2^20 bytes."""
    run = text[text.index(f"[{subject}] seq_len={length}"):]
    printed = re.search(r"Peak Memory: ([\d.]+) MB", run)[1]
    check("printed peak", f"{device['peak_allocated_bytes'] / 2**20:.2f}", printed)


def main():
    answer_path, path, *printed = sys.argv[1:]
    answer = json.load(open(answer_path))
    if path.removesuffix(".xz").endswith(".pickle"):
        check_snapshot(answer, path)
    elif opened(path).lstrip()[:2] == b"[[":
        check_timeline(answer, path)
    else:
        check_trace(answer, path)
    if len(printed) == 1:
        check_message(answer["devices"][0], open(printed[0]).read())
    elif printed:
        check_log(answer["devices"][0], open(printed[0]).read(), *printed[1:])
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
