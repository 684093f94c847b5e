#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times commands of kernline on one big trace, in one run, beside `stats`, and says which got slower.

    tests/bench/commands.py [--kernline PROGRAM] [--trace TRACE] [--save FILE] [--against FILE] [NAME...]

Of each command: processor and wall time, peak resident memory, bytes printed, and its processor time as a ratio to that
of `stats`, which runs before and after it, so machines and their load compare. --save keeps these ratios. --against
compares with those of an earlier run: what is over 20 % slower is listed, and the exit code is 1. NAME limits the run
to commands whose name contains it. Without --trace a 1 GB one is written once with ../shared/tools/gen_trace.py, and
1,024 tiny ranks with gen_ranks.py, where these are there.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "..", "..", "..", "shared", "tools")
SLOWER = 1.2
NOISE_S = 0.2  # of processor time: less than this is not told from nothing

# {t}: the trace; {out}: a folder that is emptied; {ranks}: a folder of many tiny ranks
COMMANDS = {
    "summary": "summary {t}",
    "summary --json": "summary --json {t}",
    "steps": "steps {t}",
    "advise": "advise {t}",
    "advise --json": "advise --json {t}",
    "whatif": "whatif {t}",
    "whatif of kernels": "whatif --set kernel:gemm=x0.5 {t}",
    "work": "work {t}",
    "modules": "modules {t}",
    "modules --json": "modules --json {t}",
    "calltree": "calltree {t}",
    "calltree --json": "calltree --json {t}",
    "calltree device": "calltree --weight device {t}",
    "compare with itself": "compare {t} {t}",
    "stats by op": "stats --by op {t}",
    "stats by module": "stats --by module {t}",
    "stats by phase": "stats --by phase {t}",
    "stats by step": "stats --by step {t}",
    "stats by shape": "stats --by shape {t}",
    "stats by launch": "stats --by launch {t}",
    "stats of operators": "stats --kind op {t}",
    "stats of shapes": "stats --kind op --shapes {t}",
    "events": "events --name gemm --limit 100 --json {t}",
    "events by args": "events --args stream:7 --limit 100 --json {t}",
    "blocks": "blocks {t}",
    "source": "source {t}",
    "memory": "memory {t}",
    "families": "families {t}",
    "query spans": "query {t} 'SELECT kind, count(*) FROM spans GROUP BY kind'",
    "query args": "query {t} 'SELECT count(*) FROM args'",
    "query args by key": "query {t} 'SELECT key, count(*) FROM args GROUP BY key'",
    "query grids": "query {t} 'SELECT grid, count(*) FROM kernels GROUP BY grid'",
    "export range": "export --range 1s..2s {t} -o {out}/part.json",
    "export range gz": "export --range 1s..2s {t} -o {out}/part.json.gz",
    "export sqlite": "export {t} -o {out}/whole.sqlite",
    "export parquet": "export {t} --format parquet -o {out}/parquet",
    "digest": "digest {t} -o {out}/digests",
    "render overview": "render {t} --view overview -o {out}/overview.png",
    "render timeline": "render {t} --view timeline -o {out}/timeline.png",
    "ranks of 1,024": "ranks {ranks}",
    "summary of 1,024 ranks": "summary {ranks}",
}


def generated(name, tool, *arguments):
    """What `tool` writes, made once; None: no tool."""
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), name)
    if not os.path.exists(path):
        program = os.path.join(TOOLS, tool)
        if not os.path.exists(program):
            return None
        subprocess.run([sys.executable, program, path, *arguments], check=True, stdout=subprocess.DEVNULL)
    return path


def measured(program, command):
    """What one run took; what it prints is read and only counted."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen([program, *shlex.split(command)], stdout=subprocess.PIPE, stderr=errors,
                                 env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        printed = 0
        while piece := child.stdout.read1(1 << 20):
            printed += len(piece)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip().splitlines()
    return {"code": child.returncode, "cpu_s": usage.ru_utime + usage.ru_stime, "wall_s": time.monotonic() - began,
            "peak_mib": usage.ru_maxrss / 1024, "bytes": printed, "said": said[-1] if said else ""}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernline", default=os.path.join(HERE, "..", "..", "build", "release", "bin", "kernline"))
    parser.add_argument("--trace")
    parser.add_argument("--save")
    parser.add_argument("--against")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    trace = options.trace or generated("kernline-1gb.json", "gen_trace.py", "1G")
    if trace is None:
        parser.error(f"name a trace: no generator in {TOOLS}")
    ranks = generated("kernline-1024-ranks", "gen_ranks.py", "--ranks", "1024", "--steps", "2", "--layers", "2")
    before = {}
    if options.against:
        with open(options.against, encoding="utf-8") as file:
            before = json.load(file)

    def stats():
        return measured(options.kernline, f"stats {shlex.quote(trace)}")

    stats()  # what the file cache lacks is read here
    beside = stats()
    print(f"{'command':<24} {'cpu s':>7} {'wall s':>7} {'MiB':>7} {'bytes':>12} {'/stats':>7} {'- stats':>8}  was", flush=True)
    print(f"{'stats':<24} {beside['cpu_s']:7.2f} {beside['wall_s']:7.2f} {beside['peak_mib']:7.0f} {beside['bytes']:12}")
    ratios, slower = {}, []
    with tempfile.TemporaryDirectory() as out:
        for name, command in COMMANDS.items():
            if options.names and not any(each in name for each in options.names):
                continue
            if "{ranks}" in command and ranks is None:
                continue
            run = measured(options.kernline, command.format(t=shlex.quote(trace), out=out, ranks=ranks))
            after = stats()
            base = (beside["cpu_s"] + after["cpu_s"]) / 2
            beside = after
            ratio = run["cpu_s"] / base
            ratios[name] = round(ratio, 3)
            was = before.get(name)
            if was is not None and ratio > was * SLOWER and (ratio - was) * base > NOISE_S:
                slower.append(f"{name}: {was:.2f} -> {ratio:.2f} times the processor time of stats")
            print(f"{name:<24} {run['cpu_s']:7.2f} {run['wall_s']:7.2f} {run['peak_mib']:7.0f} {run['bytes']:12} "
                  f"{ratio:7.2f} {run['cpu_s'] - base:+8.2f}  {'' if was is None else f'{was:.2f}'}"
                  f"{'' if run['code'] == 0 else '  exit %d: %s' % (run['code'], run['said'])}", flush=True)
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            json.dump(ratios, file, indent=1)
            file.write("\n")
    for line in slower:
        print("slower:", line)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
