#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Operators of profiles, run alone by kernline replay: nearly all of a step's time, as long as in the run. KERNLINE is
# the program; the one beside the recorder by default.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mkdir -p "$folder"
python=${PYTHON:-python3}
kernline=${KERNLINE:-$(dirname "$RECORDER")/kernline}
if ! reason=$("$python" -c 'import torch' 2>&1); then
  echo "   no PyTorch here: ${reason##*$'\n'}"
  exit 0
fi
if ! reason=$("$kernline" --version 2>&1); then
  echo "   no kernline here: ${reason##*$'\n'}"
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
replay() { "$kernline" replay --python "$python" "$@"; }
for kind in transformer convnet inference; do
  trace=$folder/$kind.json
  "$python" "$here/replay_programs.py" "$kind" "$trace" >"$folder/log" 2>&1 || {
    echo "FAILED - the trace of $kind: $(tail -n 3 "$folder/log" | tr '\n' ' ')"
    continue
  }
  if replay "$trace" --top 0 --samples 20 --json >"$folder/$kind-cold.json" 2>"$folder/log"; then
    "$python" "$here/check_replay.py" "$kind" "$folder/$kind-cold.json"
  else
    echo "FAILED - replay of $kind: $(tail -n 3 "$folder/log" | tr '\n' ' ')"
  fi
done
trace=$folder/transformer.json
warm() {
  replay "$trace" --top 20 --samples 20 --l2 warm --json >"$folder/warm.json" && "$python" - "$folder/warm.json" "$folder/transformer-cold.json" <<'P'
import json, sys
warm, cold = ({row["id"]: row for row in json.load(open(path))["rows"]} for path in sys.argv[1:])
pairs = [(row["alone_ns"], cold[key]["alone_ns"]) for key, row in warm.items() if row["alone_ns"] and cold[key]["alone_ns"]]
print(len(pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs))
sys.exit(not pairs or sum(a for a, _ in pairs) > 1.05 * sum(b for _, b in pairs))
P
}
test "a warm cache is no slower" warm
one() { replay "$trace" --op aten::mm --at 1ms && replay "$trace" --op aten::mm --at 1ms --json | grep -q '"calls":1,'; }
test "one call at a time" one
elsewhere() {
  "$kernline" replay "$trace" --top 10 --write "$folder/script.py" >/dev/null &&
    "$python" "$folder/script.py" --json --samples 10 >"$folder/results.json" && "$python" "$folder/script.py" --samples 10 &&
    "$kernline" replay "$trace" --top 10 --measured "$folder/results.json" --json |
    "$python" -c 'import json, sys; sys.exit(any(row["alone_ns"] is None for row in json.load(sys.stdin)["rows"]))'
}
test "a script, and its results read back" elsewhere
onCpu() {
  DEVICE=cpu "$python" "$folder/script.py" --json --samples 1 >"$folder/cpu.json" &&
    "$python" -c 'import json, sys; found = json.load(open(sys.argv[1])); print(found); sys.exit(found["device"] != "CPU" or all("error" in r for r in found["results"]))' "$folder/cpu.json"
}
test "the script on the CPU" onCpu
if "$RECORDER" -o "$folder/recorded.json" -- "$python" "$here/torch_program.py" 4 >"$folder/log" 2>&1 &&
  replay "$folder/recorded.json" --top 0 --samples 20 --json >"$folder/recorded-cold.json" 2>>"$folder/log"; then
  "$python" "$here/check_replay.py" "a recording of kernline" "$folder/recorded-cold.json" 0.85
else
  echo "FAILED - replay of a recording of kernline: $(tail -n 3 "$folder/log" | tr '\n' ' ')"
fi
failing() {  # an error on the device ends the process, not the others
  "$python" - "$folder/script.py" "$folder/broken.py" <<'P'
import json, re, sys
text = open(sys.argv[1]).read()
found = re.search(r"CASES = json.loads\(r'''(.*?)'''\)", text, re.DOTALL)
bad = {"id": "bad", "operator": "aten::_assert_async", "inputs": [{"dtype": "float32", "size": [0], "stride": [1]}]}
lost = {"id": "lost", "operator": "aten::multinomial", "inputs": [{"dtype": "float32", "size": [4, 8]}, {"value": "2"}, {"value": "False"}, None]}
cases = json.loads(found[1])[:3]
text = text[:found.start(1)] + json.dumps([cases[0], bad, lost, *cases[1:]]) + text[found.end(1):]
open(sys.argv[2], "w").write(text.replace('("multinomial", "self"), ', ""))
P
  "$python" "$folder/broken.py" --json --samples 5 >"$folder/broken.json" 2>/dev/null
  cat "$folder/broken.json"
  "$python" - "$folder/broken.json" <<'P'
import json, sys
results = json.load(open(sys.argv[1]))["results"]
sys.exit(len(results) != 5 or "error" not in results[2] or any("error" in results[i] for i in (0, 3, 4)))
P
}
test "an operator that fails on the device leaves the others" failing
