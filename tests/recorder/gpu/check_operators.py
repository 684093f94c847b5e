#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares operators of a recording with those of torch.profiler: check_operators.py RECORDING TRACE [KEY]...
Both hold the last run of each step; every operator within it must be there with the same arguments (KEYs, or all)."""
import collections
import json
import sys

keys = sys.argv[3:] or ["Input Dims", "Input type", "Input Strides", "Concrete Inputs"]


def steps(path):
    events = json.load(open(path))["traceEvents"]
    found = {}
    for e in events:
        if e.get("cat") == "user_annotation" and e["name"].startswith("measured step") and e.get("ph") == "X":
            if e["name"] not in found or e["ts"] > found[e["name"]]["ts"]:
                found[e["name"]] = e
    operators = [e for e in events if e.get("cat") == "cpu_op"]
    ranges = [e for e in events if e.get("cat") == "user_annotation" and e.get("ph") == "X"]
    kernels = [e for e in events if e.get("cat") == "kernel"]
    return found, operators, ranges, kernels


def described(e):
    """As text, with numbers of equal value written alike."""
    args = e.get("args", {})

    def plain(value):
        if isinstance(value, list):
            return [plain(v) for v in value]
        if isinstance(value, str):
            try:
                return float(value)
            except ValueError:
                return value.replace(" ", "")
        return value

    return json.dumps([e["name"], *(plain(args.get(k, [])) for k in keys)])


def within(events, step):
    return [e for e in events if step["ts"] <= e["ts"] and e["ts"] + e["dur"] <= step["ts"] + step["dur"]]


(own, own_operators, own_ranges, own_kernels), (other, other_operators, other_ranges, other_kernels) = map(steps, sys.argv[1:3])
assert own.keys() == other.keys() and own, (own.keys(), other.keys())
bad = 0
for name in sorted(own):
    a = collections.Counter(map(described, within(own_operators, own[name])))
    b = collections.Counter(map(described, within(other_operators, other[name])))
    r = collections.Counter(e["name"] for e in within(own_ranges, own[name]))
    s = collections.Counter(e["name"] for e in within(other_ranges, other[name]))
    print(f"{name}: {sum(a.values())} operators here, {sum(b.values())} in torch.profiler's; {sum((a - b).values())} and "
          f"{sum((b - a).values())} differ; ranges {sum(r.values())} and {sum(s.values())}")
    for text in list((a - b).items())[:4]:
        print("  only here:", text)
    for text in list((b - a).items())[:4]:
        print("  only there:", text)
    bad += sum((a - b).values()) + sum((b - a).values()) + sum((r - s).values()) + sum((s - r).values())
links = [sorted((e["name"], e["args"].get("Fwd thread id", 0) > 0) for e in within(ops, step) if "Sequence number" in e.get("args", {}))
         for ops, step in ((own_operators, own[max(own)]), (other_operators, other[max(other)]))]
print("with sequence numbers:", *map(len, links))
missing = collections.Counter(links[0])
missing.subtract(links[1])
print("  ", [(k, v) for k, v in missing.items() if v][:6])
sys.exit(bad > 0)
