#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every bundled kernel at several shapes, odd ones among them, beside its reference on the CPU in double precision.
set -u

correct() {  # kernel, then sweeps
  local kernel=$1 sweeps=() answer
  shift
  for sweep in "$@"; do
    sweeps+=(--sweep "$sweep")
  done
  if answer=$("$RECORDER" run "$kernel" "${sweeps[@]}" --samples 1 --time-limit 0.01 --no-timeline --json 2>&1); then
    echo "ok - $kernel $* : $(echo "$answer" | python3 -c '
import json, sys
runs = json.load(sys.stdin)["runs"]
print(len(runs), "runs, largest error", max(r["max_error"] for r in runs))')"
  else
    echo "FAILED - $kernel $*: ${answer:0:400}"
  fi
}

correct copy megabytes=1,3,1024
correct reduction elements=8,4096,1000000,100000008 type=fp32,bf16,fp16
correct softmax rows=1,3,1000 columns=8,128,1000,4096,16384 type=fp32,bf16,fp16
correct layer_norm rows=1,3,1000 columns=8,128,1000,4096,16384 type=fp32,bf16,fp16
correct rms_norm rows=1,3,1000 columns=8,128,1000,4096,16384 type=fp32,bf16,fp16
correct fused_add_rms_norm rows=1,3,1000 columns=8,128,1000,4096,16384 type=fp32,bf16,fp16
correct silu_and_mul rows=1,3,1000 columns=8,128,1000,14336 type=fp32,bf16,fp16
correct rotary_embedding tokens=1,33,1000 heads=1,32 kv_heads=0,8 head_dim=64,128 type=fp32,bf16,fp16
correct adamw elements=1024,1048576,67108864 type=fp32,bf16,fp16
correct sgemm m=8,200,1024 n=8,136,1024 k=8,72,1000 implementation=tiled,cublaslt,cublaslt_tf32
correct bf16_gemm m=8,200,1024 n=8,136,1024 k=8,72,1000 implementation=tiled,cublaslt
correct unfused_attention batch=2 heads=4 kv_heads=1,4 seq_len=16,200,1024 head_dim=64,128 causal=true,false \
  type=fp32,bf16,fp16
correct flash_attention batch=2 heads=4 kv_heads=1,2,4 seq_len=16,64,200,384,1000,2048 head_dim=64,128 \
  causal=true,false type=bf16,fp16 tensor_cores=best,mma.sync
correct nf4_dequantize elements=64,4096,999936,67895296 type=bf16,fp16
correct linear_4bit tokens=1,9,300 inputs=64,448,4096 outputs=8,200,1024 type=bf16,fp16 implementation=dequantize,fused
correct ragged_prefill_attention batch=1,5 heads=4 kv_heads=1,4 seq_len=1,100,700 head_dim=64,128 causal=true,false \
  type=bf16,fp16
correct paged_prefill_attention batch=1,5 heads=4 kv_heads=1,4 seq_len=1,100,300 context=0,77,1000 page_size=1,16,64 \
  head_dim=64,128 causal=true,false
for kernel in linear_attention gated_delta_rule; do
  correct $kernel batch=2 heads=3 seq_len=1,63,64,200,1024 type=bf16,fp16 tensor_cores=best,mma.sync
  correct $kernel batch=100 heads=3 seq_len=1,65,200  # more heads than blocks: each block takes several
done
gpus=$(nvidia-smi -L | wc -l)
correct ring_attention gpus=$(seq -s, 1 "$gpus") heads=4 kv_heads=1,4 seq_len=768,4096 head_dim=64,128 \
  causal=true,false order=plain,zigzag type=bf16,fp16
