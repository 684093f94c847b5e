#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Predicts steps with slower links between GPUs, and compares them with steps that had them.

Usage: links.py FAST SLOW

Both folders have torch.profiler traces of the ranks of the same programs, NAME.before.rankN.json.gz and
NAME.after.rankN.json.gz, and truth2.json with the times of their steps without the profiler. SLOW was made with
NCCL_P2P_DISABLE=1. How much longer collectives take there is read from its traces.
"""
import argparse
import gzip
import json
import pathlib
import shutil
import subprocess
import tempfile

KERNLINE = pathlib.Path(__file__).parents[2] / "build/release/bin/kernline"


def collectives(path):
    """Lengths of the NCCL kernels of a rank, in their order."""
    with gzip.open(path) as file:
        events = json.load(file)["traceEvents"]
    kernels = [event for event in events if event.get("cat") == "kernel" and event["name"].startswith("nccl")]
    return [event["dur"] for event in sorted(kernels, key=lambda event: event["ts"])]


def transfer_times(folder, name, count=None):
    """Of the last collectives: the rank that came last waited for nobody."""
    ranks = [collectives(path) for path in sorted(folder.glob(name + ".rank*.json.gz"))]
    count = count or min(map(len, ranks))
    return [min(times) for times in zip(*(rank[-count:] for rank in ranks))]


def predicted(program, folder, name, factor):
    with tempfile.TemporaryDirectory() as ranks:
        for path in folder.glob(name + ".rank*.json.gz"):
            shutil.copy(path, ranks)
        command = [program, "whatif", ranks, "--set", f"collective=x{factor:.4f}", "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    scenario = json.loads(answer)["scenario"]
    return [scenario[key] / 1e6 for key in ("step_ns", "low_ns", "high_ns")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernline", default=KERNLINE)
    parser.add_argument("fast", type=pathlib.Path)
    parser.add_argument("slow", type=pathlib.Path)
    options = parser.parse_args()
    truths = [json.loads((folder / "truth2.json").read_text()) for folder in (options.fast, options.slow)]
    errors = []
    print(f"{'step, ms':28}{'links':>7}{'before':>9}{'true':>9}{'predicted':>11}{'low':>9}{'high':>9}{'error':>9}")
    for program in truths[0]:
        for side in ("before", "after"):
            name = f"{program}.{side}"
            fast = transfer_times(options.fast, name)
            factor = sum(transfer_times(options.slow, name, len(fast))) / sum(fast)
            before, true = (truth[program][side]["median_ms"] for truth in truths)
            step, low, high = predicted(options.kernline, options.fast, name, factor)
            errors.append(step / true - 1)
            print(
                f"{name:28}{'x%.1f' % factor:>7}{before:9.2f}{true:9.2f}{step:11.2f}{low:9.2f}{high:9.2f}"
                f"{errors[-1]:+9.1%}"
            )
    print(f"mean error {sum(map(abs, errors)) / len(errors):.1%}, worst {max(map(abs, errors)):.1%}")


if __name__ == "__main__":
    main()
