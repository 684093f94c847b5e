#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# PyTorch's operators in recordings: those that torch.profiler sees, none lost, and programs end as they would.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mkdir -p "$folder"
python=${PYTHON:-python3}
if ! reason=$("$python" -c 'import torch' 2>&1); then
  echo "   no PyTorch here: ${reason##*$'\n'}"
  exit 0
fi
test() {  # NAME COMMAND…
  local name=$1
  shift
  if "$@" >"$folder/log" 2>&1; then
    echo "ok - $name"
  else
    echo "FAILED - $name ($?): $(tail -n 8 "$folder/log" | cut -c1-400 | tr '\n' ' ')"
  fi
}
check() { "$python" "$here/check_recording.py" "$@"; }
record() { timeout 100 "$RECORDER" -o "$folder/$1.json" "${@:2}"; }  # NAME OPTION… -- PROGRAM…
count() { "$python" - "$folder/$1.json" "$2" "$3" "$4" <<'P'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
found = sum(e["name"] == sys.argv[2] and e.get("cat") == "cpu_op" for e in events)
shapes = sum("Input Dims" in e.get("args", {}) for e in events if e.get("cat") == "cpu_op")
print(sys.argv[2], found, "with shapes", shapes)
sys.exit(not (int(sys.argv[3]) <= found and (shapes > 0) == (sys.argv[4] == "shapes")))
P
}

"$python" "$here/torch_program.py" 3 "$folder/torch.json" >"$folder/log" 2>&1
same() { record program -- "$python" "$here/torch_program.py" 3 && check "$folder/program.json" dropped=0 linked=work "cpu_op>1000" && "$python" "$here/check_operators.py" "$folder/program.json" "$folder/torch.json"; }
test "operators, shapes, types and numbers as in torch.profiler" same
names() { record names --torch=ops -- "$python" "$here/torch_program.py" 3 && "$python" "$here/check_operators.py" "$folder/names.json" "$folder/torch.json" none && count names aten::mm 1 none; }
test "--torch=ops has the operators without shapes" names
off() { record off --torch=off -- "$python" "$here/torch_program.py" 3 && check "$folder/off.json" cpu_op=0 "kernel>100"; }
test "--torch=off has none" off
modules() {
  record modules --torch=shapes,modules -- "$python" "$here/torch_program.py" 3 && "$python" "$here/check_operators.py" "$folder/modules.json" "$folder/torch.json" && "$python" - "$folder/modules.json" <<'P'
import collections, json, sys
calls = collections.Counter(e["name"] for e in json.load(open(sys.argv[1]))["traceEvents"] if e.get("cat") == "python_function")
print(calls)
sys.exit(calls["nn.Module: Model"] != 6 or calls["nn.Module: blocks.1.qkv"] != 6 or calls["nn.Module: stem.0"] != 6)
P
}
test "modules by their paths" modules
compiled() {  # as many graphs and breaks with the hooks as without
  "$python" "$here/torch_compiled.py" >"$folder/bare.txt" || return 1
  record compiled --torch=shapes,modules -- "$python" "$here/torch_compiled.py" >"$folder/hooked.txt" || return 1
  cat "$folder/bare.txt" "$folder/hooked.txt"
  cmp "$folder/bare.txt" "$folder/hooked.txt"
}
test "torch.compile compiles the same with modules recorded" compiled
ends() {  # HOW STATUS
  record "$1" -- "$python" "$here/torch_ends.py" "$1"
  local status=$?
  grep -E "malloc|double free|Segmentation|corrupt" "$folder/log" && return 1
  ((status == $2)) && check "$folder/$1.json" dropped=0 && count "$1" aten::add_ "${3:-19900}" shapes
}
for how in plain:0 exit:3 exception:1 threads:0 workers:0 graph:0 compile:0; do
  test "a program that ends: $how" ends "${how%:*}" "${how#*:}" "$([ "$how" = threads:0 ] && echo 39900)"
done
test "a program that ends at once" ends at_once 4 1
test "a program that aborts" ends abort 134 1
part() {
  record part --delay 9 --duration 1 -- "$python" "$here/torch_loop.py" paced 600000 none && check "$folder/part.json" "cpu_op>1000" dropped=0
}
test "operators of a part of a program" part
