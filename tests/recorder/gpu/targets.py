# SPDX-License-Identifier: Apache-2.0
# What the kernels are to reach on an H200, measured: shares of the measured copy, of PyTorch's attention in this run, of
# the unfused kernel. Figures are printed whether they pass or not.
import json
import os
import subprocess

RECORDER = os.environ["RECORDER"]


def run(kernel, **settings):
    command = [RECORDER, "run", kernel, "--no-timeline", "--json", "--time-limit", "2"]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"FAILED - {kernel} {settings}: {done.stderr.strip()[:300]}")
        return None
    answer = json.loads(done.stdout)
    print(
        f"   {kernel:20} {str(settings):90} {answer['median_ns'] / 1e3:10.2f} us  noise {answer['noise'] * 100:.2f} %"
        f"  {answer['bytes_per_s'] / 1e9:7.1f} GB/s ({answer['bytes_per_s'] / answer['ceilings']['copy_bytes_per_s'] * 100:.1f} %)"
        f"  {answer['flops_per_s'] / 1e12:7.1f} TFLOP/s ({answer['flops_per_s'] / answer['ceilings']['matmul_flops_per_s'] * 100:.1f} %)"
        f"  n {answer['samples']} converged {answer['converged']} clocks {answer['clocks']}"
    )
    return answer


def held(what, value, target):
    print(f"{'ok' if value >= target else 'FAILED'} - {what}: {value:.3f} of at least {target}")


def memory_bound():
    for kernel, settings in [
        ("copy", {}),
        ("reduction", {}),
        ("softmax", {}),
        ("softmax", {"type": "fp32", "rows": 16384}),
        ("layer_norm", {}),
        ("layer_norm", {"type": "fp32"}),
        ("rms_norm", {}),
        ("rms_norm", {"type": "fp32"}),
        ("fused_add_rms_norm", {}),
        ("fused_add_rms_norm", {"type": "fp32"}),
        ("silu_and_mul", {}),
        ("rotary_embedding", {}),
        ("adamw", {}),
        ("nf4_dequantize", {}),
        ("linear_attention", {}),
        ("linear_attention", {"type": "fp16"}),
    ]:
        answer = run(kernel, **settings)
        if answer:
            share = answer["bytes_per_s"] / answer["ceilings"]["copy_bytes_per_s"]
            held(f"{kernel} {settings}, share of the measured copy", share, 0.9)


def torch_attention(head_dim, causal):
    import torch

    q, k, v = (torch.randn(4, 16, 4096, head_dim, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    call = torch.nn.functional.scaled_dot_product_attention
    for _ in range(10):
        call(q, k, v, is_causal=causal)
    times = []
    for _ in range(50):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        call(q, k, v, is_causal=causal)
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    pairs = 4 * 16 * 4096 * 4096 * (0.5 if causal else 1)
    return 4 * pairs * head_dim / (sorted(times)[25] * 1e-3)


def attention():
    for head_dim in (64, 128):
        for causal in (False, True):
            shape = {"head_dim": head_dim, "causal": str(causal).lower()}
            answer = run("flash_attention", **shape)
            run("flash_attention", tensor_cores="mma.sync", **shape)
            if answer:
                theirs = torch_attention(head_dim, causal)
                print(f"   PyTorch {shape}: {theirs / 1e12:.1f} TFLOP/s")
                held(f"flash attention {shape}, share of PyTorch's", answer["flops_per_s"] / theirs, 0.5)
    seed = {"batch": 4, "heads": 8, "kv_heads": 2, "seq_len": 4096, "head_dim": 64}
    fused = run("flash_attention", **seed)
    run("unfused_attention", type="bf16", **seed)
    unfused = run("unfused_attention", type="fp32", **seed)
    if fused and unfused:
        held("flash attention at the grouped-head shape, times faster", unfused["median_ns"] / fused["median_ns"], 8.53)


def products():
    for kernel, implementations in [("sgemm", ["tiled", "cublaslt", "cublaslt_tf32"]), ("bf16_gemm", ["cublaslt", "tiled"])]:
        for implementation in implementations:
            run(kernel, implementation=implementation)


def others():
    """What has no target: figures only."""
    run("linear_4bit")
    run("linear_4bit", tokens=1, implementation="fused")
    run("ragged_prefill_attention")
    run("paged_prefill_attention")
    run("linear_attention", tensor_cores="mma.sync")
    run("gated_delta_rule")
    run("gated_delta_rule", tensor_cores="mma.sync")
    if "GPU 1" in subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout:
        times = {}
        for order in ("plain", "zigzag"):
            answer = run("ring_attention", order=order)
            times[order] = answer["median_ns"] if answer else None
        run("ring_attention", causal="false")
        one = run("ring_attention", gpus=1)
        if one and all(times.values()):
            held("zigzag ring attention on two GPUs, times faster than one", one["median_ns"] / times["zigzag"], 1.7)
            held("zigzag ring attention, times faster than plain", times["plain"] / times["zigzag"], 1.2)


memory_bound()
products()
attention()
others()
