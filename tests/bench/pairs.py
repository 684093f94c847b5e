#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds predictions of kernline against runs that were timed without a profiler.

    tests/bench/pairs.py [--kernline PROGRAM] FOLDER...

A FOLDER has traces and a truth.json with the time of a step without a profiler, in ms (`median_ms`, `min_ms`, `max_ms`,
and perhaps `again_ms`): of pairs of runs, NAME.before.json and NAME.after.json, or of single runs that were recorded with
several options, NAME.OPTION.json; the files may be packed, or those of ranks, NAME.before.rank0.json. Four tables: each
step as recorded and without the profiler; the ratio of each pair; the run after as predicted from the run before; and what advice on the run before says of the
change, against what it saved.
"""
import argparse
import glob
import json
import os
import statistics
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
KERNLINE = os.path.join(HERE, "..", "..", "build", "release", "bin", "kernline")
MS = 1e6
CLOSE = 0.1  # runs whose own times spread further are listed, but not averaged

# The rows of advice that ask for the change of a pair, by a part of its name: their kinds, or their rules.
KINDS = {
    "attention": ["attention"],
    "checkpoint": ["recomputation"],
    "cell": ["host_call"],
    "compile_small": ["launch_bound"],
    "compiled_graph": ["host_call", "launch_bound"],
    "conv_layout": ["matrix_copy"],
    "ema": ["host_call"],
    "empty_cache": ["allocation"],
    "encoder_math": ["attention"],
    "foreach": ["optimizer"],
    "fusion": ["fusion"],
    "glu_compiled": ["fusion"],
    "gru": ["host_call", "launch_bound"],
    "graph": ["launch_bound"],
    "lists": ["host_call"],
    "loss": ["fusion"],
    "ddp_buckets": ["small_buckets"],
    "ddp_find_unused": ["gradient_copies"],  # the pair is of gradient_as_bucket_view
    "ddp_overlap": ["communication"],
    "norms": ["fusion"],
    "one_by_one": ["launch_bound"],
    "item": ["synchronization", "host_call"],
    "loader": ["host_call"],
    "loop": ["optimizer"],
    "mask": ["synchronization"],
    "odd_mlp": ["padding"],
    "padding": ["padding"],
    "pageable": ["host_copy"],
    "pinned": ["host_copy"],
    "precision": ["precision"],
    "tf32": ["precision"],
}


# The change that makes the run after of the run before, by a part of a pair's name; of others the row of advice that asks
# for it. "kernels" scales these to the time that the run after spends in its own.
CHANGES = {
    "compile_small": "",  # nothing says what the compiler makes of it
    "batch": "phase:forward=x2;phase:backward=x2",
    "empty_cache": "allocator=none",
    "fusion": "kernel:elementwise|reduce=fused",
    "graph": "launch=graph",
    "item": "op:aten::item=none",
    "loader": "host:prepare_batch=none",
    "mask": "op:aten::nonzero=none",
    "pageable": "copy:pageable=async",
    "pinned": "copy:pageable=async",
    "precision": "kernels",
    "tf32": "kernels",
}


def asks_for(row, kinds):
    return row["kind"] in kinds or row["rule"] in kinds


def asked(program, *args):
    done = subprocess.run([program, *args], capture_output=True, text=True)
    return (json.loads(done.stdout), "") if done.returncode == 0 else (None, done.stderr.strip())


def trace_of(folder, name, option):
    stem = os.path.join(glob.escape(folder), f"{name}.{option}")
    found = sorted(glob.glob(f"{stem}.json*")) or sorted(glob.glob(f"{stem}.rank0.json*"))
    return found[0].replace(".rank0.", ".rank#.") if found else None


def bounds_of(truth):
    times = [truth["min_ms"], truth["max_ms"], truth["median_ms"], truth.get("again_ms", truth["median_ms"])]
    return min(times), max(times)


def undisturbed(program, folder, truths):
    print(f"{'step, ms':24s} {'true':>8s} {'recorded':>9s} {'without':>8s} {'low':>8s} {'high':>8s}  error  in range")
    rows = []
    for name, options in truths.items():
        for option, truth in options.items():
            path = trace_of(folder, name, option) if isinstance(truth, dict) else None
            if path is None:
                continue
            answer, problem = asked(program, "whatif", "--json", path)
            if answer is None:
                print(f"{name}.{option}: {problem}")
                continue
            step, true = answer["step"], truth["median_ms"]
            least, most = bounds_of(truth)
            error = step["undisturbed_ns"] / MS / true - 1
            inside = step["low_ns"] / MS <= most and step["high_ns"] / MS >= least
            rows.append((option, error, inside, step["recorded_ns"] / MS / true - 1, (most - least) / true <= CLOSE))
            print(f"{name + '.' + option:24s} {true:8.2f} {step['recorded_ns'] / MS:9.2f} "
                  f"{step['undisturbed_ns'] / MS:8.2f} {step['low_ns'] / MS:8.2f} {step['high_ns'] / MS:8.2f} "
                  f"{100 * error:+6.1f} % {'yes' if inside else 'no'}")
    if not rows:
        return
    def sums(which, chosen):
        print(f"{which}: {len(chosen)} runs, recorded {100 * statistics.mean(abs(r[3]) for r in chosen):.1f} % off, "
              f"without the profiler {100 * statistics.mean(abs(r[1]) for r in chosen):.1f} % (worst "
              f"{100 * max(abs(r[1]) for r in chosen):.1f} %), {sum(r[2] for r in chosen)} in their range")
    sums("all", rows)
    steady = [r for r in rows if r[4]]
    if steady:
        sums("all whose own times are within 10 %", steady)
    else:
        print("no run whose own times are within 10 %")
    for option in sorted({r[0] for r in rows} - {"before", "after"}):
        sums(option, [r for r in rows if r[0] == option])


def ratios(program, folder, truths):
    print(f"\n{'before to after':18s} {'true':>6s} {'recorded':>9s} {'without':>8s}")
    errors = []
    for name, pair in truths.items():
        paths = [trace_of(folder, name, side) for side in ("before", "after")]
        if None in paths:
            continue
        answer, problem = asked(program, "compare", "--json", *paths)
        if answer is None:
            print(f"{name}: {problem}")
            continue
        verdict = answer["verdict"]
        true = pair["after"]["median_ms"] / pair["before"]["median_ms"]
        recorded = verdict["ratio"]
        without = (verdict.get("without_profiler") or {}).get("ratio", recorded)
        errors.append((abs(recorded / true - 1), abs(without / true - 1)))
        print(f"{name:18s} {true:6.2f} {recorded:9.2f} {without:8.2f}")
    if errors:
        print("mean error: recorded {:.1f} %, without the profiler {:.1f} %".format(
            *(100 * statistics.mean(error[i] for error in errors) for i in (0, 1))))


def kernel_time(program, path):
    """Device time of a step."""
    answer, _ = asked(program, "steps", "--json", path)
    return statistics.mean(step["device_ns"] for step in answer["steps"]) if answer else None


def change_of(program, folder, name):
    """The change of a pair as kernline takes it, or why there is none."""
    change = next((change for part, change in CHANGES.items() if part in name), None)
    if change == "kernels":
        before, after = (kernel_time(program, trace_of(folder, name, side)) for side in ("before", "after"))
        return f"kernel=x{after / before:.4f}" if before and after else None
    kinds = next((kinds for part, kinds in KINDS.items() if part in name), None)
    if change is not None or not kinds:
        return change
    answer, _ = asked(program, "advise", "--json", trace_of(folder, name, "before"))
    rows = [i + 1 for i, row in enumerate((answer or {}).get("rows", [])) if asks_for(row, kinds)]
    return f"advice:{','.join(map(str, rows))}=follow" if rows else None


def predicted(program, folder, truths):
    print(f"\n{'after, ms':18s} {'true':>8s} {'predicted':>10s} {'low':>8s} {'high':>8s}  error  change")
    errors = []
    for name, pair in truths.items():
        path = trace_of(folder, name, "before")
        change = change_of(program, folder, name) if path else None
        if not change:
            continue
        answer, problem = asked(program, "whatif", "--json", path, "--set", change)
        if answer is None:
            print(f"{name}: {problem}")
            continue
        made, true = answer["scenario"], pair["after"]["median_ms"]
        errors.append(abs(made["step_ns"] / MS / true - 1))
        print(f"{name:18s} {true:8.2f} {made['step_ns'] / MS:10.2f} {made['low_ns'] / MS:8.2f} {made['high_ns'] / MS:8.2f} "
              f"{100 * (made['step_ns'] / MS / true - 1):+6.1f} %  {change}")
    if errors:
        print(f"mean error: {100 * statistics.mean(errors):.1f} %, {sum(e <= 0.1 for e in errors)} of {len(errors)} within 10 %")


def advised(program, folder, truths):
    print(f"\n{'advice, ms':18s} {'saved':>6s} {'least':>6s} {'most':>6s} {'likely':>7s} {'at most':>8s} {'row':>4s}  first row")
    found = []
    for name, pair in truths.items():
        path = trace_of(folder, name, "before")
        kinds = next((kinds for part, kinds in KINDS.items() if part in name), [])
        if not kinds or path is None:
            continue
        answer, problem = asked(program, "advise", "--json", path)
        if answer is None:
            print(f"{name}: {problem}")
            continue
        rows = answer["rows"]
        right = [i for i, row in enumerate(rows) if asks_for(row, kinds)]
        total = lambda key: sum(rows[i][key] for i in right) / MS
        saved = pair["before"]["median_ms"] - pair["after"]["median_ms"]
        before, after = bounds_of(pair["before"]), bounds_of(pair["after"])
        likely, bound = total("likely_ns"), total("upper_bound_ns")
        found.append((bool(right) and right[0] < 3, abs(likely - saved) <= max(0.5, saved / 4),
                      bound >= before[0] - after[1]))
        print(f"{name:18s} {saved:6.2f} {before[0] - after[1]:6.2f} {before[1] - after[0]:6.2f} {likely:7.2f} {bound:8.2f} "
              f"{right[0] + 1 if right else '-':>4}  {rows[0]['title'] if rows else '-'}")
    if found:
        print("{} pairs: {} among the first three rows, {} likely within a quarter or 0.5 ms, {} within the bound".format(
            len(found), *(sum(each[i] for each in found) for i in (0, 1, 2))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernline", default=KERNLINE)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    for folder in options.folders:
        with open(os.path.join(folder, "truth.json")) as file:
            truths = json.load(file)
        print(f"== {folder}")
        undisturbed(options.kernline, folder, truths)
        if any("before" in pair and "after" in pair and isinstance(pair["before"], dict) for pair in truths.values()):
            ratios(options.kernline, folder, truths)
            predicted(options.kernline, folder, truths)
            advised(options.kernline, folder, truths)


if __name__ == "__main__":
    main()
