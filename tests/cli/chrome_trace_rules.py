#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a Chrome trace as its format document says, with nothing but Python's own JSON reader, and says what is wrong.

    chrome_trace_rules.py FILE                      checks a file
    chrome_trace_rules.py FILE --part-of WHOLE A B  also that it holds what WHOLE has between A and B (nanoseconds)

Prints a line for each kind of violation, and ends with 1 if there is any.
"""
import collections
import decimal
import gzip
import json
import sys

PHASES = set("BEXiIRCbneSTpFstfNODPvVc()M")
NEED_TIME = PHASES - set("M")


def fail_on_constant(name):
    raise ValueError(f"{name} is no JSON")


def no_twice(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise ValueError(f"a key twice among {keys[:8]}")
    return dict(pairs)


def read(path, strict):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    hook = no_twice if strict else None
    return json.loads(data.decode("utf-8"), parse_constant=fail_on_constant, parse_float=decimal.Decimal,
                      object_pairs_hook=hook)


def events_of(document):
    return document if isinstance(document, list) else document["traceEvents"]


def is_number(value):
    return isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool)


class Rules:
    def __init__(self):
        self.broken = collections.Counter()
        self.open = collections.defaultdict(list)
        self.asyncs = collections.Counter()

    def want(self, truth, rule):
        if not truth:
            self.broken[rule] += 1

    def check(self, event):
        self.want(isinstance(event, dict), "an event is an object")
        phase = event.get("ph")
        self.want(phase in PHASES, f"ph is a known letter, not {phase!r}")
        if phase in NEED_TIME:
            self.want(is_number(event.get("ts")), f"ts of {phase} is a number")
        self.want("pid" in event or phase == "M" or phase in "iIR", f"{phase} has a pid")
        if phase == "X":
            self.want(is_number(event.get("dur")) and event["dur"] >= 0, "dur of X is a number from 0 on")
            self.want(isinstance(event.get("name"), str), "X has a name")
        elif phase in "BE":
            self.check_nesting(event, phase)
        elif phase == "C":
            self.want(isinstance(event.get("args"), dict), "C has args")
        elif phase == "M":
            self.want(isinstance(event.get("args"), dict) and isinstance(event.get("name"), str), "M has name and args")
        elif phase in "stf":
            self.want("id" in event or "id2" in event, "a flow has an id")
        elif phase in "be":
            self.asyncs[(event.get("cat"), str(event.get("id", event.get("id2"))), event.get("scope"))] += (
                1 if phase == "b" else -1)

    def check_nesting(self, event, phase):
        stack = self.open[(str(event.get("pid")), str(event.get("tid")))]
        if phase == "B":
            stack.append(event)
        else:
            self.want(stack, "each E ends a B of its thread")
            if stack:
                stack.pop()

    def finish(self):
        self.want(all(count >= 0 for count in self.asyncs.values()), "each e ends a b")


def nanoseconds(value):
    return int((decimal.Decimal(str(value)) * 1000).to_integral_value(decimal.ROUND_HALF_UP))


def complete_events(events, begin, end):
    """X events that lie in [begin, end) or reach into it, as comparable texts."""
    found = collections.Counter()
    for event in events:
        if isinstance(event, dict) and event.get("ph") == "X" and is_number(event.get("ts")) and is_number(
                event.get("dur")):
            start = nanoseconds(event["ts"])
            stop = start + nanoseconds(event["dur"])
            if (start < end and stop > begin) or (start == stop and begin <= start < end):
                found[json.dumps(event, sort_keys=True, default=str)] += 1
    return found


def compare(rules, part, whole, begin, end):
    ours = complete_events(part, begin, end)
    theirs = complete_events(whole, begin, end)
    rules.want(sum(theirs.values()) > 0, "the range holds something")
    for _ in (theirs - ours).elements():
        rules.want(False, "every X that the range touches is there as it was")
    for _ in (ours - theirs).elements():
        rules.want(False, "no X is there that was not")
    rules.want(len(part) < len(whole), "a part is smaller than the whole")
    named = {(str(e.get("pid")), str(e.get("tid"))) for e in part if e.get("ph") == "M" and e["name"] == "thread_name"}
    used = {(str(e.get("pid")), str(e.get("tid"))) for e in part if e.get("ph") == "X"}
    known = {(str(e.get("pid")), str(e.get("tid"))) for e in whole
             if isinstance(e, dict) and e.get("ph") == "M" and e.get("name") == "thread_name"}
    rules.want(used & known <= named, "threads keep their names")
    check_flows(rules, part)


def check_flows(rules, part):
    """An arrow is there as a whole, or not at all."""
    ends = collections.defaultdict(set)
    for event in part:
        if event.get("ph") in "stf":
            ends[(event.get("cat"), event.get("name"), str(event.get("id")))].add(event["ph"])
    rules.want(all("s" in phases for phases in ends.values() if "f" in phases), "an arrow's end has its start")


def main(arguments):
    document = read(arguments[0], strict=True)
    rules = Rules()
    rules.want(isinstance(document, (dict, list)), "a trace is an object or an array")
    events = events_of(document)
    for event in events:
        rules.check(event)
    rules.finish()
    if arguments[1:2] == ["--part-of"]:
        whole = events_of(read(arguments[2], strict=False))
        compare(rules, events, whole, int(arguments[3]), int(arguments[4]))
    for rule, count in rules.broken.most_common():
        print(f"{count} times not so: {rule}")
    print(f"{len(events)} events")
    return 1 if rules.broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
