#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command on damaged copies of every fixture, within limits of time, memory and output.

Usage: black_box.py [--seconds 60] [--seed 1] [--program build/release/bin/kernline] [--keep FOLDER] [FOLDER...]

A run is good if it ends by itself within the limits, with an exit code that the manual names, one JSON document where
JSON was asked for, a sentence a line on standard error, and nothing in either that a terminal would obey. Inputs of
runs that are not are kept in FOLDER, with the command line beside them. The last line says how many there were.
"""

import argparse
import collections
import gzip
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_INPUT = 3 << 20
MAX_MEMORY = 3 << 30
MAX_SECONDS = 20
MAX_OUTPUT_FACTOR = 100
MAX_OUTPUT_AT_LEAST = 32 << 20
EXIT_CODES = {0, 1, 2, 5}
CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]")

QUERIES = [
    "SELECT * FROM spans ORDER BY duration_ns DESC LIMIT 50",
    "SELECT name, count(*), sum(duration_ns) FROM kernels GROUP BY name",
    "SELECT * FROM args LIMIT 200",
    "SELECT * FROM launches JOIN spans ON spans.id = launches.work_id LIMIT 50",
    "SELECT * FROM steps",
    "SELECT * FROM counters LIMIT 100",
    "SELECT * FROM issues",
]


# What is done to bytes.


def flip_bits(data, rng):
    for _ in range(rng.choice([1, 1, 3, 20, 200])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def cut(data, rng):
    del data[rng.randrange(len(data)) :]


def remove(data, rng):
    at = rng.randrange(len(data))
    del data[at : at + rng.choice([1, 4, 64, 4096])]


def repeat(data, rng):
    at = rng.randrange(len(data))
    length = rng.choice([1, 16, 1000, 20000])
    data[at:at] = data[at : at + length] * rng.choice([1, 2, 30])


def splice(data, rng, other):
    at = rng.randrange(len(data))
    begin = rng.randrange(len(other))
    data[at : at + rng.choice([0, 100, 10000])] = other[begin : begin + rng.choice([10, 1000, 100000])]


def insert_odd(data, rng):
    odd = rng.choice(
        [b"\0", b"\xff\xfe", b"\x1b[31m", "\u202e".encode(), b'"', b"\\", b"{", b"}", b"[", b"]", b",", b"\n", b"NaN"]
        + [b"-1", b"1e999", b"18446744073709551616", b"9" * 400, b" " * 100000, b"a" * 100000, b"{" * 5000]
    )
    data[(at := rng.randrange(len(data))) : at] = odd


# What is done to what the bytes mean.


def change_number(data, rng):
    numbers = [m.span() for m in re.finditer(rb"-?\d+(\.\d+)?", bytes(data[: 1 << 20]))]
    if numbers:
        begin, end = rng.choice(numbers)
        data[begin:end] = rng.choice(
            [b"0", b"-1", b"1e308", b"9223372036854775807", b"-9223372036854775808", b"1.5", b"null", b'"7"', b"4294967296"]
        )


def change_key(data, rng):
    keys = [m.span(1) for m in re.finditer(rb'"([A-Za-z_ ]{1,30})"\s*:', bytes(data[: 1 << 20]))]
    if keys:
        begin, end = rng.choice(keys)
        data[begin:end] = rng.choice([b"ph", b"ts", b"dur", b"args", b"name", b"pid", b"tid", b"id", b"", b"traceEvents"])


def change_phase(data, rng):
    phases = [m.span(1) for m in re.finditer(rb'"ph"\s*:\s*"(.)"', bytes(data[: 1 << 20]))]
    for begin, end in rng.sample(phases, min(len(phases), rng.choice([1, 10, 500]))):
        data[begin:end] = rng.choice([b"X", b"B", b"E", b"b", b"e", b"n", b"s", b"f", b"t", b"C", b"M", b"P", b"i", b"N", b"O"])


def swap_columns(data, rng):
    lines = bytes(data).split(b"\n")
    separator = b"|" if b"|" in data else b","
    for number in rng.sample(range(len(lines)), min(len(lines), 20)):
        cells = lines[number].split(separator)
        rng.shuffle(cells)
        lines[number] = separator.join(cells[: rng.randrange(len(cells) + 1) or 1])
    data[:] = b"\n".join(lines)


def change_page(data, rng):
    """Of an SQLite database: a field of the header, or cells of a page."""
    if len(data) < 1024:
        return
    size = struct.unpack(">H", data[16:18])[0] or 4096
    size = 65536 if size == 1 else max(size, 512)
    page = rng.randrange(max(1, len(data) // size)) * size
    begin = page + rng.randrange(min(size, 120))
    data[begin : begin + 4] = rng.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", struct.pack(">I", rng.randrange(1 << 32))])


def change_opcode(data, rng):
    """Of a pickle."""
    for _ in range(rng.choice([1, 3, 10])):
        data[rng.randrange(len(data))] = rng.choice(b"(.012FGIJKLMNPQRSTUVX]abcdeghijlopqrstu}\x80\x81\x82\x83\x84\x85\x8a\x8b\x8c\x8d\x8e\x94\x95")


ANY = [flip_bits, cut, remove, repeat, insert_odd]
TEXT = [change_number, change_key, change_phase, swap_columns]


def mutated(data, rng, others):
    data = bytearray(data)
    packed = data[:2] == b"\x1f\x8b"
    if packed and rng.random() < 0.8:  # else the compressed bytes themselves are damaged
        try:
            data = bytearray(gzip.decompress(bytes(data))[:MAX_INPUT])
        except (OSError, EOFError):
            packed = False
    else:
        packed = False
    for _ in range(rng.choice([1, 1, 2, 4])):
        if not data:
            break
        special = TEXT
        if data[:6] == b"SQLite":
            special = [change_page] * 3
        elif data[:1] == b"\x80":
            special = [change_opcode] * 3
        operation = rng.choice(ANY + special + [splice])
        if operation is splice:
            splice(data, rng, rng.choice(others))
        else:
            operation(data, rng)
    return gzip.compress(bytes(data), 1) if packed else bytes(data[: 2 * MAX_INPUT])


def commands(path, rng, folder):
    file = str(path)
    choice = rng.choice(["--json", "--csv", "--markdown", ""])
    output = [choice] if choice else []
    plain = [o for o in output if o != "--markdown"]
    json_only = [o for o in output if o == "--json"]
    return rng.choice(
        [
            ["summary", file, *json_only],
            ["summary", file, "--all"],
            ["stats", file, *output, "--kind", rng.choice(["all", "kernel", "op"])],
            ["stats", file, *output, "--by", rng.choice(["name", "category", "op", "module", "phase", "step", "shape", "launch", "stream"])],
            ["calltree", file, *json_only, "--weight", rng.choice(["host", "device", "count"])],
            ["calltree", file, "--folded"],
            ["modules", file, *json_only],
            ["events", file, *plain, "--limit", "500"],
            ["tables", file, *plain],
            ["tables", file, "--all"],
            ["memory", file, *plain],
            ["memory", file, file, *plain],
            ["query", file, rng.choice(QUERIES), *output],
            ["ranks", file, *plain],
            ["families", file, *json_only],
            ["compare", file, file, *output],
            ["compare", file, "--matrix", *output],
            ["compare", file, file, "--html", str(folder / "report.html")],
            ["export", file, "-o", str(folder / rng.choice(["out.json", "out.json.gz", "out.sqlite"]))],
        ]
    )


def limits(max_output):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (max_output, max_output))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return set_limits


def complaint(arguments, code, out, err, seconds, max_output):
    """What is wrong with a run; empty if nothing is."""
    if code is None:
        return f"ran for {seconds:.0f} s"
    if code < 0:
        return f"died of signal {signal.Signals(-code).name}"
    if code not in EXIT_CODES:
        return f"exit code {code}"
    if b"File too large" in err or len(out) >= max_output:
        return f"more than {max_output} bytes of output"
    if b"not enough memory" in err or b"memory limit" in err:
        return "needs more memory than there is"
    for name, text in (("standard output", out), ("standard error", err)):
        if found := CONTROLS.search(text):
            return f"{found.group()!r} on {name}"
    if "--json" in arguments and (code == 0) != is_json(out):
        return "no JSON" if code == 0 else "an answer and an error"
    if code != 0 and not err:
        return "an error without a word"
    if any(line and not line.startswith(b"kernline: ") for line in err.split(b"\n")):
        return "a line on standard error that is not ours"
    return ""


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def files_below(folders):
    files = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.is_file() and 0 < path.stat().st_size < MAX_INPUT and path.suffix not in (".py", ".md", ".cu", ".cpp"):
                files.append(path)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/kernline"))
    parser.add_argument("--keep", default=str(ROOT / "build/black-box"))
    parser.add_argument("folders", nargs="*", help="what to damage; by default the fixtures and samples")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    inputs = files_below(options.folders or [ROOT / "tests/fixtures", ROOT / "resources/samples"])
    contents = [path.read_bytes() for path in inputs]
    keep = pathlib.Path(options.keep)
    runs = collections.Counter()
    codes = collections.Counter()
    findings = []
    mutants = 0
    slowest = (0.0, "")
    end = time.monotonic() + options.seconds
    environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        while time.monotonic() < end:
            number = rng.randrange(len(inputs))
            data = mutated(contents[number], rng, contents)
            path = folder / ("mutant" + "".join(inputs[number].suffixes[-2:]))
            path.write_bytes(data)
            mutants += 1
            max_output = max(MAX_OUTPUT_AT_LEAST, MAX_OUTPUT_FACTOR * len(data))
            for _ in range(3):
                arguments = commands(path, rng, folder)
                begin = time.monotonic()
                with tempfile.TemporaryFile() as out:
                    process = subprocess.Popen(
                        [options.program, *arguments],
                        stdin=subprocess.DEVNULL,
                        stdout=out,
                        stderr=subprocess.PIPE,
                        env=environment,
                        preexec_fn=limits(max_output),
                    )
                    try:
                        _, err = process.communicate(timeout=MAX_SECONDS)
                        code = process.returncode
                    except subprocess.TimeoutExpired:
                        process.kill()
                        _, err = process.communicate()
                        code = None
                    out.seek(0)
                    text = out.read()
                seconds = time.monotonic() - begin
                runs[arguments[0]] += 1
                codes[code] += 1
                slowest = max(slowest, (seconds, " ".join(arguments[:1]) + " of " + inputs[number].name))
                if problem := complaint(arguments, code, text, err, seconds, max_output):
                    keep.mkdir(parents=True, exist_ok=True)
                    kept = keep / f"{options.seed}-{mutants}{path.suffix}"
                    kept.write_bytes(data)
                    command = shlex.join(["kernline", *(str(kept) if a == str(path) else a for a in arguments)])
                    (keep / f"{options.seed}-{mutants}.txt").write_text(f"{problem}\n{command}\n{inputs[number]}\n{err[:2000]!r}\n")
                    findings.append(problem)
                    print(f"{problem}: {command}", flush=True)
                for left in folder.iterdir():
                    if left.name.endswith(".unfinished"):
                        findings.append("an unfinished file is left")
                        print(f"an unfinished file is left: {shlex.join(arguments)}", flush=True)
                        left.unlink()
    print(f"{len(inputs)} files, {mutants} mutants, {sum(runs.values())} runs: " + ", ".join(f"{n} {c}" for c, n in sorted(runs.items())))
    print("exit codes: " + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items(), key=str)))
    print(f"slowest: {slowest[0]:.1f} s, {slowest[1]}")
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
