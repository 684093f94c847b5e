#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the wheel of build/wheel for each of these Pythons, into an environment of its own, and runs the tests of the
# package there.
# Usage: packaging/wheel/try.sh PYTHON…   (python3.10 /opt/python3.14/bin/python3)
set -euo pipefail

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
wheel=$(echo "$source_dir"/build/wheel/kernline-*.whl)
tests=$source_dir/tests/cli/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$tests
export KERNLINE_FIXTURES=$source_dir/tests/fixtures KERNLINE_DOCS=$source_dir/resources/docs

cd "$work"  # not the sources
for python in "$@"; do
  rm -rf env
  "$python" -m venv env
  env/bin/pip install --quiet --no-index "$wheel"
  export KERNLINE_PROGRAM=$work/env/bin/kernline
  for test in "$tests"/*_test.py; do
    echo "$("$python" --version): $(basename "$test")"
    env/bin/python -W error::ResourceWarning "$test"
  done
done
