#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks an answer of `kernline ranks FILE… --json` against the traces, by code that shares nothing with it.

    independent_ranks.py ANSWER FILE…

Only for ranks whose profiles agree on their collectives, as those of a run that went well do. Prints what is wrong, a
line each, and exits with 1; nothing and 0 if all is as it says.
"""
import collections
import gzip
import json
import sys
from decimal import ROUND_HALF_UP, Decimal

WORK = {"kernel", "gpu_memcpy", "gpu_memset"}
SIZES = {"Float": 4, "BFloat16": 2, "Half": 2, "Double": 8, "Long": 8, "Int": 4, "Byte": 1}
FACTORS = {"allreduce": lambda n: 2 * (n - 1) / n, "broadcast": lambda n: 1, "reduce": lambda n: 1,
           "barrier": lambda n: 1}
for most in ("_allgather_base", "_reduce_scatter_base", "all_to_allv", "all_to_all", "allgather", "reduce_scatter"):
    FACTORS[most] = lambda n: (n - 1) / n
wrong = []


def expect(what, said, found, tolerance=0):
    if isinstance(said, float) or tolerance:
        if abs(said - found) > max(tolerance, 1e-9 * abs(found)):
            wrong.append(f"{what}: said {said}, found {found}")
    elif said != found:
        wrong.append(f"{what}: said {said}, found {found}")


def nanoseconds(value):
    return int((Decimal(str(value)) * 1000).to_integral_value(rounding=ROUND_HALF_UP))


class Rank:
    def __init__(self, path):
        raw = open(path, "rb").read()
        document = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw, parse_float=Decimal)
        self.number = document["distributedInfo"]["rank"]
        self.base = document.get("baseTimeNanoseconds", 0)
        self.work, self.records, self.steps, self.launches = [], [], [], {}
        for event in document["traceEvents"]:
            if event.get("ph") != "X":
                continue
            begin = nanoseconds(event["ts"])
            span = (begin, begin + nanoseconds(event.get("dur", 0)), event["name"], event.get("args", {}),
                    event.get("tid"))
            category = event.get("cat")
            if category in WORK:
                self.work.append(span)
            elif category == "user_annotation" and event["name"].startswith("ProfilerStep"):
                self.steps.append(span)
            elif event["name"] == "record_param_comms":
                self.records.append(span)
            elif category in ("cuda_runtime", "cuda_driver") and "correlation" in event.get("args", {}):
                self.launches.setdefault(event["args"]["correlation"], span)
        self.work.sort(key=lambda span: span[0])
        self.records.sort(key=lambda span: span[0])
        self.kernels = [w for w in self.work if "nccl" in w[2].lower()]

    def shift(self, by):
        move = lambda spans: [(a + by, b + by, *rest) for a, b, *rest in spans]
        self.work, self.kernels, self.steps = move(self.work), move(self.kernels), move(self.steps)
        self.records = move(self.records)
        self.launches = {key: (span[0] + by, span[1] + by, *span[2:]) for key, span in self.launches.items()}


def step_lengths(rank):
    """A step lasts until the work launched in it is done, at most until the next one; the last at most as much longer
    than its annotation as the longest pause between others."""
    steps = sorted((a, b) for a, b, *_ in rank.steps)
    pauses = [max(0, after[0] - before[1]) for before, after in zip(steps, steps[1:])]
    for number, (begin, end) in enumerate(steps):
        most = end + (pauses[number] if number < len(pauses) else max(pauses, default=10**18))
        ends = [work[1] for work in rank.work if (call := rank.launches.get(work[3].get("correlation")))
                and begin <= call[0] < end]
        yield max([end] + [min(most, work) for work in ends]) - begin


def union(ranges):
    merged = []
    for a, b in sorted(ranges):
        if merged and a <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], b)
        elif b > a:
            merged.append([a, b])
    return merged


def length(ranges):
    return sum(b - a for a, b in union(ranges))


def messages_of(rank):
    """Of each send-and-receive kernel the (is send, peer, elements) of the records before its launch on its thread."""
    taken = set()
    found = {}
    for number, kernel in enumerate(rank.kernels):
        if "SendRecv" not in kernel[2] or kernel[3].get("Collective name", "send") not in ("send", "recv"):
            continue
        launch = rank.launches.get(kernel[3].get("correlation"))
        own = []
        for i, record in enumerate(rank.records):
            name = record[3].get("Collective name")
            if launch and i not in taken and record[4] == launch[4] and record[0] <= launch[0]:
                if name in ("send", "recv"):
                    taken.add(i)
                    own.append((name == "send", record[3]["Dst Rank" if name == "send" else "Src Rank"],
                                record[3]["In msg nelems"]))
        if own:
            found[number] = own
    return found


def collectives_of(ranks):
    """Lists of {rank: kernel}, and pairs of (sender, receiver) kernels."""
    series = collections.defaultdict(dict)
    exchanges, arrows = [], set()
    sent, received = collections.defaultdict(list), collections.defaultdict(list)
    for rank in ranks:
        messages = messages_of(rank)
        order = collections.defaultdict(list)
        for number, kernel in enumerate(rank.kernels):
            if number in messages:
                for is_send, peer, _ in messages[number]:
                    (sent[rank.number, peer] if is_send else received[peer, rank.number]).append(number)
            else:
                args = kernel[3]
                group = (args["Process Group Name"], args["Process Group Ranks"]) if "Collective name" in args else None
                order[group or kernel[4]].append(kernel)
        for group, kernels in order.items():
            series[group][rank.number] = kernels
    by_number = {rank.number: rank for rank in ranks}
    for (a, b), numbers in sent.items():
        for s, r in zip(numbers, received[a, b]):
            arrows.add((a, s, b, r))
    joined = {}
    for a, s, b, r in arrows:
        group = joined.setdefault((a, s), {(a, s)}) | joined.setdefault((b, r), {(b, r)})
        for member in group:
            joined[member] = group
    for group in {frozenset(group) for group in joined.values()}:
        exchanges.append({number: by_number[number].kernels[kernel] for number, kernel in group})
    matched = [dict(zip(kernels, parts)) for kernels in series.values() for parts in zip(*kernels.values())]
    for group, kernels in series.items():
        expect(f"the collectives of {group} on all ranks", len({len(k) for k in kernels.values()}), 1)
    return matched + exchanges, arrows


def check_clocks(answer, ranks, matched):
    first = ranks[0]
    for rank, clock in zip(ranks, answer["clocks"]):
        expect("from_base_ns", clock["from_base_ns"], rank.base - first.base)
        if rank is first:
            continue
        together = [m for m in matched if not any("Broadcast" in k[2] or "Reduce_" in k[2] and "AllReduce" not in k[2]
                                                  or "SendRecv" in k[2] for k in m.values())]
        use = [m for m in (together or matched) if first.number in m and rank.number in m]
        if len(ranks) == 2 and use:
            said = [m[first.number][1] - m[rank.number][1] for m in use]
            median = sorted(said)[(len(said) - 1) // 2]
            alltoall = any("all_to_all" in str(k[3].get("Collective name")) for m in matched for k in m.values())
            if not alltoall:  # those are send-and-receive kernels that end together
                expect("collectives", clock["collectives"], len(use))
                expect("estimate_ns", clock["estimate_ns"], median, 1)


def check_rank(said, rank, matched, window, step_source):
    def ranges(spans):
        return [(span[0], span[1]) for span in spans]

    communication = [w for w in rank.work if "nccl" in w[2].lower()]
    compute = [w for w in rank.work if w not in communication and "grid" in w[3]]
    waits, whole = [], []
    for match in matched:
        if rank.number in match and len(match) > 1:
            kernel = match[rank.number]
            last = max(k[0] for k in match.values())
            waits.append((kernel[0], min(last, kernel[1])))
            whole.append((kernel[0], kernel[1]))
    busy = length(ranges(rank.work))
    both = length(ranges(communication + compute))
    expect("window_ns", said["window_ns"], window)
    expect("busy_ns", said["busy_ns"], busy)
    expect("idle_ns", said["idle_ns"], window - busy)
    expect("compute_ns", said["compute_ns"], length(ranges(compute)))
    expect("communication_ns", said["communication_ns"], length(ranges(communication)))
    expect("exposed_communication_ns", said["exposed_communication_ns"], both - length(ranges(compute)))
    expect("waiting_ns", said["waiting_ns"], length(waits))
    expect("transferring_ns", said["transferring_ns"], length(whole) - length(waits))
    if step_source not in ("recorded", None):
        return  # found by rules that this program does not know
    expect("steps", said["steps"], len(rank.steps))
    if rank.steps:
        lengths = sorted(step_lengths(rank))
        middle = lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]
        expect("median_step_ns", said["median_step_ns"], (middle + 1) // 2)


def check_collectives(answer, matched):
    found = {tuple(sorted((number, k[0], k[1]) for number, k in match.items())): match for match in matched}
    said = {tuple((p["rank"], p["start_ns"], p["end_ns"]) for p in c["parts"]): c for c in answer["collectives"]}
    expect("collectives", set(said), set(found))
    caused = collections.Counter()
    for key in set(said) & set(found):
        one, match = said[key], found[key]
        last = max(start for _, start, _ in key)
        waits = [min(last, end) - start for _, start, end in key]
        expect("wait_ns", [p["wait_ns"] for p in one["parts"]], waits)
        expect("transfer_ns of parts", [p["transfer_ns"] for p in one["parts"]],
               [end - start - wait for (_, start, end), wait in zip(key, waits)])
        expect("wait_ns of all", one["wait_ns"], sum(waits))
        transfer = max(end for *_, end in key) - last
        expect("transfer_ns", one["transfer_ns"], transfer)
        starts = sorted(start for _, start, _ in key)
        if len(key) > 1:
            expect("late_by_ns", one["late_by_ns"], starts[-1] - starts[-2])
            if starts[-1] > starts[-2]:
                latest = next(number for number, start, _ in key if start == last)
                expect("last_rank", one["last_rank"], latest)
                caused[latest] += sum(waits)
        args = next(iter(match.values()))[3]
        name = args.get("Collective name")
        if name in FACTORS and args["dtype"] in SIZES and args["In msg nelems"] > 0:
            size = max(args["In msg nelems"], args["Out msg nelems"]) * SIZES[args["dtype"]]
            expect("bytes", one["bytes"], size)
            expect("bus_bytes_per_s", one["bus_bytes_per_s"], size / transfer * 1e9 * FACTORS[name](args["Group size"]))
    for straggler in answer["stragglers"]:
        expect("wait_caused_ns", straggler["wait_caused_ns"], caused[straggler["rank"]])
        passed = sum(through["wait_ns"] for through in straggler["through"])
        expect("untraced_ns and through", straggler["untraced_ns"] + passed <= straggler["root_caused_ns"], True)
        expect("rank in through", straggler["rank"] in [through["rank"] for through in straggler["through"]], False)
    expect("root_caused_ns", sum(straggler["root_caused_ns"] for straggler in answer["stragglers"]),
           sum(caused.values()))
    for rank in caused:  # what was waited for a rank is laid on it, or on others through it
        passed = sum(through["wait_ns"] for straggler in answer["stragglers"] for through in straggler["through"]
                     if through["rank"] == rank)
        expect("passed through", passed <= caused[rank], True)


def main():
    answer = json.load(open(sys.argv[1]))
    ranks = sorted((Rank(path) for path in sys.argv[2:]), key=lambda rank: rank.number)
    matched, arrows = collectives_of(ranks)
    check_clocks(answer, ranks, matched)
    for rank, clock in zip(ranks, answer["clocks"]):
        rank.shift(clock["from_base_ns"] + clock["correction_ns"])
    matched, arrows = collectives_of(ranks)
    spans = [span for rank in ranks for span in rank.work]
    window = max(span[1] for span in spans) - min(span[0] for span in spans)
    for said, rank in zip(answer["ranks"], ranks):
        check_rank(said, rank, matched, window, answer["step_source"])
    check_collectives(answer, matched)
    expect("messages", len(answer["messages"]), len(arrows))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
