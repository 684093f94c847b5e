#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole-process figures on a big trace: wall time, processor time and peak resident memory of `kernline summary`, page
# cache warm and cold, plain and gzip; then of `kernline stats` and of `kernline work`, which may take 1.5 s more.
#   tests/bench/load_big.sh [TRACE [BUILD_DIR]]
# Without TRACE a 1 GB one is written once with ../shared/tools/gen_trace.py, where that is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
trace=${1:-}
build=${2:-build/release}
if [ -z "$trace" ]; then
  trace=${TMPDIR:-/tmp}/kernline-1gb.json
  generator=../shared/tools/gen_trace.py
  [ -f "$trace" ] || { [ -f "$generator" ] && python3 "$generator" "$trace" 1G; } ||
    { echo "load_big.sh: name a trace: no generator at $generator" >&2; exit 2; }
fi
measure() {
  local label=$1 file=$2
  shift 2
  /usr/bin/time -f "$label: %e s wall, %U s user, %S s system, %M KiB peak resident" \
    "$build/bin/kernline" "$@" "$file" >/dev/null
}
drop_from_cache() { dd of="$1" oflag=nocache conv=notrunc,fdatasync count=0 status=none; }

cat "$trace" >/dev/null
for run in 1 2 3; do measure "warm $run" "$trace" summary --json; done
drop_from_cache "$trace"
measure "cold" "$trace" summary --json
zipped=${TMPDIR:-/tmp}/$(basename "$trace").gz
[ -f "$zipped" ] || gzip -6 -c "$trace" >"$zipped"
cat "$zipped" >/dev/null
for run in 1 2 3; do measure "gzip $run" "$zipped" summary --json; done
for run in 1 2 3; do
  measure "stats $run" "$trace" stats
  measure "work $run" "$trace" work
done
