#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Measures the ceilings of the GPU and keeps them: plausible beside the specification, in under a minute, the same twice.
set -u
folder=$1
mkdir -p "$folder"
export XDG_CONFIG_HOME=$folder
start=$SECONDS
first=$("$RECORDER" ceilings --json) || { echo "FAILED - ceilings: ${first:0:400}"; exit 0; }
took=$((SECONDS - start))
second=$("$RECORDER" ceilings --json)
cat "$folder/kernline/devices.txt"
FIRST=$first SECOND=$second TOOK=$took python3 - "$folder/kernline/devices.txt" <<'PYTHON'
import json, os, sys
first, second = json.loads(os.environ["FIRST"]), json.loads(os.environ["SECOND"])
def tell(good, what):
    print("ok -" if good else "FAILED -", what)
tell(int(os.environ["TOOK"]) < 60, f"ceilings in {os.environ['TOOK']} s")
share = first["bytes_per_s"] / first["specified_bytes_per_s"]
tell(0.5 < share < 1.02, f"a copy reaches {share:.1%} of the specified bandwidth")
tell(first["l2_bytes_per_s"] > first["bytes_per_s"], f"L2 reads {first['l2_bytes_per_s'] / 1e12:.2f} TB/s")
for name, rate in first["flops_per_s"].items():
    share = rate / first["specified_flops_per_s"][name]
    tell(0.3 < share < 1.02, f"{name} products reach {rate / 1e12:.1f} TFLOP/s, {share:.1%} of specified")
    apart = abs(second["flops_per_s"][name] / rate - 1)
    tell(apart < 0.1, f"{name} twice: {apart:.1%} apart")
tell(500 < first["graph_launch_ns"] <= first["launch_ns"] < 20000,
     f"an empty kernel takes {first['launch_ns']} ns, {first['graph_launch_ns']} ns in a graph")
lines = [line for line in open(sys.argv[1]) if not line.startswith("#")]
tell(len(lines) == 1 and lines[0].startswith(first["device_name"] + ": memory "), "kept in one line")
PYTHON
