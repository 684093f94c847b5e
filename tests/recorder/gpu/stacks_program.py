#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions that launch kernels, one after the other, and one that waits: for sampled stacks."""
import threading
import time

import torch

x = torch.zeros(1024, device="cuda")


def additions(until):
    while time.monotonic() < until:
        x.add_(1)


def products(until):
    while time.monotonic() < until:
        x.mul_(1)


def computes(until):
    total = 0
    while time.monotonic() < until:
        total += 1
    return total


def waits():
    y = torch.randn(8192, 8192, device="cuda")
    for _ in range(200):
        y = y @ y
    torch.cuda.synchronize()


def beside(until):
    while time.monotonic() < until:
        time.sleep(0.005)


waits()
thread = threading.Thread(target=beside, args=(time.monotonic() + 1,))
thread.start()
for step in range(4):
    with torch.profiler.record_function(f"step {step}"):
        additions(time.monotonic() + 0.15)
        products(time.monotonic() + 0.1)
computes(time.monotonic() + 0.3)
thread.join()
waits()
