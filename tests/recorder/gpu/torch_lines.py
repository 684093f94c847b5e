#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training step whose time is the host's, by lines that stacks can name: torch_lines.py STEPS"""
import sys
import time

import torch

torch.manual_seed(0)
layers = [torch.nn.Linear(256, 256).cuda() for _ in range(8)]
optimizer = torch.optim.SGD([p for layer in layers for p in layer.parameters()], lr=0.01)
rows = [[float(i * j % 7) for j in range(256)] for i in range(64)]


def load_batch():
    return torch.tensor(rows)  # from Python lists, while the GPU waits


def largest_weights():
    return [layer.weight.abs().max().item() for layer in layers]  # a synchronization for each layer


def forward(x):
    for layer in layers:
        x = torch.relu(layer(x))
    return x


def step():
    x = load_batch().cuda()
    loss = (forward(x) - x).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return largest_weights()


for _ in range(3):
    step()
torch.cuda.synchronize()
time.sleep(0.02)
for i in range(int(sys.argv[1])):
    with torch.profiler.record_function(f"step {i}"):
        step()
torch.cuda.synchronize()
