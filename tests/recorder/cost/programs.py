#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose steps are timed: programs.py launches|train|generate [torch | until FILE]; prints us a step, the median.
With "until" it runs until it is ended, and writes begin and end of each step into FILE (ns since 1970). "train" and "generate" are a Llama of 0.5 B parameters with random weights (transformers)."""
import contextlib
import statistics
import sys
import time

import torch

what = sys.argv[1]
torch.manual_seed(0)


def llama():
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(hidden_size=2048, intermediate_size=5632, num_hidden_layers=8, num_attention_heads=16,
                         num_key_value_heads=4, vocab_size=32000, max_position_embeddings=4096)
    return LlamaForCausalLM(config).to("cuda", torch.bfloat16)


if what == "launches":
    x = torch.zeros(1024, device="cuda")
    steps, parts = 12, 2000 if len(sys.argv) > 3 else 10000

    def step():
        for _ in range(parts):
            x.add_(1)
elif what == "train":
    model = llama()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    tokens = torch.randint(0, 32000, (4, 1024), device="cuda")
    steps, parts = 20, 1

    def step():
        model(tokens, labels=tokens).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
else:
    model = llama().eval()
    tokens = torch.randint(0, 32000, (4, 512), device="cuda")
    steps, parts = 6, 32

    def step():
        model.generate(tokens, max_new_tokens=parts, min_new_tokens=parts, do_sample=False, pad_token_id=0)


for _ in range(3):
    step()
if sys.argv[2:3] == ["until"]:
    with open(sys.argv[3], "w", buffering=1) as written:
        while True:
            torch.cuda.synchronize()
            began = time.time_ns()
            step()
            torch.cuda.synchronize()
            written.write(f"{began} {time.time_ns()}\n")
A = torch.profiler.ProfilerActivity
recorded = torch.profiler.profile(activities=[A.CPU, A.CUDA], record_shapes=True) if len(sys.argv) > 2 else contextlib.nullcontext()
times = []
with recorded:
    for _ in range(steps):
        torch.cuda.synchronize()
        began = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - began) / parts * 1e6)
print(f"{statistics.median(times):.3f}")
