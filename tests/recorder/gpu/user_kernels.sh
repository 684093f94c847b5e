#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Kernels of one's own: compiled, run, recorded; errors at their lines.
set -u
folder=$1
mkdir -p "$folder"
said() {  # what, expected text, status expected, status, answer
  if [ "$3" -eq "$4" ] && [[ $5 == *"$2"* ]]; then echo "ok - $1"; else echo "FAILED - $1: status $4, ${5:0:400}"; fi
}

cat > "$folder/saxpy.cu" <<'K'
// kernline: kernel saxpy
// kernline: parameter n 16777216 from 1 to 1073741824
// kernline: define BLOCK 256
// kernline: in x float n
// kernline: in y float n
// kernline: out z float n
// kernline: value a float 2.5
// kernline: value n int n
// kernline: grid (n + BLOCK - 1) / BLOCK
// kernline: block BLOCK
// kernline: flops 2 * n
__global__ void saxpy(const float* x, const float* y, float* z, float a, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    z[i] = a * x[i] + y[i];
  }
}
K
answer=$("$RECORDER" run "$folder/saxpy.cu" --sweep n=1000,16777216 --sweep BLOCK=128,1024 --time-limit 0.5 -o "$folder/saxpy.json" --json 2>&1)
said "a kernel of one's own runs and is recorded" '"kernel":"saxpy"' 0 $? "$answer"
echo "$answer" | python3 -c '
import json, sys
for r in json.load(sys.stdin)["runs"]:
    print("  ", r["parameters"], r["median_ns"] / 1e3, "us", r["bytes_per_s"] / 1e9, "GB/s", r["recorded_records"], "records")'
sed 's/z\[i\] = a \* x\[i\]/z[i] = b * x[i]/' "$folder/saxpy.cu" > "$folder/broken.cu"
answer=$("$RECORDER" run "$folder/broken.cu" --progress json 2>&1)
said "a compile error is shown at its line and column" '"line":15' 4 $? "$answer"
echo "   $answer" | head -3
sed 's/if (i < n) {/if (i < n \/ 2) {/' "$folder/saxpy.cu" > "$folder/half.cu"
answer=$("$RECORDER" run "$folder/half.cu" --set n=1000 2>&1)
said "elements that a kernel does not write are counted" "500 elements" 4 $? "$answer"
sed 's/double/float/; s/in x float n/in x double n/' "$folder/saxpy.cu" > "$folder/declared.cu"
answer=$("$RECORDER" run "$folder/declared.cu" 2>&1)
said "a wrong declaration is shown at its line" "declared.cu:4" 2 $? "$answer"
answer=$("$RECORDER" run "$folder/none.cu" 2>&1)
said "a file that is not there is said" "cannot read" 1 $? "$answer"
sed 's/define BLOCK 256/define BLOCK 256 from 1 to 4096/' "$folder/saxpy.cu" > "$folder/tuned.cu"
answer=$("$RECORDER" run "$folder/tuned.cu" --tune BLOCK=512,32,4096,256 --noise 0 --time-limit 1 --no-ceilings -o "$folder/tuned.json" --json 2>&1)
status=$?
said "values with which a kernel cannot be launched are listed" '"BLOCK":4096' 0 $status "$answer"
if echo "$answer" | python3 -c '
import json, sys
answer = json.load(sys.stdin)
runs, tuning = answer["runs"], answer["tuning"]
for r in runs:
    print("  ", r["parameters"]["BLOCK"], r["median_ns"] / 1e3, "us,", r["samples"], "samples,", r["recorded_records"], "records")
print("  ", tuning)
best = runs[tuning["best"]]
assert len(runs) == 3 and len(tuning["failed"]) == 1
assert best["median_ns"] == min(r["median_ns"] for r in runs)
assert best["recorded_records"] > 0 and sum(r["recorded_records"] > 0 for r in runs) == 1
slow = next(r for r in runs if r["parameters"]["BLOCK"] == 32)
assert slow["median_ns"] > 2 * best["median_ns"] and slow["samples"] < best["samples"] / 10, (slow["samples"], best["samples"])'
then echo "ok - tuning stops what is slow and records the best"; else echo "FAILED - tuning: ${answer:0:300}"; fi
