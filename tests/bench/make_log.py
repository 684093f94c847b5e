#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_log.py OUT MEGABYTES [SEED]...: a log to measure with, the same bytes each time.

Without seeds: lines of a training run as loggers, launchers and progress bars print them, and a torch or nsys table and
a few measurements in every two megabytes. With seeds: those files, one after the other, again and again.
"""
import random
import sys

PIECE = 2_000_000  # bytes between tables
PLACE = "/opt/venv/lib/python3.11/site-packages/torch"


def stamp(i):
    return f"2025-06-{1 + i // 8640000 % 28:02} {i // 360000 % 24:02}:{i // 6000 % 60:02}:{i // 100 % 60:02}"


def training_line(rng, i):
    loss = 2 + rng.random()
    kind = rng.randrange(100)
    if kind < 30:
        return (f"{stamp(i)},{i % 1000:03} INFO trainer.py:217 epoch {i // 100000} step {i % 100000}/100000 "
                f"loss={loss:.4f} lr={1e-4 * rng.random():.3e} grad_norm={rng.random():.3f}\n")
    if kind < 45:
        done = rng.randrange(1000)
        return (f"\r{done // 10:3}%|{'█' * (done // 100):10}| {done}/1000 [{done // 60:02}:{done % 60:02}<12:34, "
                f"{5 * loss:.2f}it/s, loss={loss:.3f}]" + ("\n" if kind % 3 == 0 else ""))
    if kind < 60:
        return (f"[rank{rng.randrange(8)}]: node-{i % 4}:{4711 + i % 8}:{4800 + i % 64} [{i % 8}] NCCL INFO Channel "
                f"{i % 24:02}/24 : {i % 8}[0] -> {(i + 1) % 8}[0] via P2P/CUMEM/read\n")
    if kind < 70:
        return (f"[rank{rng.randrange(8)}]:W0601 12:00:00.{i % 1000000:06} {1000 + i % 64} "
                f"torch/_dynamo/convert_frame.py:906] recompiled graph {i} because of a new shape\n")
    if kind < 78:
        return (f"{PLACE}/utils/checkpoint.py:{400 + i % 99}: UserWarning: the use_reentrant parameter should be passed "
                "explicitly.\n  warnings.warn(\n")
    if kind < 84:
        return f'  File "{PLACE}/nn/modules/module.py", line {1700 + i % 90}, in _call_impl\n'
    if kind < 90:
        return "    return forward_call(*args, **kwargs)\n"
    if kind < 93:
        return f"{{'loss': {loss:.4f}, 'grad_norm': {rng.random():.3f}, 'learning_rate': 1e-05, 'epoch': {i / 1e5:.2f}}}\n"
    if kind < 95:
        return (f"Epoch {i % 100} | Train Loss: {loss:.4f} | Val Loss: {loss + .1:.4f} | Val PPL: {3 * loss:.2f}\n")
    if kind < 97:
        return (f"INFO 06-01 12:00:{i % 60:02} [loggers.py:116] Engine 000: Avg prompt throughput: {i % 977}.4 tokens/s, "
                f"Running: {i % 8} reqs, Waiting: 0 reqs, GPU KV cache usage: {i % 100}.3%\n")
    if kind < 99:
        return f"Saving checkpoint shard {i % 8} of 8, this can take a while; the last one was written {i % 60} s ago\n"
    return "\n"


def torch_table(rng, i):
    ruler = "-" * 55 + "  " + "  ".join(["-" * 12] * 6) + "  \n"
    row = "{:>55}" + "  {:>12}" * 6 + "  \n"
    text = (f"\n[Model{i % 4}] seq_len={256 << i % 4}\n" + ruler +
            row.format("Name", "Self CPU %", "Self CPU", "Self CUDA", "Self CUDA %", "CUDA total", "# of Calls") + ruler)
    for k in range(30):
        us = rng.randrange(1000, 9000000) / 1000
        text += row.format(f"aten::op_{k}", "3.33%", f"{us:.3f}us", "0.000us", "0.00%", "1.000ms", 100 + k)
    return text + ruler + "Self CPU time total: 9.999ms\nSelf CUDA time total: 8.888ms\n\n"


def nsys_table(rng, i):
    text = ("\n ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
            " Time (%)  Total Time (ns)  Instances  Avg (ns)   Name\n"
            " --------  ---------------  ---------  ---------  ----\n")
    for k in range(30):
        calls = rng.randrange(1, 999)
        text += f" {10 / (k + 1):8.1f}  {calls * 1000:15}  {calls:9}  {1000:9.1f}  kernel_{k}<float, {i % 7}>(int)\n"
    return text + "\n"


def measurements(rng, i):
    text = f"\n序列长度: {256 << i % 4}\n----------------------------------------\n"
    for model in ("Softmax", "Flash", "Linear"):
        ms = 20 + 10 * rng.random()
        text += f"  {model} | {ms:.2f}±0.06ms | {rng.randrange(10**6, 2 * 10**6)} tok/s | {1490 + ms:.1f}MB\n"
    return text + "  GatedDeltaNet | Error: CUDA out of memory. Tried to allocate 2.00 GiB.\n\n"


def training_log(out, size):
    rng = random.Random(1)
    written = i = part = 0
    while written < size:
        piece, length = [], 0
        while length < PIECE:
            piece.append(training_line(rng, i))
            length += len(piece[-1])
            i += 1
        piece.append((torch_table, nsys_table, measurements)[part % 3](rng, part))
        part += 1
        written += out.write("".join(piece).encode())


def repeated(out, size, seeds):
    texts = [open(path, "rb").read() for path in seeds]
    written = 0
    while written < size:
        for text in texts:
            written += out.write(text + b"\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], "wb") as file:
        if len(sys.argv) > 3:
            repeated(file, int(sys.argv[2]) * 1_000_000, sys.argv[3:])
        else:
            training_log(file, int(sys.argv[2]) * 1_000_000)
