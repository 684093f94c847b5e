#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The window on a machine with a GPU, on the offscreen platform: pictures of recordings in progress in KERNLINE_LOOKS.
# WINDOW_TESTS names kernline_ui_tests; machines without Qt go without.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mkdir -p "$folder"
tests=${WINDOW_TESTS:-$here/../../../build/release/bin/kernline_ui_tests}
if ! "$tests" --gtest_list_tests >/dev/null 2>&1; then
  echo "   no window here ($tests)"
  exit 0
fi
nvcc -std=c++17 -O2 -arch=native -o "$folder/sample_program" "$here/sample_program.cu" || exit 1
export KERNLINE_LOOKS=${KERNLINE_LOOKS:-$folder} KERNLINE_RECORDER=$RECORDER
export KERNLINE_PROGRAM="$folder/sample_program tick 4"
for test in showsAKernelWhileItIsRecorded showsAProgramWhileItRuns; do
  if QT_QPA_PLATFORM=offscreen timeout 200 "$tests" "--gtest_filter=RealRecorder.$test" >"$folder/$test.log" 2>&1; then
    echo "ok - the window $test"
  else
    echo "FAILED - the window $test: $(grep -m 3 -A 3 Failure "$folder/$test.log" | tr '\n' ' ')"
  fi
done
ls -l "$KERNLINE_LOOKS"/*.png
