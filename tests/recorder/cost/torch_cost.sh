#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Not a test: what recording costs PyTorch programs. torch_cost.sh [ROUNDS]; prints medians of interleaved runs.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
RECORDER=${RECORDER:-$here/../../build/release/bin/kernline-recorder}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=${PYTHON:-python3}
for ((round = 0; round < ${1:-3}; ++round)); do
  for program in launches train generate; do
    for level in bare off ops shapes torch; do
      case $level in
        bare) "$python" "$here/cost/programs.py" $program ;;
        torch) "$python" "$here/cost/programs.py" $program torch ;;
        *) "$RECORDER" --torch=$level -o "$folder/run.json" -- "$python" "$here/cost/programs.py" $program ;;
      esac 2>/dev/null | sed "s/^/$program $level /" | tee -a "$folder/times"
    done
  done
done
"$python" - "$folder/times" <<'P'
import collections, statistics, sys
times = collections.defaultdict(list)
for line in open(sys.argv[1]):
    program, level, value = line.split()
    times[program, level].append(float(value))
print(f"{'us a step':12}" + "".join(f"{level:>22}" for level in ("bare", "off", "ops", "shapes", "torch")))
for program in ("launches", "train", "generate"):
    if (program, "bare") not in times:
        continue
    bare = statistics.median(times[program, "bare"])
    row = [statistics.median(times[program, level]) if times[program, level] else float("nan")
           for level in ("bare", "off", "ops", "shapes", "torch")]
    print(f"{program:12}" + "".join(f"{value:12.2f} ({value / bare - 1:+6.1%})" for value in row))
P
