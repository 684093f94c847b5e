#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Training steps under torch.profiler with shapes: replay_programs.py transformer|convnet|inference TRACE."""
import sys

import torch
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile, schedule

kind, path = sys.argv[1:3]
torch.manual_seed(0)


class Layer(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(2))
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.up = torch.nn.Linear(width, 4 * width)
        self.down = torch.nn.Linear(4 * width, width)
        self.heads = heads

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norms[0](x)).chunk(3, dim=-1)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.gelu(self.up(self.norms[1](x))))


class Transformer(torch.nn.Module):
    def __init__(self, words=8192, width=1024, heads=16, layers=3):
        super().__init__()
        self.table = torch.nn.Embedding(words, width)
        self.layers = torch.nn.Sequential(*(Layer(width, heads) for _ in range(layers)))
        self.norm = torch.nn.RMSNorm(width)
        self.head = torch.nn.Linear(width, words, bias=False)

    def forward(self, tokens):
        return self.head(self.norm(self.layers(self.table(tokens))))


def convolutions(channels=64):
    def block(before, after, stride):
        return [torch.nn.Conv2d(before, after, 3, stride, 1, bias=False), torch.nn.BatchNorm2d(after), torch.nn.ReLU()]

    return torch.nn.Sequential(
        torch.nn.Conv2d(3, channels, 7, 2, 3), torch.nn.MaxPool2d(3, 2, 1), *block(channels, channels, 1),
        *block(channels, 2 * channels, 2), *block(2 * channels, 2 * channels, 1), *block(2 * channels, 4 * channels, 2),
        torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Dropout(0.1), torch.nn.Linear(4 * channels, 1000))


if kind == "convnet":
    model = convolutions().cuda().to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, foreach=True)
    inputs = torch.randn(64, 3, 224, 224, device="cuda").to(memory_format=torch.channels_last)
    labels = torch.randint(0, 1000, (64,), device="cuda")
else:
    model = Transformer().cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    inputs = torch.randint(0, 8192, (4, 1024), device="cuda")
    labels = inputs.roll(-1, 1).flatten()


def train():
    with torch.autocast("cuda", dtype=torch.float16 if kind == "convnet" else torch.bfloat16):
        loss = F.cross_entropy(model(inputs).flatten(0, -2), labels)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()


def infer():
    with torch.no_grad():
        logits = model(inputs)[:, -1].float()
        values, places = logits.topk(50)
        drawn = places.gather(1, torch.softmax(values, dim=-1).multinomial(1))
        inputs[:, :-1] = inputs[:, 1:].clone()
        inputs[:, -1:] = drawn


with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True,
             schedule=schedule(wait=3, warmup=2, active=3)) as profiler:
    for _ in range(8):
        (infer if kind == "inference" else train)()
        torch.cuda.synchronize()
        profiler.step()
profiler.export_chrome_trace(path)
