#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kernline.record() in a process of Python with PyTorch. KERNLINE_PACKAGE is the folder of the package; where it does not
# load, or there is no PyTorch, it goes without.
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
export PYTHONPATH=${KERNLINE_PACKAGE:-$here/../../../build/release/python}
python=${PYTHON:-python3}
if ! reason=$("$python" -c 'import kernline, torch' 2>&1); then
  echo "   no kernline with PyTorch here: ${reason##*$'\n'}"
  exit 0
fi
for test in before_cuda after_cuda twice exception unfinished_work children other_profiler nvtx counters; do
  if timeout 120 "$python" -W always "$here/record_in_process.py" "$test" "$1/$test.json" >"$1/$test.log" 2>&1; then
    echo "ok - kernline.record $test"
  else
    echo "FAILED - kernline.record $test: $(tail -n 12 "$1/$test.log" | tr '\n' ' ')"
  fi
done
