#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a recording as any JSON reader would and checks what it must hold: check_recording.py FILE [NAME=COUNT]...
NAME is a category, `processes`, `dropped`, `linked` (device work whose call is there, of all), `graph`, `ranges`."""
import collections
import json
import sys


def facts(path, lenient):
    text = open(path).read()
    if lenient and "kernlineFooter" not in text:
        text = text[: text.rindex("\n{") ].rstrip().rstrip(",") + "]}"
    trace = json.loads(text)
    events = trace["traceEvents"]
    found = collections.Counter(e.get("cat", "") for e in events if e["ph"] in "Xi")
    found["memory"] = sum(e["name"] == "[memory]" for e in events)
    work = [e for e in events if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
    calls = collections.Counter(
        e["args"]["correlation"] for e in events if e.get("cat") in ("cuda_runtime", "cuda_driver")
    )
    found["work"] = len(work)
    found["linked"] = sum(calls[e["args"]["correlation"]] == 1 for e in work)
    found["doubled"] = sum(1 for c in calls.values() if c > 1)
    found["graph"] = sum("graph id" in e["args"] for e in work)
    found["ranges"] = found["user_annotation"]
    found["negative"] = sum(e["ts"] < 0 for e in events if "ts" in e)
    found["processes"] = len({e["pid"] for e in events if e.get("cat") == "cuda_runtime"})
    early = {e["args"]["correlation"]: e["ts"] for e in events if e.get("cat") == "cuda_runtime"}
    found["before_call"] = sum(e["ts"] < early.get(e["args"]["correlation"], -1) for e in work)
    footer = trace.get("kernlineFooter")
    if footer:
        found["dropped"] = footer["dropped"]
        for name, count in footer["records"].items():
            if found[name] != count:
                print(f"the footer has {count} {name}, the file {found[name]}")
                found["footer_wrong"] += 1
    return trace, found, footer


def main():
    lenient = "--lenient" in sys.argv
    arguments = [a for a in sys.argv[1:] if a != "--lenient"]
    trace, found, footer = facts(arguments[0], lenient)
    wrong = found["footer_wrong"] > 0
    for expectation in arguments[1:]:
        at_least = ">" in expectation
        name, value = expectation.split(">" if at_least else "=")
        value = found[value] if value in found else int(value)
        if found[name] < value if at_least else found[name] != value:
            print(f"{name} is {found[name]}, not {'at least ' if at_least else ''}{value}")
            wrong = True
    print(dict(sorted(found.items())), footer)
    return wrong


sys.exit(main())
