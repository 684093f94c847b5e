#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compute-sanitizer over small shapes of every kernel: bad accesses, and races in shared memory.
set -u
command -v compute-sanitizer > /dev/null || { echo "   compute-sanitizer is not here: left out"; exit 0; }

clean() {  # tool, kernel, sweeps
  local tool=$1 kernel=$2 sweeps=() log
  shift 2
  for sweep in "$@"; do
    sweeps+=(--sweep "$sweep")
  done
  log=$(timeout 60 compute-sanitizer --tool "$tool" --error-exitcode 99 "$RECORDER" run "$kernel" "${sweeps[@]}" \
    --samples 1 --time-limit 0.01 --l2 warm --no-timeline --no-ceilings 2>&1)
  local status=$?
  if [ $status -eq 0 ]; then
    echo "ok - $tool $kernel"
  else
    echo "FAILED - $tool $kernel, status $status: $(echo "$log" | grep -E '=====|error' | head -5 | cut -c1-300)"
  fi
}

for tool in memcheck racecheck; do
  clean $tool reduction elements=8,100008
  clean $tool softmax rows=3 columns=8,1000,4096
  clean $tool layer_norm rows=3 columns=8,1000,4096
  clean $tool fused_add_rms_norm rows=3 columns=8,1000,4096
  clean $tool sgemm m=200 n=136 k=72
  clean $tool bf16_gemm m=200 n=136 k=200 implementation=tiled
  clean $tool flash_attention batch=1 heads=2 kv_heads=1 seq_len=200 head_dim=64,128 causal=true tensor_cores=best,mma.sync
  clean $tool linear_4bit tokens=9 inputs=128 outputs=72 implementation=fused
  clean $tool paged_prefill_attention batch=2 heads=2 kv_heads=1 seq_len=100 context=77
  clean $tool ragged_prefill_attention batch=2 heads=2 kv_heads=1 seq_len=100
  clean $tool nf4_dequantize elements=64,999936
  clean $tool linear_attention batch=1 heads=1 seq_len=200 tensor_cores=best,mma.sync
  clean $tool gated_delta_rule batch=1 heads=1 seq_len=200 tensor_cores=best,mma.sync
done
if (($(nvidia-smi -L | grep -c ^GPU) > 1)); then
  clean memcheck ring_attention gpus=2 heads=2 kv_heads=1 seq_len=768 order=plain,zigzag
fi
for kernel in copy rms_norm silu_and_mul rotary_embedding adamw unfused_attention; do
  case $kernel in
    copy) clean memcheck copy megabytes=1 ;;
    adamw) clean memcheck adamw elements=1024 ;;
    rotary_embedding) clean memcheck rotary_embedding tokens=33 head_dim=64,128 ;;
    unfused_attention) clean memcheck unfused_attention batch=1 heads=2 kv_heads=1 seq_len=200 ;;
    *) clean memcheck $kernel rows=3 columns=8,1000 ;;
  esac
done
