#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs every test. The last line is "N passed, N failed".
# Usage: packaging/test.sh
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"
# shellcheck source=packaging/build.sh
source "$source_dir/packaging/build.sh"

# Attribute $2 of the element <testsuites …> in report $1; 0 where it is not there.
count_of() {
  local value
  value=$(grep -oE '<testsuites [^>]*' "$1" | grep -oE " $2=\"[0-9]+\"" | grep -oE '[0-9]+' || true)
  echo "${value:-0}"
}

step "Installing what is missing"
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
step "Building the programs and their tests (about 10 minutes on 2 cores, the first time)"
configure -DKERNLINE_BUILD_TESTS=ON
build
say_about_recorder "$build_dir"

# Each program of tests in as many parts as there are processors, one part of each at a time.
reports=$build_dir/test-reports
rm -rf "$reports"
mkdir -p "$reports"
parts=$(nproc)
passed=0
failed=0
skipped=0
for suite in core ui cli recorder; do
  step "Testing: $suite"
  program=$build_dir/bin/kernline_${suite}_tests
  running=()
  for ((part = 0; part < parts; ++part)); do
    GTEST_TOTAL_SHARDS=$parts GTEST_SHARD_INDEX=$part GTEST_OUTPUT="xml:$reports/$suite-$part.xml" \
      timeout 1200 "$program" --gtest_brief=1 >"$reports/$suite-$part.log" 2>&1 </dev/null &
    running+=($!)
  done
  for ((part = 0; part < parts; ++part)); do
    status=0
    wait "${running[part]}" || status=$?
    report=$reports/$suite-$part.xml
    if [[ ! -s $report ]]; then
      echo "Failed: kernline_${suite}_tests ended with exit code $status before its tests did:"
      tail -n 60 "$reports/$suite-$part.log"
      failed=$((failed + 1))
      continue
    fi
    failures=$(count_of "$report" failures)
    without=$(grep -c 'result="skipped"' "$report" || true)
    ran=$(grep -c 'status="run"' "$report" || true)
    passed=$((passed + ran - failures - without))
    skipped=$((skipped + without))
    failed=$((failed + failures))
    if ((failures > 0)); then
      cat "$reports/$suite-$part.log"
      sed -n 's/^\[  FAILED  \] \([^ ,]*\).*/Failed: \1/p' "$reports/$suite-$part.log" | sort -u
    elif ((status != 0)); then
      echo "Failed: kernline_${suite}_tests ended with exit code $status"
      tail -n 60 "$reports/$suite-$part.log"
      failed=$((failed + 1))
    fi
  done
done

if ((skipped > 0)); then
  echo "$skipped skipped, each with its reason in $reports"
fi
printf 'Took %d min %d s.\n' $((SECONDS / 60)) $((SECONDS % 60))
echo "$passed passed, $failed failed"
((failed == 0))
