#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records parts of this process with kernline.record and checks them: record_in_process.py TEST FILE"""
import collections
import json
import os
import subprocess
import sys
import warnings

import torch

import kernline

test, path = sys.argv[1:]


def work(count):
    """So many matrix products, each one kernel or more, in a range."""
    a = torch.ones(512, 512, device="cuda")
    for _ in range(count):
        with torch.cuda.nvtx.range("product"):
            a = a @ a
    return a


def products(file):
    """The launches of matrix products in a whole recording; its categories of events."""
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    footer = document["kernlineFooter"]
    assert footer["dropped"] == 0, footer
    assert "status" not in footer and footer["ended"] == "the program ended the recording", footer
    kinds = collections.Counter(event.get("cat") for event in document["traceEvents"])
    names = [event["name"] for event in document["traceEvents"] if event.get("cat") == "kernel"]
    print(footer, dict(kinds), collections.Counter(names).most_common(4))
    # A product may be split along k; what adds the parts up is a kernel of its own.
    return sum(("gemm" in name or "cutlass" in name) and "split_k" not in name for name in names), kinds


def expect(file, least, most=None):
    count, _ = products(file)
    assert least <= count <= (most or least), f"{count} products in {file}, not {least} to {most or least}"
    summary = kernline.open(file).summary()
    assert summary["devices"], summary


def start_cuda():
    work(3)
    torch.cuda.synchronize()


def before_cuda():
    assert not torch.cuda.is_initialized()
    with kernline.record(path):
        work(10)
    work(5)  # not in it
    expect(path, 10)


def after_cuda():
    start_cuda()
    with kernline.record(path):
        work(10)
    work(5)
    torch.cuda.synchronize()
    expect(path, 10)


def twice():
    before_cuda()
    for count in (4, 7, 1):
        with kernline.record(path):
            work(count)
        expect(path, count)
        work(2)


def exception():
    for _ in range(2):
        try:
            with kernline.record(path):
                work(6)
                raise KeyError("inside")
        except KeyError:
            pass
        expect(path, 6)
    with kernline.record(path):
        work(2)
    expect(path, 2)


def unfinished_work():
    """What is launched and not waited for is in the recording."""
    start_cuda()
    a = torch.ones(8192, 8192, device="cuda")
    torch.cuda.synchronize()
    with kernline.record(path):
        for _ in range(20):
            a = a @ a
    expect(path, 20)


def children():
    with kernline.record(path):
        work(2)
        subprocess.run([sys.executable, "-c", "import torch; a = torch.ones(64, 64, device='cuda'); print((a @ a).sum())"],
                       check=True)
    with open(path, encoding="utf-8") as text:
        events = json.load(text)["traceEvents"]
    processes = {event["pid"] for event in events if event.get("cat") == "cuda_runtime"}
    assert len(processes) == 2, processes
    assert not [name for name in os.environ if name.startswith("KERNLINE_RECORDER")]


def other_profiler():
    """While torch.profiler records, an Error or both; afterwards it works."""
    start_cuda()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]):
        work(2)
        try:
            with kernline.record(path):
                work(2)
            print("torch.profiler lets others in")
        except kernline.Error as error:
            assert "another profiler" in str(error), error
            assert not os.path.exists(path)
            print("refused:", error)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            with kernline.record(path):
                work(3)
            print("afterwards:", products(path)[0], [str(one.message) for one in said])
        except kernline.Error as error:
            print("afterwards refused:", error)


def nvtx():
    with kernline.record(path):
        work(5)
    _, kinds = products(path)
    assert kinds["user_annotation"] == 5, kinds
    work(3)
    with kernline.record(path):
        work(4)
    _, kinds = products(path)
    assert kinds["user_annotation"] == 4, kinds


def counters():
    """Where sampling is allowed; else the recorder's sentence."""
    try:
        with kernline.record(path, counters=True, every="200us"):
            work(2000)
        assert products(path)[1]["counter"] > 0
    except kernline.Error as error:
        print("refused:", error)


globals()[test]()
