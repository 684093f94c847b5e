# SPDX-License-Identifier: Apache-2.0
"""Work whose counters are known, and what a recording of it must hold.

counted_work.py work | steps | long SECONDS | check FOLDER | check_gaps FOLDER | check_run FOLDER | check_long FOLDER SECONDS
"""
import bisect
import json
import re
import statistics
import sys
import time

COPIES = 100
COPIED = 2**30  # bytes read, and as many written
SIZE = 8192


def work():
    import torch

    a = torch.randn(SIZE, SIZE, device="cuda", dtype=torch.bfloat16)
    b = a.clone()
    x = torch.empty(COPIED // 4, device="cuda")
    y = x.clone()
    torch.cuda.synchronize()
    for _ in range(100):
        a @ b
    torch.cuda.synchronize()
    time.sleep(0.05)
    for _ in range(COPIES):
        y.copy_(x)
    torch.cuda.synchronize()
    time.sleep(0.05)


def step(weights, h):
    import torch

    for w in weights:
        h = torch.nn.functional.gelu(h @ w)
    loss = h.float().pow(2).mean()
    loss.backward()
    for w in weights:
        w.grad = None


def steps(seconds=None):
    """Training steps of about 10 ms that keep the GPU busy; prints the median of their times on the GPU, in us."""
    import torch

    weights = [torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16, requires_grad=True) for _ in range(8)]
    h = torch.randn(8192, 4096, device="cuda", dtype=torch.bfloat16)
    for _ in range(10):
        step(weights, h)
    times = []
    end = time.time() + seconds if seconds else None
    while len(times) < 200 if end is None else time.time() < end:
        begin, done = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        step(weights, h)
        done.record()
        done.synchronize()
        times.append(begin.elapsed_time(done) * 1000)
    print(statistics.median(times))


def tell(good, what):
    print("ok -" if good else "FAILED -", what)


class Recording:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        self.footer = document["kernlineFooter"]
        self.sms = document["deviceProperties"][0]["numSms"]
        self.kernels = [e for e in document["traceEvents"] if e.get("cat") in ("kernel", "gpu_memcpy")]
        stops = [e for e in document["traceEvents"] if str(e.get("name")).endswith("counters not sampled")]
        self.gaps = [e for e in stops if e["dur"] > 0]
        self.ends = [e["ts"] for e in stops if e["dur"] == 0]
        self.series = {}
        for event in document["traceEvents"]:
            if event.get("ph") == "C":
                for name, value in event["args"].items():
                    self.series.setdefault(name, []).append((event["ts"], value))

    def mean(self, name, begin, end):
        """Weighted by time: each value holds until the next."""
        series = self.series[name]
        at = max(bisect.bisect_right(series, (begin, float("inf"))) - 1, 0)
        total = 0
        while at < len(series) and series[at][0] < end:
            until = series[at + 1][0] if at + 1 < len(series) else end
            total += max(0, min(end, until) - max(begin, series[at][0])) * series[at][1]
            at += 1
        return total / (end - begin)


