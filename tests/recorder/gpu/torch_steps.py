#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Steps of training for armed recorders: torch_steps.py COUNT [SLOW]; from step SLOW on, steps take longer. Prints us a
step, the median; exits with 5."""
import statistics
import sys
import time

import torch

count = int(sys.argv[1])
slow = int(sys.argv[2]) if len(sys.argv) > 2 else count + 1
model = torch.nn.Sequential(torch.nn.Linear(512, 2048), torch.nn.GELU(), torch.nn.Linear(2048, 512)).cuda()
optimizer = torch.optim.AdamW(model.parameters(), fused=True)
batch = torch.randn(256, 512, device="cuda")


def prepare(step):
    time.sleep(0.02 if step < slow else 0.06)


def train():
    loss = (model(batch) - batch).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()


times = []
for step in range(1, count + 1):
    began = time.perf_counter()
    with torch.profiler.record_function(f"step {step}"):
        prepare(step)
        train()
    times.append(time.perf_counter() - began)
torch.cuda.synchronize()
print(f"{statistics.median(times) * 1e6:.1f}")
sys.exit(5)
