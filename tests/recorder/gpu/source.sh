#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hot lines: a line that is plainly hot gets most samples; a training loop costs little more; misuse says a sentence.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
nvcc -std=c++17 -O2 -arch=native -lineinfo -o "$folder/hot_line" "$here/hot_line.cu" || exit 1
"$RECORDER" --source -o "$folder/hot.json" -- "$folder/hot_line" || echo "FAILED - record --source"
python3 "$here/source_lines.py" "$folder/hot.json" hot "// hot"
"$RECORDER" run softmax --source --samples 5 --no-ceilings -o "$folder/run.json" >/dev/null || echo "FAILED - run --source"
python3 "$here/source_lines.py" "$folder/run.json"
"$RECORDER" run flash_attention --counters --blocks --profile --source --samples 5 --no-ceilings -o "$folder/all.json" >/dev/null &&
  python3 "$here/source_lines.py" "$folder/all.json" beside || echo "FAILED - run --counters --blocks --profile --source"
"$RECORDER" run softmax --sweep columns=1024,2048 --counters --blocks --profile --source --samples 5 --no-ceilings -o "$folder/sweep.json" >/dev/null &&
  python3 "$here/source_lines.py" "$folder/sweep.json" sweep || echo "FAILED - run --sweep --source"
"$RECORDER" --source=1000 -o "$folder/none.json" -- true 2>"$folder/none.txt"
[[ $? -eq 2 ]] && grep -q 'power of two' "$folder/none.txt" && [[ ! -e $folder/none.json ]] &&
  echo "ok - a wrong period is refused before anything runs" || echo "FAILED - a wrong period"
cat >"$folder/own.cu" <<'K'
// kernline: kernel own
// kernline: parameter n 1048576 from 1 to 1073741824
// kernline: inout x float n
// kernline: value n int n
// kernline: grid (n + 255) / 256
// kernline: block 256
__global__ void own(float* x, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  float value = i < n ? x[i] : 0;
  for (int round = 0; round < 2000; ++round) {
    value = rsqrtf(value * value + 1.0f);  // hot
  }
  x[i] = value;
}
K
"$RECORDER" run "$folder/own.cu" --source --samples 5 --no-ceilings -o "$folder/own.json" >/dev/null || echo "FAILED - run FILE.cu --source"
python3 "$here/source_lines.py" "$folder/own.json" hot "// hot"
"$RECORDER" --source -o "$folder/torch.json" -- python3 "$here/torch_loop.py" step 200 none ||
  echo "FAILED - record --source of PyTorch"
python3 "$here/source_lines.py" "$folder/torch.json"
CUDA_INJECTION64_PATH=/nowhere.so "$RECORDER" --source -o "$folder/none.json" -- true 2>"$folder/none.txt"
[[ $? -eq 3 ]] && grep -q "another profiler" "$folder/none.txt" && echo "ok - another profiler is named" ||
  echo "FAILED - another profiler"
