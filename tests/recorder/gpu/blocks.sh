#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run --blocks: every block once, on an SM that there is, inside of its kernel's record; what it costs; kernels of one's
# own with and without the macros.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
quick=(--time-limit 0.1 --samples 20 --no-ceilings)

for kernel in "softmax --set rows=4096 --set columns=1024" "flash_attention" "unfused_attention --set seq_len=512" "gated_delta_rule"; do
  name=${kernel%% *}
  # shellcheck disable=SC2086
  if "$RECORDER" run $kernel "${quick[@]}" --blocks -o "$folder/$name.json" --json > "$folder/answer.json" 2> "$folder/log"
  then python3 "$here/check_blocks.py" whole "$folder/$name.json" "$folder/answer.json" "$name"
  else echo "FAILED - blocks of $name: $(head -c 300 "$folder/log")"; fi
done

# 102,400 blocks that each do little, again and again: the launch with blocks beside the median of those without.
"$RECORDER" run copy --sweep megabytes=1600,1600,1600,1600,1600,1600,1600,1600,1600 "${quick[@]}" --blocks \
  -o "$folder/cost.json" > "$folder/log" 2>&1 || echo "FAILED - cost of blocks: $(head -c 300 "$folder/log")"
python3 "$here/check_blocks.py" cost "$folder/cost.json" 2

"$RECORDER" run copy --set megabytes=8192 "${quick[@]}" --blocks -o "$folder/many.json" --json > "$folder/answer.json" 2> "$folder/log" ||
  echo "FAILED - more blocks than the buffer: $(head -c 300 "$folder/log")"
python3 "$here/check_blocks.py" many "$folder/many.json" "$folder/answer.json"
rm -f "$folder/cost.json" "$folder/many.json"

cat > "$folder/phases.cu" <<'K'
// kernline: kernel phases
// kernline: parameter blocks 500 from 1 to 1000000
// kernline: define BLOCK 256
// kernline: in x float blocks * BLOCK
// kernline: out y float blocks * BLOCK
// kernline: value loops int 5000
// kernline: grid blocks
// kernline: block BLOCK
// kernline: mark 1 load
// kernline: mark 2 work
#include "kernline_blocks.cuh"
__global__ void phases(const float* x, float* y, int loops) {
  KERNLINE_BLOCK();
  KERNLINE_MARK(1);
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float v = x[i];
  __syncthreads();
  KERNLINE_MARK(2);
  const int warp = threadIdx.x / 32;
  for (int k = 0; k < loops * (1 + warp % 2); ++k) {
    v = v * 0.999f + 0.001f;
  }
  KERNLINE_MARK(3);
  y[i] = v;
}
K
if "$RECORDER" run "$folder/phases.cu" "${quick[@]}" --blocks -o "$folder/phases.json" --json > "$folder/answer.json" 2> "$folder/log"
then python3 "$here/check_blocks.py" phases "$folder/phases.json" "$folder/answer.json"
else echo "FAILED - blocks of a kernel of one's own: $(head -c 300 "$folder/log")"; fi

# Warp 0 fills a ring of two buffers, the others empty it: who waits, and for how long.
cat > "$folder/pipeline.cu" <<'K'
// kernline: kernel pipeline
// kernline: parameter blocks 264 from 1 to 1000000
// kernline: define BLOCK 128
// kernline: define ROUNDS 8
// kernline: in x float blocks * ROUNDS * 96
// kernline: out y float blocks * 96
// kernline: grid blocks
// kernline: block BLOCK
// kernline: mark 1 load
// kernline: mark 2 wait empty
// kernline: mark 3 wait full
// kernline: mark 4 work
#include "kernline_blocks.cuh"
__global__ void pipeline(const float* x, float* y) {
  KERNLINE_BLOCK();
  __shared__ float ring[2][96];
  __shared__ volatile int filled;
  __shared__ volatile int emptied[3];
  if (threadIdx.x == 0) { filled = emptied[0] = emptied[1] = emptied[2] = 0; }
  __syncthreads();
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    if (warp == 0) {
      KERNLINE_MARK(2);
      while (min(min(emptied[0], emptied[1]), emptied[2]) < round - 1) { }
      __syncwarp();
      KERNLINE_MARK(1);
      for (int i = lane; i < 96; i += 32) { ring[round % 2][i] = x[(blockIdx.x * ROUNDS + round) * 96 + i]; }
      __threadfence_block();
      __syncwarp();
      if (lane == 0) { filled = round + 1; }
    } else {
      KERNLINE_MARK(3);
      while (filled <= round) { }
      __syncwarp();
      KERNLINE_MARK(4);
      float v = ring[round % 2][(warp - 1) * 32 + lane];
      for (int k = 0; k < 2000; ++k) { v = v * 0.999f + 0.001f; }
      sum += v;
      __syncwarp();
      if (lane == 0) { emptied[warp - 1] = round + 1; }
    }
  }
  if (warp > 0) { y[blockIdx.x * 96 + (warp - 1) * 32 + lane] = sum; }
}
K
if "$RECORDER" run "$folder/pipeline.cu" "${quick[@]}" --blocks -o "$folder/pipeline.json" --json > "$folder/answer.json" 2> "$folder/log"
then python3 "$here/check_blocks.py" pipeline "$folder/pipeline.json" "$folder/answer.json"
else echo "FAILED - blocks of a pipeline: $(head -c 300 "$folder/log")"; fi

grep -v 'KERNLINE\|kernline_blocks' "$folder/phases.cu" > "$folder/plain.cu"
answer=$("$RECORDER" run "$folder/plain.cu" "${quick[@]}" --blocks -o "$folder/plain.json" 2>&1)
status=$?
if [[ $status -eq 2 && $answer == *"KERNLINE_BLOCK()"* ]]; then echo "ok - a kernel without the macro is said: $answer"
else echo "FAILED - a kernel without the macro: $status $answer"; fi