def check(folder):
    made = Recording(f"{folder}/counters.json")
    tell(made.footer["dropped"] == 0 and not made.gaps, f"no sample is missing: {made.footer['notes'][0]}")
    last = max(series[-1][0] for series in made.series.values())
    done = max(e["ts"] + e["dur"] for e in made.kernels)
    tell(len(made.ends) == 1 and made.ends[0] > last and made.ends[0] > done - 1000,
         f"the end of sampling is said: {[round(end - last) for end in made.ends]} us after the last value, "
         f"{[round(end - done) for end in made.ends]} us after the last kernel")
    products = [e for e in made.kernels if "gemm" in e["name"] or "nvjet" in e["name"]][10:]
    begin, end = products[0]["ts"], products[-1]["ts"] + products[-1]["dur"]
    rate = 2 * SIZE**3 * len(products) / (end - begin) * 1e6
    tensor = made.mean("tensor pipe", begin, end)
    clock = made.mean("SM clock", begin, end)
    # A tensor core of Hopper does 512 dense bf16 multiply-adds a clock; an SM has four.
    share = rate / (made.sms * 4 * 512 * 2 * clock) * 100
    tell(abs(tensor - share) < 5, f"tensor pipe {tensor:.1f} % in products that do {share:.1f} % at {clock / 1e9:.2f} GHz")
    tell(made.mean("SM active", begin, end) > 90, f"SM active {made.mean('SM active', begin, end):.1f} %")
    copies = [e for e in made.kernels if e["dur"] > 100 and e["args"].get("bytes") == COPIED
              or "copy" in e["name"].lower() and e["dur"] > 300][-COPIES:]
    begin, end = copies[5]["ts"], copies[-1]["ts"] + copies[-1]["dur"]
    for name in ("DRAM read", "DRAM write"):
        counted = made.mean(name, begin, end) * (end - begin) / 1e6
        apart = counted / (COPIED * (len(copies) - 5)) - 1
        tell(abs(apart) < 0.02, f"{name} of {len(copies) - 5} copies is {apart:+.2%} beside their bytes")
    quiet = made.mean("DRAM read", end + 10_000, end + 40_000)
    tell(quiet < 1e10, f"DRAM read {quiet / 1e9:.2f} GB/s while nothing runs")
    plain, counted = ([float(open(f"{folder}/{kind}-{run}.txt").read()) for run in (1, 2, 3)]
                      for kind in ("plain", "counted"))
    cost = statistics.median(counted) / statistics.median(plain) - 1
    tell(cost < 0.02, f"a training step takes {cost:+.2%} with counters ({statistics.median(plain):.0f} us without)")


def check_gaps(folder):
    """More often than can be kept up with: what is missing is counted, and marked up to the end."""
    made = Recording(f"{folder}/gaps.json")
    note = " / ".join(made.footer["notes"])
    missing = int(next((n for n in re.findall(r"; (\d+) missing", note)), 0))
    marked = sum(gap["dur"] for gap in made.gaps) / 10  # in samples, 10 us apart
    tell(missing > 0 and made.footer["dropped"] >= missing and abs(marked / missing - 1) < 0.05,
         f"{missing} samples missing, {marked:.0f} marked: {note[:160]}")
    end = max(e["ts"] + e["dur"] for e in made.kernels)
    known = max([series[-1][0] for series in made.series.values()] + [gap["ts"] + gap["dur"] for gap in made.gaps])
    tell(known > end - 1000, f"counters are known, or marked as missing, up to the last kernel ({known - end:+.0f} us)")


def check_run(folder):
    """Copies of a bundled kernel, from the second on: all samples lie in the recording, from the first launch on."""
    made = Recording(f"{folder}/run.json")
    copies = [e for e in made.kernels if "copy" in e["name"].lower()]
    begin, end = copies[1]["ts"], copies[-1]["ts"] + copies[-1]["dur"]
    known = min(series[0][0] for series in made.series.values())
    tell(known < copies[0]["ts"], f"run: counters begin {copies[0]['ts'] - known:.0f} us before the first of {len(copies)} launches")
    busy = sum(copy["dur"] for copy in copies[1:])
    for name in ("DRAM read", "DRAM write"):
        counted = made.mean(name, begin, end) * (end - begin) / 1e6
        apart = counted / (2**31 * (len(copies) - 1)) - 1
        tell(abs(apart) < 0.03, f"run: {name} of {len(copies) - 1} copies, {busy:.0f} us, is {apart:+.2%} beside their bytes")
    tell(not made.gaps and made.footer["dropped"] == 0, f"run: no sample is missing: {made.footer['notes'][0]}")


def check_long(folder, seconds):
    made = Recording(f"{folder}/long.json")
    note = made.footer["notes"][0]
    tell("missing" not in note and not made.gaps, f"{seconds} s: {note}")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    {"work": work, "steps": steps, "long": lambda s: steps(float(s)), "check": check, "check_gaps": check_gaps, "check_run": check_run,
     "check_long": check_long}[command](*rest)
