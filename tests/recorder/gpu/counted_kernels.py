#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What profile.sh and ncu.sh run and check: kernels whose work is known, and what the recorder counted of them."""

import json
import sys


def ok(what, is_true, figures=""):
    print(("ok - " if is_true else "FAILED - ") + what + (f": {figures}" if figures or not is_true else ""))


def load(path):
    with open(path) as file:
        return json.load(file)


def events(recording, category):
    return [event for event in recording["traceEvents"] if event.get("cat") == category]


def joined(recording):
    kernels = {}
    for event in events(recording, "kernel"):
        kernels.setdefault(event["args"]["correlation"], []).append(event)
    return [(kernels.get(event["args"]["correlation"], []), event) for event in events(recording, "kernel_metrics")]


def check_run(folder, kernel):
    recording = load(f"{folder}/{kernel}.json")
    pairs = joined(recording)
    ok(f"{kernel}: every counted launch is one kernel of the recording",
       bool(pairs) and all(len(kernels) == 1 for kernels, _ in pairs), f"{len(pairs)} counted")
    ok(f"{kernel}: no kernel of CUPTI's own is told",
       not any(event["name"] == "WaitNs" for event in events(recording, "kernel")))
    if not pairs:
        return
    print(f"{kernel}: {recording['kernlineFooter']} {load(f'{folder}/{kernel}.answer').get('profile')}")


def torch_program():
    import time
    import torch
    a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    graph = torch.cuda.CUDAGraph()
    for _ in range(4):
        b = torch.relu(a @ a)
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        for _ in range(3):
            c = torch.relu(a @ a)
    graph.replay()
    torch.cuda.synchronize()
    begin = time.time()
    for _ in range(200):
        b = torch.relu(a @ a)
    torch.cuda.synchronize()
    print(f"{(time.time() - begin) / 200 * 1e6:.1f} us a step, sum {b.float().sum().item() + c.float().sum().item():.4g}")


def check_torch(folder):
    recording = load(f"{folder}/torch.json")
    pairs = joined(recording)
    print(recording["kernlineFooter"])
    for kernels, event in pairs:
        print("  ", [(kernel["name"][:60], kernel["dur"]) for kernel in kernels], event["args"]["metrics"])
    ok("torch: launches were counted, each a kernel of the recording",
       len(pairs) >= 2 and all(len(kernels) == 1 for kernels, _ in pairs), f"{len(pairs)}")
    ok("torch: no launch counts what loading its kernel writes",
       all(m["dram__throughput.avg.pct_of_peak_sustained_elapsed"] < 120 for m in (e["args"]["metrics"] for _, e in pairs)))
    names = {}
    for kernels, _ in pairs:
        names[kernels[0]["name"]] = names.get(kernels[0]["name"], 0) + 1
    ok("torch: at most two of each kernel", bool(names) and max(names.values()) <= 2, str(list(names.values())))
    ok("torch: the metrics stand where their kernel begins",
       all(kernels[0]["ts"] == event["ts"] and kernels[0]["tid"] == event["tid"] for kernels, event in pairs))
    gemms = [event["args"]["metrics"] for kernels, event in pairs if kernels[0]["dur"] > 150]
    ok("torch: a matrix product keeps the tensor pipe busy",
       any(m["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"] > 60 for m in gemms))
    plain = [event["dur"] for event in events(recording, "kernel") if event["args"].get("graph id") is None and event["dur"] > 150]
    ok("torch: kernels that were not counted run as ever", len(plain) > 200, f"{len(plain)}")
    ok("torch: the footer says what was counted", any("one by one" in note for note in recording["kernlineFooter"].get("notes", [])))


def check_torch_all(folder):
    recording = load(f"{folder}/torch_all.json")
    print(recording["kernlineFooter"], open(f"{folder}/torch_all.txt").read())
    pairs = joined(recording)
    ok("torch: every kernel is counted where all are named", len(pairs) >= 2 and all(len(k) == 1 for k, _ in pairs),
       f"{len(pairs)}")


if __name__ == "__main__":
    what = sys.argv[1]
    if what == "name":
        import re
        name = joined(load(sys.argv[2]))[0][0][0]["name"]
        print(re.search(r"(\w+)\s*(<|\(|$)", name.replace("(anonymous namespace)::", "")).group(1))
    elif what == "run":
        check_run(sys.argv[2], sys.argv[3])
    elif what == "torch":
        torch_program()
    elif what == "check_torch":
        check_torch(sys.argv[2])
    elif what == "check_torch_all":
        check_torch_all(sys.argv[2])
