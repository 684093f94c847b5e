#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls PyTorch's operators, forward and backward, with shapes recorded: the trace goes to operators_trace.json, and what
PyTorch's own flop counter says of each call to operators.json. Fixtures of the model of work.

Usage: operators.py FOLDER"""
import json
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.profiler import ProfilerActivity, profile, record_function
from torch.utils.flop_counter import FlopCounterMode

DEVICE = "cuda"


def bf16(*shape, grad=True):
    return torch.randn(*shape, device=DEVICE, dtype=torch.bfloat16, requires_grad=grad)


def fp32(*shape, grad=True):
    return torch.randn(*shape, device=DEVICE, requires_grad=grad)


def ints(high, *shape):
    return torch.randint(0, high, shape, device=DEVICE)


def module(made, *inputs):
    made = made.to(DEVICE)
    return lambda: made(*inputs)


def call(function, *inputs, **options):
    return lambda: function(*inputs, **options)


def optimizer(kind, **options):
    weights = [nn.Parameter(fp32(512, 256, grad=False)) for _ in range(8)]
    for weight in weights:
        weight.grad = torch.randn_like(weight)
    made = kind(weights, lr=1e-3, **options)
    made.step()
    return made.step


def attention(backend, heads=8, kv_heads=8, causal=False, **options):
    q, k, v = bf16(2, heads, 512, 64), bf16(2, kv_heads, 512, 64), bf16(2, kv_heads, 512, 64)

    def run():
        with sdpa_kernel(backend):
            return F.scaled_dot_product_attention(q, k, v, is_causal=causal, **options)
    return run


def scaled_mm(out):
    a = torch.randn(512, 1024, device=DEVICE).to(torch.float8_e4m3fn)
    b = torch.randn(256, 1024, device=DEVICE).to(torch.float8_e4m3fn).t()
    one = torch.ones((), device=DEVICE)
    return lambda: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=out)


def int_mm():
    a, b = (torch.randint(-8, 8, (256, 256), device=DEVICE, dtype=torch.int8) for _ in range(2))
    return lambda: torch._int_mm(a, b)


def jobs():
    x = bf16(64, 1024)
    image = bf16(8, 32, 56, 56)
    all_jobs = {
        "mm": call(torch.mm, bf16(256, 512), bf16(512, 128)),
        "addmm": call(torch.addmm, bf16(128), bf16(256, 512), bf16(512, 128)),
        "bmm": call(torch.bmm, bf16(4, 256, 512), bf16(4, 512, 128)),
        "baddbmm": call(torch.baddbmm, bf16(4, 256, 128), bf16(4, 256, 512), bf16(4, 512, 128)),
        "linear": module(nn.Linear(512, 256).bfloat16(), bf16(16, 32, 512)),
        "linear fp32": module(nn.Linear(512, 256), fp32(16, 32, 512)),
        "matmul 4d": call(torch.matmul, bf16(2, 4, 128, 64), bf16(2, 4, 64, 96)),
        "einsum": call(torch.einsum, "bhqd,bhkd->bhqk", bf16(2, 4, 128, 64), bf16(2, 4, 96, 64)),
        "mv": call(torch.mv, fp32(512, 256), fp32(256)),
        "dot": call(torch.dot, fp32(4096), fp32(4096)),
        "outer": call(torch.outer, fp32(512), fp32(256)),
        "_scaled_mm bf16": scaled_mm(torch.bfloat16),
        "_scaled_mm fp32": scaled_mm(torch.float32),
        "_int_mm": int_mm(),
        "sdpa flash": attention(SDPBackend.FLASH_ATTENTION),
        "sdpa flash causal": attention(SDPBackend.FLASH_ATTENTION, causal=True),
        "sdpa flash gqa": attention(SDPBackend.FLASH_ATTENTION, kv_heads=2, enable_gqa=True),
        "sdpa efficient": attention(SDPBackend.EFFICIENT_ATTENTION),
        "sdpa efficient causal": attention(SDPBackend.EFFICIENT_ATTENTION, causal=True),
        "sdpa cudnn": attention(SDPBackend.CUDNN_ATTENTION),
        "sdpa cudnn causal": attention(SDPBackend.CUDNN_ATTENTION, causal=True),
        "sdpa math": attention(SDPBackend.MATH),
        "multi-head attention": module(nn.MultiheadAttention(256, 4, batch_first=True).bfloat16(), *(bf16(4, 64, 256),) * 3),
        "conv1d": module(nn.Conv1d(32, 64, 3, padding=1).bfloat16(), bf16(8, 32, 256)),
        "conv2d": module(nn.Conv2d(32, 64, 3, padding=1).bfloat16(), image),
        "conv2d stride": module(nn.Conv2d(32, 64, 3, stride=2, bias=False).bfloat16(), image),
        "conv2d dilated": module(nn.Conv2d(32, 64, 3, dilation=2).bfloat16(), image),
        "conv2d grouped": module(nn.Conv2d(32, 64, 3, groups=4).bfloat16(), image),
        "conv2d depthwise": module(nn.Conv2d(32, 32, 3, groups=32, padding=1).bfloat16(), image),
        "conv2d transposed": module(nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1).bfloat16(), image),
        "conv3d": module(nn.Conv3d(8, 16, 3, padding=1).bfloat16(), bf16(2, 8, 16, 16, 16)),
        "layer_norm": module(nn.LayerNorm(1024).bfloat16(), x),
        "rms_norm": module(nn.RMSNorm(1024).bfloat16(), x),
        "batch_norm": module(nn.BatchNorm2d(32).bfloat16(), image),
        "group_norm": module(nn.GroupNorm(4, 32).bfloat16(), image),
        "instance_norm": module(nn.InstanceNorm2d(32).bfloat16(), image),
        "softmax": call(F.softmax, x, -1),
        "log_softmax": call(F.log_softmax, x, -1),
        "cross_entropy": call(F.cross_entropy, x, ints(1024, 64)),
        "mse_loss": call(F.mse_loss, x, bf16(64, 1024)),
        "smooth_l1_loss": call(F.smooth_l1_loss, x, bf16(64, 1024)),
        "bce_with_logits": call(F.binary_cross_entropy_with_logits, fp32(64, 128), torch.rand(64, 128, device=DEVICE)),
        "kl_div": call(F.kl_div, x, x.detach().softmax(-1), reduction="batchmean"),
        "dropout": call(F.dropout, x, 0.1),
        "embedding": module(nn.Embedding(1000, 256).bfloat16(), ints(1000, 8, 64)),
        "embedding_bag": module(nn.EmbeddingBag(1000, 64), ints(1000, 8, 16)),
        "one_hot": call(F.one_hot, ints(100, 256), 100),
        "max_pool2d": call(F.max_pool2d, image, 2),
        "avg_pool2d": call(F.avg_pool2d, image, 2),
        "adaptive_avg_pool2d": call(F.adaptive_avg_pool2d, image, 7),
        "interpolate nearest": call(F.interpolate, image, scale_factor=2),
        "interpolate bilinear": call(F.interpolate, image, scale_factor=2, mode="bilinear"),
        "pad": call(F.pad, image, (1, 1, 1, 1)),
        "unfold": call(F.unfold, fp32(2, 8, 32, 32), 3),
        "pixel_shuffle": call(F.pixel_shuffle, image, 2),
        "grid_sample": call(F.grid_sample, fp32(2, 8, 32, 32), torch.rand(2, 16, 16, 2, device=DEVICE), align_corners=False),
        "lstm": module(nn.LSTM(64, 128, batch_first=True), fp32(8, 32, 64)),
        "gru": module(nn.GRU(64, 128, batch_first=True), fp32(8, 32, 64)),
        "index_select": call(torch.index_select, x, 0, ints(64, 32)),
        "gather": call(torch.gather, x, 1, ints(1024, 64, 16)),
        "scatter_add": call(torch.scatter_add, fp32(64, 1024), 1, ints(1024, 64, 16), fp32(64, 16)),
        "index_put": lambda: x.detach().clone().index_put_((ints(64, 32),), bf16(32, 1024, grad=False), accumulate=True),
        "index": lambda: x[ints(64, 32)],
        "index_add": call(torch.index_add, fp32(64, 1024), 0, ints(64, 32), fp32(32, 1024)),
        "masked_fill": call(torch.masked_fill, x, x.detach() > 0, 0.0),
        "masked_select": call(torch.masked_select, x, x.detach() > 0),
        "where": call(torch.where, x.detach() > 0, x, bf16(64, 1024)),
        "nonzero": call(torch.nonzero, x.detach() > 0),
        "sort": call(torch.sort, fp32(64, 1024)),
        "topk": call(torch.topk, fp32(64, 1024), 8),
        "argmax": call(torch.argmax, x, -1),
        "multinomial": call(torch.multinomial, torch.rand(64, 1000, device=DEVICE), 4),
        "unique": call(torch.unique, ints(100, 4096)),
        "cumsum": call(torch.cumsum, fp32(64, 1024), -1),
        "cumprod": call(torch.cumprod, fp32(64, 64), -1),
        "sum": call(torch.sum, x, -1), "mean": call(torch.mean, x, 0), "amax": call(torch.amax, x, -1),
        "max dim": call(torch.max, x, -1), "var": call(torch.var, fp32(64, 1024), -1),
        "norm": call(torch.linalg.vector_norm, x), "logsumexp": call(torch.logsumexp, fp32(64, 1024), -1),
        "all": call(torch.all, x.detach() > 0), "prod": call(torch.prod, fp32(64, 64), -1),
        "bincount": call(torch.bincount, ints(100, 4096)), "histc": call(torch.histc, fp32(4096, grad=False)),
        "cat": call(torch.cat, [x, x]), "stack": call(torch.stack, [x, x]), "repeat": lambda: x.repeat(2, 2),
        "repeat_interleave": call(torch.repeat_interleave, x, 2, 0), "flip": call(torch.flip, x, (0,)),
        "roll": call(torch.roll, x, 3, 1), "tril": call(torch.tril, x), "to fp32": lambda: x.float(),
        "contiguous": lambda: x.t().contiguous(), "copy to host": lambda: x.detach().cpu(),
        "arange": call(torch.arange, 4096, device=DEVICE), "full": call(torch.full, (64, 64), 1.0, device=DEVICE),
        "randn": call(torch.randn, 64, 64, device=DEVICE), "randperm": call(torch.randperm, 4096, device=DEVICE),
        "linspace": call(torch.linspace, 0, 1, 4096, device=DEVICE), "eye": call(torch.eye, 64, device=DEVICE),
        "fft": call(torch.fft.rfft, fp32(64, 1024)), "cdist": call(torch.cdist, fp32(128, 64), fp32(256, 64)),
        "cosine_similarity": call(F.cosine_similarity, x, bf16(64, 1024)), "normalize": call(F.normalize, x),
        "clip_grad_norm": lambda: nn.utils.clip_grad_norm_([nn.Parameter(fp32(64, 64, grad=False))], 1.0),
        "checkpoint-like no grad": lambda: torch.mm(x.detach(), x.detach().t()),
    }
    for name in ("relu", "gelu", "silu", "sigmoid", "tanh", "elu", "leaky_relu", "softplus", "mish", "hardswish",
                 "hardtanh", "selu", "logsigmoid", "glu"):
        all_jobs[name] = call(getattr(F, name), x)
    for name in ("exp", "log1p", "sqrt", "rsqrt", "abs", "neg", "sin", "erf", "square", "sign", "floor", "isnan"):
        all_jobs[name] = call(getattr(torch, name), x)
    for name in ("add", "sub", "mul", "div", "maximum", "pow", "fmod", "atan2", "eq", "lt", "logical_and"):
        all_jobs[name] = call(getattr(torch, name), x, bf16(64, 1024))
    all_jobs["add broadcast"] = call(torch.add, x, bf16(1024))
    all_jobs["mul scalar"] = lambda: x * 2
    all_jobs["lerp"] = call(torch.lerp, x, bf16(64, 1024), 0.5)
    all_jobs["addcmul"] = call(torch.addcmul, x, x, x)
    all_jobs["clamp"] = call(torch.clamp, x, -1, 1)
    for name, kind, options in (("sgd", torch.optim.SGD, {"momentum": 0.9}), ("adam", torch.optim.Adam, {}),
                                ("adamw fused", torch.optim.AdamW, {"fused": True}),
                                ("adamw", torch.optim.AdamW, {}), ("adamw plain", torch.optim.AdamW, {"foreach": False}),
                                ("rmsprop", torch.optim.RMSprop, {}), ("adagrad", torch.optim.Adagrad, {}),
                                ("sgd fused", torch.optim.SGD, {"fused": True, "momentum": 0.9})):
        all_jobs[f"optimizer {name}"] = optimizer(kind, **options)
    return all_jobs


def run(job):
    result = job()
    while isinstance(result, (tuple, list)):
        result = result[0]
    if isinstance(result, torch.Tensor) and result.requires_grad and result.is_floating_point():
        result.backward(torch.ones_like(result))


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(1)
    good, flops = {}, {}
    for name, job in jobs().items():
        try:
            run(job)
            with FlopCounterMode(display=False) as counter:
                run(job)
            flops[name] = {str(op): count for op, count in counter.get_flop_counts().get("Global", {}).items()}
            good[name] = job
        except Exception as error:  # an operator that this version lacks
            print(f"left out: {name}: {error}", file=sys.stderr)
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as profiler:
        for name, job in good.items():
            with record_function(f"job {name}"):
                run(job)
                torch.cuda.synchronize()
    profiler.export_chrome_trace(f"{folder}/operators_trace.json")
    with open(f"{folder}/operators.json", "w", encoding="utf-8") as file:
        json.dump({"torch": torch.__version__, "device": torch.cuda.get_device_name(), "flops": flops}, file, indent=1)
    print(len(good), "jobs")


main()
