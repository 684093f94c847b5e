#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs two builds of `kernline` on the same files and compares every answer.

Usage: compare_builds.py BEFORE AFTER FILE_OR_FOLDER...

Prints where exit codes, structure, names or numbers differ, one line for each place and how often. Counts texts that
differ in wording alone: those of at least two words, and those in another spelling. Leaves loading times out. Exit code
1 if anything but wording differs.
"""
import concurrent.futures
import json
import math
import os
import re
import subprocess
import sys

QUESTIONS = [
    ["summary", "--json"],
    ["stats", "--json"],
    ["stats", "--json", "--by", "op", "--kind", "all"],
    ["tables", "--json"],
    ["memory", "--json"],
    ["calltree", "--json", "--depth", "4"],
    ["events", "--json", "--limit", "200"],
    ["families", "--json"],
    ["work-rules", "--json"],
    ["query", "--json", "--limit", "500", "FILE", "SELECT * FROM kernels ORDER BY id"],
]


def answer(program, question, path):
    arguments = [path if word == "FILE" else word for word in question]
    if "FILE" not in question:
        arguments.append(path)
    done = subprocess.run([program, *arguments], capture_output=True, timeout=600)
    out = done.stdout.decode("utf-8", "replace")
    try:
        return done.returncode, json.loads(out) if out else None
    except ValueError:
        return done.returncode, out


def is_wording(before, after):
    words = [len(re.findall(r"[^\W\d_]{2,}", text)) for text in (before, after)]
    return min(words) >= 2 or before.replace("isation", "ization") == after


def differences(before, after, place=""):
    """Lists (place, is wording, before, after)."""
    if isinstance(before, dict) and isinstance(after, dict):
        found = []
        for key in sorted((set(before) | set(after)) - {"load_ns"}):
            if key not in before or key not in after:
                found.append((f"{place}.{key}", False, before.get(key), after.get(key)))
            else:
                found += differences(before[key], after[key], f"{place}.{key}")
        return found
    if isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            return [(place, False, f"{len(before)} items", f"{len(after)} items")]
        return [d for i, (b, a) in enumerate(zip(before, after)) for d in differences(b, a, f"{place}[{i}]")]
    if isinstance(before, float) and isinstance(after, float):
        same = math.isclose(before, after, rel_tol=1e-12) or (math.isnan(before) and math.isnan(after))
        return [] if same else [(place, False, before, after)]
    if before == after:
        return []
    wording = isinstance(before, str) and isinstance(after, str) and is_wording(before, after)
    return [(place, wording, before, after)]


def compare(job):
    before_program, after_program, question, path = job
    before = answer(before_program, question, path)
    after = answer(after_program, question, path)
    found = differences(before[1], after[1])
    if before[0] != after[0]:
        found.append(("exit code", False, before[0], after[0]))
    return question, path, found


def main():
    before, after, *roots = sys.argv[1:]
    paths = []
    for root in roots:
        if os.path.isdir(root):
            for folder, _, names in os.walk(root):
                paths += [os.path.join(folder, name) for name in names]
        else:
            paths.append(root)
    jobs = [(before, after, question, path) for path in sorted(paths) for question in QUESTIONS]
    wording = []
    kinds = {}
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for question, path, found in pool.map(compare, jobs):
            others = [d for d in found if not d[1]]
            wording += [d for d in found if d[1]]
            wrong += bool(others)
            for place, _, b, a in others:
                kind = " ".join(question[:5]) + ": " + re.sub(r"\[\d+\]", "[]", place)
                kinds.setdefault(kind, []).append(f"{path}: {str(b)[:160]!r} became {str(a)[:160]!r}")
    for kind, examples in sorted(kinds.items()):
        print(f"{len(examples)} × {kind}, e.g. {examples[0]}")
    print(f"{len(jobs)} answers of {len(paths)} files: {wrong} differ, {len(wording)} texts are worded differently")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
