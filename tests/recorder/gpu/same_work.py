#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs bundled kernels and PyTorch's operators for the same jobs: what the kernels say of their FLOPs and bytes goes to
same_work.json, PyTorch's trace with shapes to same_work_trace.json. Both are fixtures of the model of work.

Usage: RECORDER=…/kernline-recorder same_work.py FOLDER"""
import json
import os
import subprocess
import sys

import torch
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile, record_function


def bf16(*shape):
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16)


def fp32(*shape):
    return torch.randn(*shape, device="cuda")


def attention(causal, kv_heads):
    q, k, v = bf16(2, 16, 1024, 64), bf16(2, kv_heads, 1024, 64), bf16(2, kv_heads, 1024, 64)
    return lambda: torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, 0.0, causal)


def adamw():
    weights = torch.nn.Parameter(fp32(1 << 20))
    weights.grad = fp32(1 << 20)
    optimizer = torch.optim.AdamW([weights], fused=True)
    optimizer.step()  # makes the moments
    return optimizer.step


def of(function, *tensors):
    return lambda: function(*tensors)


def jobs():
    """Kernel, its parameters, the operator that does the same, PyTorch's call."""
    x = bf16(1024, 4096)
    w = torch.ones(4096, device="cuda", dtype=torch.bfloat16)
    return [
        ("copy", {"megabytes": 64}, "aten::copy_", of(torch.Tensor.copy_, fp32(16 << 20), fp32(16 << 20))),
        ("reduction", {"elements": 1 << 24, "type": "fp32"}, "aten::sum", of(torch.sum, fp32(1 << 24))),
        ("softmax", {"rows": 1024, "columns": 4096, "type": "bf16"}, "aten::_softmax", of(lambda t: F.softmax(t, -1), x)),
        ("layer_norm", {"rows": 1024, "columns": 4096, "type": "bf16"}, "aten::native_layer_norm",
         of(lambda t: F.layer_norm(t, (4096,), w, w), x)),
        ("rms_norm", {"rows": 1024, "columns": 4096, "type": "bf16"}, "aten::_fused_rms_norm",
         of(lambda t: F.rms_norm(t, (4096,), w), x)),
        ("adamw", {"elements": 1 << 20, "type": "fp32"}, "aten::_fused_adamw_", adamw()),
        ("sgemm", {"m": 1024, "n": 512, "k": 2048}, "aten::mm", of(torch.mm, fp32(1024, 2048), fp32(2048, 512))),
        ("bf16_gemm", {"m": 1024, "n": 512, "k": 2048}, "aten::mm", of(torch.mm, bf16(1024, 2048), bf16(2048, 512))),
        ("flash_attention", {"batch": 2, "seq_len": 1024}, "aten::_flash_attention_forward", attention(False, 16)),
        ("flash_attention", {"batch": 2, "seq_len": 1024, "causal": "true"}, "aten::_flash_attention_forward",
         attention(True, 16)),
    ]


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    rows = []
    all_jobs = jobs()
    for kernel, parameters, operator, _ in all_jobs:
        command = [os.environ["RECORDER"], "run", kernel, "--samples", "1", "--no-timeline", "--no-ceilings", "--json"]
        for name, value in parameters.items():
            command += ["--set", f"{name}={value}"]
        run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["runs"][0]
        rows.append({"kernel": kernel, "parameters": run["parameters"], "operator": operator,
                     **{key: run[key] for key in ("flops", "bytes", "work") if key in run}})
    for *_, call in all_jobs:
        call()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as profiler:
        for kernel, parameters, _, call in all_jobs:
            with record_function(f"{kernel} {parameters}"):
                call()
                torch.cuda.synchronize()
    profiler.export_chrome_trace(f"{folder}/same_work_trace.json")
    with open(f"{folder}/same_work.json", "w", encoding="utf-8") as file:
        json.dump({"torch": torch.__version__, "device": torch.cuda.get_device_name(), "rows": rows}, file, indent=1)
    print(json.dumps(rows, indent=1))


main()
