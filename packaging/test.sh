#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything and runs every test. The last line is "N passed, N failed".
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=packaging/debian-packages.sh
source "$source_dir/packaging/debian-packages.sh"

# A count out of the attributes of ctest's <testsuite …>, 0 if it is not there.
count_of() {
  local value
  value=$(grep -oE "[[:space:]]$1=\"[0-9]+\"" "$report" | head -n 1 | grep -oE '[0-9]+' || true)
  echo "${value:-0}"
}

ensure_packages "${build_packages[@]}" "${test_packages[@]}"
cd "$source_dir"
report=$source_dir/build/dev/tests.xml
# A first build is quicker with precompiled headers, a later one with ccache.
options=()
if [[ ! -d build/dev ]]; then
  options+=(-DKERNLINE_PRECOMPILE_HEADERS=ON)
fi
cmake --preset dev "${options[@]}"
cmake --build --preset dev
say_about_recorder "$source_dir/build/dev"
rm -f "$report"

status=0
ctest --preset dev --parallel "$(nproc)" --timeout 600 --no-tests=error --output-junit "$report" || status=$?

if [[ ! -s $report ]]; then
  echo "ctest wrote no report: it did not run the tests" >&2
  exit 1
fi
grep -oE '<testcase name="[^"]*".* status="fail"' "$report" | sed -E 's/^<testcase name="([^"]*)".*/Failed: \1/' || true
failed=$(count_of failures)
skipped=$(($(count_of skipped) + $(count_of disabled)))
passed=$(($(count_of tests) - failed - skipped))
if ((skipped > 0)); then
  echo "$skipped skipped, each with its reason in the log"
fi
echo "$passed passed, $failed failed"
if ((failed > 0)); then
  exit 1
fi
exit "$status"
