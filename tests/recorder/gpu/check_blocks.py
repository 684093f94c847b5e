# SPDX-License-Identifier: Apache-2.0
"""Checks recordings with blocks: whole FILE ANSWER NAME | cost FILE PERCENT | many FILE ANSWER | phases FILE ANSWER |
pipeline FILE ANSWER."""
import collections
import json
import statistics
import sys

MICROSECOND = 1.0  # of the file's times


def said(what, fine, figures=""):
    print(("ok - " if fine else "FAILED - ") + what + (f": {figures}" if figures else ""))


def read(path):
    trace = json.load(open(path))
    events = trace["traceEvents"]
    kernels = [e for e in events if e.get("cat") == "kernel"]
    blocks = collections.defaultdict(list)
    marks = collections.defaultdict(list)
    for e in events:
        if e.get("cat") == "block":
            blocks[e["args"]["kernel correlation"]].append(e)
        elif e.get("cat") == "block_mark":
            marks[e["args"]["kernel correlation"]].append(e)
    return trace, kernels, blocks, marks


def end(e):
    return e["ts"] + e["dur"]


def grid(kernel):
    return kernel["args"]["grid"][0] * kernel["args"]["grid"][1] * kernel["args"]["grid"][2]


def whole(path, answer, name):
    trace, kernels, blocks, _ = read(path)
    sms = trace["deviceProperties"][0]["numSms"]
    by_id = {k["args"]["correlation"]: k for k in kernels}
    recorded = json.load(open(answer))["runs"][0]["blocks"]
    said(f"{name} says how many blocks are recorded",
         recorded["recorded"] == sum(map(len, blocks.values())) > 0 and recorded["left_out"] == 0, recorded)
    for correlation, own in blocks.items():
        kernel = by_id[correlation]
        numbers = sorted(e["args"]["block"] for e in own)
        first = min(e["ts"] for e in own) - kernel["ts"]
        last = end(kernel) - max(map(end, own))
        used = {e["tid"] for e in own}
        figures = (f"{kernel['name'][:40]}: {len(own)} blocks on {len(used)} of {sms} SMs in {kernel['dur']:.2f} us, "
                   f"first after {first:.3f}, last {last:.3f} us before the end")
        said(f"every block of {name} is there once, on an SM that there is, inside of the kernel",
             numbers == list(range(grid(kernel))) and max(used) < sms and
             -1e-6 <= first < MICROSECOND and -1e-6 <= last < MICROSECOND, figures)


def cost(path, percent):
    _, kernels, blocks, _ = read(path)
    shares, plain = [], []
    for kernel in kernels:
        if "copyKernel" not in kernel["name"]:
            continue
        if kernel["args"]["correlation"] in blocks:
            shares.append(kernel["dur"] / statistics.median(plain) - 1)
            plain = []
        else:
            plain.append(kernel["dur"])
    middle = 100 * statistics.median(shares)
    said(f"102,400 blocks cost at most {percent} %", middle <= float(percent),
         f"{middle:.2f} %, of {[round(100 * s, 2) for s in shares]}")


def many(path, answer):
    _, _, blocks, _ = read(path)
    recorded = json.load(open(answer))["runs"][0]["blocks"]
    said("blocks beyond the buffer are counted",
         recorded["recorded"] == sum(map(len, blocks.values())) == 262144 and recorded["left_out"] == 524288 - 262144,
         recorded)


def phases(path, answer):
    _, _, blocks, marks = read(path)
    recorded = json.load(open(answer))["runs"][0]["blocks"]
    (correlation, own), = blocks.items()
    by_block = {e["args"]["block"]: e for e in own}
    inside = all(by_block[m["args"]["block"]]["tid"] == m["tid"] and by_block[m["args"]["block"]]["ts"] <= m["ts"]
                 and end(m) <= end(by_block[m["args"]["block"]]) + 1e-6 for m in marks[correlation])
    names = collections.Counter(m["name"] for m in marks[correlation])
    said("each warp's phases are inside of its block",
         inside and set(names) == {"load", "work", "phase 3"} and recorded["marks"] == 500 * 8 * 3 == len(marks[correlation]) and recorded["marks_left_out"] == 0,
         f"{recorded}, {dict(names)}")
    long = {w % 2: statistics.median(m["dur"] for m in marks[correlation]
                                     if m["args"]["phase"] == 2 and m["args"]["warp"] % 2 == w) for w in (0, 1)}
    said("warps that loop twice as long show it", 1.5 < long[1] / long[0] < 2.5, long)


def pipeline(path, answer):
    _, _, blocks, marks = read(path)
    recorded = json.load(open(answer))["runs"][0]["blocks"]
    (correlation, own), = blocks.items()
    names = collections.defaultdict(collections.Counter)
    waiting = collections.defaultdict(float)
    marked = collections.defaultdict(float)
    for m in marks[correlation]:
        warp = m["args"]["warp"]
        names[warp][m["name"]] += 1
        marked[warp] += m["dur"]
        waiting[warp] += m["dur"] if m["name"].startswith("wait") else 0
    said("each mark says which warp it is from",
         sorted(names) == [0, 1, 2, 3] and set(names[0]) == {"load", "wait empty"}
         and all(set(names[w]) == {"work", "wait full"} for w in (1, 2, 3)) and recorded["marks_left_out"] == 0,
         {w: dict(n) for w, n in names.items()})
    said("every warp marked each of its rounds", all(n[name] == 8 * len(own) for n in names.values() for name in n),
         f"{len(own)} blocks")
    shares = {w: round(waiting[w] / marked[w], 3) for w in sorted(marked)}
    said("the producer waits for its consumers, not the other way round",
         shares[0] > 0.5 and all(shares[w] < 0.5 for w in (1, 2, 3)), shares)


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
