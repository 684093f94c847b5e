#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every test that needs a GPU. Runs each program in tests/recorder/gpu (or those whose names are given) with RECORDER
# set to kernline-recorder; each says "ok WHAT" or "FAILED WHAT" for each of its tests, other lines are figures.
# The last line counts them.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export RECORDER=${RECORDER:-$here/../../build/release/bin/kernline-recorder}
folder=$(mktemp -d)  # each part gets a folder in it for its files
log=$folder/log
trap 'rm -rf "$folder"' EXIT
for part in "$here"/gpu/*.sh; do
  name=$(basename "$part")
  if [ $# -gt 0 ] && [[ " $* " != *" ${name%.*} "* ]]; then
    continue
  fi
  echo "== $name"
  timeout "${PART_TIMEOUT:-400}" bash "$part" "$folder/${name%.*}" 2>&1 | tee -a "$log"
  status=${PIPESTATUS[0]}
  [ "$status" -eq 0 ] || echo "FAILED - $name ended with status $status" | tee -a "$log"
done
passed=$(grep -c '^ok ' "$log")
failed=$(grep -c '^FAILED ' "$log")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
