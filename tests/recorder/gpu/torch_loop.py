#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A loop of many small kernels, or a training step: torch_loop.py small|step|paced COUNT none|torch|torch-cuda|inside"""
import json
import sys
import time

import torch

what, count, profiler = sys.argv[1], int(sys.argv[2]), sys.argv[3]
torch.manual_seed(0)


def small():
    x = torch.zeros(1024, device="cuda")
    for _ in range(count):
        x.add_(1)


def paced():
    """100,000 kernels a second, for `count` kernels."""
    x = torch.zeros(1024, device="cuda")
    begin = time.perf_counter()
    for i in range(count):
        x.add_(1)
        while time.perf_counter() - begin < i * 1e-5:
            pass


model = torch.nn.Sequential(torch.nn.Linear(512, 2048), torch.nn.GELU(), torch.nn.LayerNorm(2048), torch.nn.Linear(2048, 512))
model = model.cuda()
optimizer = torch.optim.AdamW(model.parameters())
batch = torch.randn(256, 512)


def step():
    for i in range(count):
        torch.cuda.nvtx.range_push(f"step {i}")
        x = batch.cuda(non_blocking=True)
        torch.cuda.nvtx.range_push("forward")
        loss = (model(x) - x).square().mean()
        torch.cuda.nvtx.range_pop()
        torch.cuda.nvtx.range_push("backward")
        loss.backward()
        torch.cuda.nvtx.range_pop()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        loss.item()
        torch.cuda.nvtx.range_pop()


loop = {"small": small, "step": step, "paced": paced}[what]
warm = count
count = min(count, 3)
loop()
count = warm
torch.cuda.synchronize()
begin = time.perf_counter()
if profiler in ("none", "inside"):
    loop()
    torch.cuda.synchronize()
    seconds = time.perf_counter() - begin
else:
    A = torch.profiler.ProfilerActivity
    with torch.profiler.profile(activities=[A.CUDA] if profiler == "torch-cuda" else [A.CPU, A.CUDA]) as p:
        torch.cuda.synchronize()
        begin = time.perf_counter()
        loop()
        torch.cuda.synchronize()
        seconds = time.perf_counter() - begin
print(json.dumps({"loop": what, "profiler": profiler, "seconds": round(seconds, 4), "kernels_per_s": round(count / seconds)}))
if profiler == "inside":
    A = torch.profiler.ProfilerActivity
    with torch.profiler.profile(activities=[A.CPU, A.CUDA]) as p:
        x = torch.zeros(8, device="cuda")
        x.add_(1)
        torch.cuda.synchronize()
    for _ in range(50):
        x.add_(1)
    torch.cuda.synchronize()
    kernels = sum(1 for e in p.events() if e.device_type == torch.autograd.DeviceType.CUDA)
    print(json.dumps({"kernels torch.profiler saw": kernels}))
