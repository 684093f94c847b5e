#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a model and prints what torch.compile made of it: torch_compiled.py"""
import torch
from torch._dynamo.utils import counters

torch.manual_seed(0)
torch.zeros(1, device="cuda")
x = torch.randn(64, 128, device="cuda")
model = torch.nn.Sequential(*(torch.nn.Sequential(torch.nn.Linear(128, 128), torch.nn.GELU()) for _ in range(3))).cuda()
compiled = torch.compile(model)
for _ in range(3):
    loss = compiled(x).square().mean()
    loss.backward()
torch.cuda.synchronize()
print("graphs", counters["stats"]["unique_graphs"], "breaks", sum(counters["graph_break"].values()), f"loss {loss.item():.5f}")
