#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What profile.sh runs and checks: kernels whose work is known, and what the recorder counted of them beside ncu."""

import csv
import json
import sys

EXACT = ["dram__bytes_read.sum", "dram__bytes_write.sum", "sm__ops_path_tensor_src_bf16_dst_fp32.sum",
         "sm__inst_executed_pipe_tensor.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
         "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"]
NEAR = ["gpu__time_duration.sum", "sm__warps_active.avg.pct_of_peak_sustained_active",
        "dram__throughput.avg.pct_of_peak_sustained_elapsed",
        "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "sm__throughput.avg.pct_of_peak_sustained_elapsed", "lts__throughput.avg.pct_of_peak_sustained_elapsed",
        "l1tex__throughput.avg.pct_of_peak_sustained_active", "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "lts__t_sector_hit_rate.pct", "l1tex__t_sector_hit_rate.pct",
        "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"]
SMALL_BYTES = 1e7  # what was dirty in the L2 cache before, and is written while the kernel runs
SMALL_SHARE = 2    # points of a share of peak, and of warps


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


def of_ncu(path):
    with open(path) as file:
        rows = list(csv.reader(line for line in file if line.startswith('"')))
    if len(rows) < 3:
        return {}
    # Bytes come as "Kbyte", times as "us", large numbers with commas.
    scale = {"Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6}
    return {name: float(value.replace(",", "")) * scale.get(unit, 1)
            for name, unit, value in zip(rows[0], rows[1], rows[2]) if name in EXACT + NEAR and value}


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
    mine, theirs = pairs[0][1]["args"]["metrics"], of_ncu(f"{folder}/{kernel}.csv")
    for name in EXACT + NEAR:
        if name not in mine or name not in theirs:
            print(f"  {name}: mine {mine.get(name)}, ncu {theirs.get(name)}")
            continue
        slack = SMALL_BYTES if "bytes" in name else SMALL_SHARE
        within = 0.02 if name in EXACT else 0.2 if "stalled" in name else 0.1
        difference = abs(mine[name] - theirs[name])
        ok(f"{kernel}: {name} agrees with ncu", difference <= max(within * theirs[name], slack),
           f"{mine[name]:.6g} and {theirs[name]:.6g}")


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
    if what == "metrics":
        print(",".join(EXACT + NEAR))
    elif what == "name":
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
