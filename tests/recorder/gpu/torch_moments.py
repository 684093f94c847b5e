#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Moments that a recorder which keeps the latest seconds is there for: torch_moments.py WHAT; exits with 5, unless an
exception ends it. The file READY, if that is set, is there once its loop begins.
steps: steps for 9 s                                kernels: many small kernels for 9 s
raise: an exception ends it after 100 steps         catch: one leaves the training step, and it goes on
thread: one ends a thread                           oom: PyTorch runs out of memory, and it goes on
cuda-oom: cuMemAlloc fails, without PyTorch         idle: the GPU works for 6 s, pauses for 6 s and works again
queue: kernels are launched 0.4 s before they run   deep: and 2 s
compile: a compiled step raises"""
import ctypes
import os
import sys
import threading
import time

what = sys.argv[1]


def without_torch():
    cuda = ctypes.CDLL("libcuda.so.1")
    context, memory = ctypes.c_void_p(), ctypes.c_uint64()
    assert cuda.cuInit(0) == 0
    assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0 and cuda.cuCtxSetCurrent(context) == 0
    for _ in range(300):
        assert cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(1 << 20)) == 0
        assert cuda.cuMemsetD8_v2(memory, ctypes.c_ubyte(1), ctypes.c_size_t(1 << 20)) == 0
        time.sleep(0.005)
    assert cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(1 << 50)) == 2
    time.sleep(0.5)
    sys.exit(5)


if what == "cuda-oom":
    without_torch()

import torch

model = torch.nn.Sequential(torch.nn.Linear(512, 2048), torch.nn.GELU(), torch.nn.Linear(2048, 512)).cuda()
optimizer = torch.optim.AdamW(model.parameters(), fused=True)
batch = torch.randn(256, 512, device="cuda")


def forward(step):
    if step == 101 and what in ("raise", "catch", "compile"):
        raise ValueError("bad batch of step 101")
    loss = model(batch) - batch
    return loss.square().mean()


def train(step):
    with torch.profiler.record_function(f"step {step}"):
        loss = forward(step)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        time.sleep(0.005)


def loop(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


def work(seconds):
    for _ in loop(seconds):
        for _ in range(20):
            large @ large
        torch.cuda.synchronize()


size = 2048 if what == "queue" else 4096
large = torch.randn(size, size, device="cuda")
small = torch.zeros(1024, device="cuda")
large @ large
torch.cuda.synchronize()
if "READY" in os.environ:
    open(os.environ["READY"], "w").close()
if what in ("queue", "deep"):
    for _ in loop(6):
        large @ large
elif what == "kernels":
    for _ in loop(9):
        small.add_(1)
elif what == "steps":
    for step, _ in enumerate(loop(9), 1):
        train(step)
elif what == "idle":
    work(6)
    time.sleep(6)
    work(2)
else:
    if what == "compile":
        model = torch.compile(model, backend="aot_eager")
    for step in range(1, 200):
        try:
            train(step)
        except ValueError:
            if what != "catch":
                raise
        if step == 101 and what == "thread":
            thread = threading.Thread(target=lambda: torch.zeros(3) @ torch.zeros(4))
            thread.start()
            thread.join()
        if step == 101 and what == "oom":
            try:
                torch.empty(1 << 42, dtype=torch.uint8, device="cuda")
            except torch.cuda.OutOfMemoryError:
                print("out of memory", flush=True)
torch.cuda.synchronize()
sys.exit(5)
