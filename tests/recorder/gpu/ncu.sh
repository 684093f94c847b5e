#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every metric of a kernel's card beside ncu's: the same kernel with the same inputs, no cache or clock control, the
# median of several launches. ncu runs the program once for each pass: to replay a kernel it would restore memory, which
# leaves the L2 cache and DRAM writes in another state. A table of all metrics comes before the judgement. Then how many
# instructions a kernel of a program executes: to trace it CUPTI would add some.
set -u
folder=$1
mkdir -p "$folder"
here=$(cd "$(dirname "$0")" && pwd)
launches=${LAUNCHES:-5}
if ! command -v ncu >/dev/null; then
  echo "FAILED - comparing with ncu needs ncu"
  exit 0
fi
for kernel in ${KERNELS:-copy softmax sgemm bf16_gemm}; do
  for ((i = 0; i < launches; ++i)); do
    "$RECORDER" run $kernel --profile --l2 warm --samples 20 --no-ceilings -o "$folder/$kernel.$i.json" >"$folder/$kernel.log" 2>&1 ||
      echo "FAILED - record run $kernel --profile: $(tail -3 "$folder/$kernel.log")"
  done
  name=$(python3 "$here/counted_kernels.py" name "$folder/$kernel.0.json")
  metrics=$(python3 "$here/ncu_agreement.py" metrics "$folder/$kernel.0.json")
  # The first launches warm up.
  ncu --csv --page raw --print-units base --clock-control none --cache-control none --replay-mode application -k "regex:$name" -s 3 -c "$launches" --metrics "$metrics" \
    "$RECORDER" run $kernel --l2 warm --samples 20 --time-limit 0.2 --no-ceilings >"$folder/$kernel.csv" 2>"$folder/$kernel.err"
  python3 "$here/ncu_agreement.py" compare "$kernel" "$folder/$kernel.csv" "$folder/$kernel".*.json
done
program=("$RECORDER" run copy --l2 warm --samples 20 --time-limit 0.2 --no-ceilings)
instructions=smsp__inst_executed.sum
"$RECORDER" --profile copyKernel --metrics $instructions --launches 1 -o "$folder/program.json" -- "${program[@]}" >"$folder/program.log" 2>&1 ||
  echo "FAILED - record --profile record run copy: $(tail -3 "$folder/program.log")"
ncu --csv --page raw --print-units base -k regex:copyKernel -s 3 -c 1 --metrics $instructions "${program[@]}" >"$folder/program.csv" 2>"$folder/program.err"
python3 "$here/ncu_agreement.py" equal "$folder/program.csv" "$folder/program.json" $instructions
