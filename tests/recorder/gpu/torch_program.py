#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training loop with operators of all kinds: torch_program.py STEPS [TRACE]. With TRACE, torch.profiler writes it."""
import contextlib
import sys

import torch
import torch.nn.functional as F
from torch.profiler import record_function

steps = int(sys.argv[1])
torch.manual_seed(0)


class Block(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.heads = heads

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(y.transpose(1, 2).reshape(batch, length, width))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Sequential(torch.nn.Conv2d(3, 64, 4, stride=4), torch.nn.BatchNorm2d(64), torch.nn.ReLU())
        self.blocks = torch.nn.ModuleList(Block(64, 4) for _ in range(2))
        self.table = torch.nn.Embedding(100, 64)
        self.head = torch.nn.Linear(64, 10)

    def forward(self, images, tokens):
        x = self.stem(images).flatten(2).transpose(1, 2)
        x = torch.cat([x, self.table(tokens)], dim=1)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(dim=1))


model = Model().cuda()
one = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)
other = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9, foreach=True)
data = torch.utils.data.TensorDataset(torch.randn(64, 3, 32, 32), torch.randint(0, 100, (64, 16)), torch.randint(0, 10, (64,)))


def step(k, batch):
    with record_function(f"measured step {k}"):
        images, tokens, labels = (t.cuda(non_blocking=True) for t in batch)
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=k % 2 == 1):
            loss = F.cross_entropy(model(images, tokens), labels)
        loss.backward()
        for optimizer in (one, other):
            optimizer.step()
        one.zero_grad()
        x = torch.einsum("bij,bjk->bik", images[:, 0], images[:, 1]).clamp(min=-1.5, max=0.25)
        torch.where(x > 0, x, x.new_zeros(())).std(dim=(1, 2), keepdim=True, correction=0)
        loss.item()
        torch.cuda.synchronize()


def loop():
    loader = iter(torch.utils.data.DataLoader(data, batch_size=16))
    for k in range(steps):
        step(k, next(loader))


loop()  # warm: cuDNN and cuBLAS choose
if len(sys.argv) > 2:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as found:
        loop()
    found.export_chrome_trace(sys.argv[2])
else:
    loop()
