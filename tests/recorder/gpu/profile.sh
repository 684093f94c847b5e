#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Counts what kernels do, in recordings of bundled kernels and of a PyTorch program; misuse. ncu.sh compares with ncu.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
for kernel in copy bf16_gemm softmax sgemm; do
  "$RECORDER" run $kernel --profile --l2 warm --samples 20 --no-ceilings --json -o "$folder/$kernel.json" >"$folder/$kernel.answer" 2>"$folder/$kernel.log" ||
    echo "FAILED - record run $kernel --profile: $(cat "$folder/$kernel.log")"
  python3 "$here/counted_kernels.py" run "$folder" $kernel
done
"$RECORDER" run bf16_gemm --set n=8192 --set k=8192 --sweep m=16,256,4096 --profile --l2 warm --samples 10 --no-ceilings -o "$folder/sweep.json" >"$folder/sweep.txt" 2>&1 ||
  echo "FAILED - a sweep is counted: $(cat "$folder/sweep.txt")"
for stretch in 'm=16.*: limited by DRAM' 'm=4096: limited by tensor pipe'; do
  grep -q "$stretch" "$folder/sweep.txt" && echo "ok - a sweep of products: $stretch" || echo "FAILED - a sweep of products: $stretch: $(tail -12 "$folder/sweep.txt")"
done
if python3 -c 'import torch' 2>/dev/null; then
  "$RECORDER" --profile 'gemm|cutlass|nvjet|elementwise' --launches 2 -o "$folder/torch.json" -- python3 "$here/counted_kernels.py" torch >"$folder/torch.txt" 2>&1 ||
    echo "FAILED - record --profile python"
  python3 "$here/counted_kernels.py" check_torch "$folder"
  "$RECORDER" --profile . --metrics memory --launches 1 -o "$folder/torch_all.json" -- python3 "$here/counted_kernels.py" torch >"$folder/torch_all.txt" 2>&1 ||
    echo "FAILED - record --profile . python"
  python3 "$here/counted_kernels.py" check_torch_all "$folder"
else
  echo "FAILED - profiling needs PyTorch"
fi
refuses() { # WHAT CODE TEXT OPTIONS...
  "$RECORDER" "${@:4}" -o "$folder/none.json" -- true 2>"$folder/none.txt"
  [[ $? -eq $2 ]] && grep -q "$3" "$folder/none.txt" && [[ ! -e $folder/none.json ]] && echo "ok - $1" ||
    echo "FAILED - $1: $(cat "$folder/none.txt")"
}
refuses "a misspelt metric names the nearest before anything runs" 3 'did you mean dram__bytes_read.sum' --profile a --metrics dram__byte_read.sum
refuses "metrics that need several passes are refused, with the sets that fit" 3 'passes on a' --profile a --metrics lts__t_sector_hit_rate.pct
refuses "a misspelt set names the nearest" 2 'did you mean basic' --profile a --metrics basik
refuses "a broken expression is refused" 2 'no regular expression' --profile 'a('
refuses "counters over time and of kernels exclude each other" 2 'either --counters or --profile' --profile a --counters
