#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Speaks as kernline-recorder does, without a GPU: for tests of the window and for looking at it.

FAKE_RECORDER_STATE: "usable" (default), "no gpu", "mute" (answers nothing).
What a run does follows from its kernel: see `behaviors`.
"""
import json
import os
import signal
import sys
import time

PARAMETERS = {
    "seq_len": {"name": "seq_len", "type": "int", "default": 4096, "min": 16, "max": 1048576, "multiple_of": 16,
                "unit": "tokens", "help": "Length of each sequence."},
    "dtype": {"name": "dtype", "type": "choice", "default": "bf16", "choices": ["bf16", "fp16", "fp32"],
              "help": "Type of the elements."},
    "causal": {"name": "causal", "type": "bool", "default": True, "help": "Whether later tokens are masked."},
    "bytes": {"name": "bytes", "type": "int", "default": 268435456, "min": 1024, "max": 17179869184,
              "multiple_of": 16, "unit": "bytes", "help": "How much is copied."},
}


def kernel(name, title, group, shows, parameters, presets=()):
    return {"name": name, "title": title, "group": group, "shows": shows, "devices": 1,
            "parameters": [PARAMETERS[p] for p in parameters],
            "presets": [{"name": n, "values": v} for n, v in presets]}


KERNELS = [
    kernel("flash_attention", "Flash attention, forward", "Attention",
           "Attention without the matrix of scores: softmax is carried along tile by tile, on tensor cores.",
           ["seq_len", "dtype", "causal"], [("grouped heads, 4096", {"seq_len": 4096, "causal": False})]),
    kernel("attention_gemm", "Attention as GEMM, softmax, GEMM", "Attention",
           "What flash attention replaces: the whole matrix of scores goes through memory.", ["seq_len", "dtype"]),
    kernel("paged_attention", "Paged prefill attention", "Attention",
           "Keys and values lie in pages that a table points to.", ["seq_len", "dtype"]),
    kernel("rms_norm", "RMSNorm", "Normalization", "One pass over each row, bound by memory.", ["dtype"]),
    kernel("copy", "Copy", "Memory", "What the memory gives at best: the ceiling of all others.", ["bytes"]),
    kernel("crash", "Crashes", "Trouble", "Ends by a signal in the middle of its recording.", []),
    kernel("hang", "Hangs", "Trouble", "Says nothing more and does not listen.", []),
    kernel("garbage", "Garbage", "Trouble", "Says things that are no progress.", []),
    kernel("compile_error", "Does not compile", "Trouble", "Is refused by the compiler.", []),
    kernel("no_device", "Finds no GPU", "Trouble", "Ends with exit code 3.", []),
]
PACE = float(os.environ.get("FAKE_RECORDER_PACE", "1"))


def say(**event):
    sys.stderr.write(json.dumps(event) + "\n")
    sys.stderr.flush()


class Recording:
    def __init__(self, path, command):
        self.file = open(path, "w", encoding="utf-8")
        header = {"schemaVersion": 1, "displayTimeUnit": "ns", "baseTimeNanoseconds": 1700000000000000000,
                  "deviceProperties": [{"id": 0, "name": "NVIDIA H200", "totalGlobalMem": 150000000000, "numSms": 132,
                                        "computeMajor": 9, "computeMinor": 0}],
                  "kernlineRecording": {"version": 1, "command": command}}
        self.file.write(json.dumps(header)[:-1] + ',\n"traceEvents":[\n')
        self.file.write('{"ph":"M","name":"process_name","pid":0,"args":{"name":"GPU 0"}},\n'
                        '{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},\n'
                        '{"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7"}}')
        self.file.flush()
        self.count = 0

    def add(self, name):
        at = self.count * 250.0
        self.count += 1
        self.file.write(',\n{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":77,"tid":77,"ts":%.3f,'
                        '"dur":6.000,"args":{"correlation":%d}}' % (at, self.count))
        self.file.write(',\n{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%.3f,"dur":180.000,'
                        '"args":{"device":0,"stream":7,"correlation":%d,"grid":[132,1,1],"block":[256,1,1]}}'
                        % (name, at + 20, self.count))
        self.file.flush()

    def end(self, why, status=0):
        self.file.write('\n],"kernlineFooter":{"records":{"kernel":%d},"dropped":0,"ended":%s,"status":%d}}\n'
                        % (self.count, json.dumps(why), status))
        self.file.close()


def result(name, values):
    length = float(values.get("seq_len", 4096))
    median = 182304.0 * (length / 4096) ** 2 if "seq_len" in values else 128000.0
    median *= {"fp16": 1.02, "fp32": 7.5}.get(values.get("dtype"), 1.0)
    flops = 4 * 32 * length * length * 64 if "seq_len" in values else 0
    moved = 4 * 32 * length * 64 * 2 if "seq_len" in values else 2 * float(values.get("bytes", 2 ** 28))
    rate, arithmetic = moved / median * 1e9, flops / median * 1e9
    by_memory, by_compute = rate / 4.2e12, arithmetic / 7.6e14
    return {"kernel": name, "parameters": values, "samples": 120, "samples_ns": [median] * 3,
            "device": 0,
            "device_name": "NVIDIA H200",
            "device_facts": {"sm_count": 132, "compute_capability": "9.0"},
            "median_ns": median, "mean_ns": median, "min_ns": median * 0.99, "max_ns": median * 1.04, "noise": 0.0031,
            "converged": True, "l2": "flush", "bytes": moved, "flops": flops, "bytes_per_s": rate,
            "flops_per_s": arithmetic, "share_of_peak": max(by_memory, by_compute),
            "bound": "memory" if by_memory > by_compute else "compute",
            "ceilings": {"copy_bytes_per_s": 4.2e12, "matmul_flops_per_s": 7.6e14, "matmul_type": "bf16",
                         "specified_bytes_per_s": 4.8e12, "specified_flops_per_s": 9.89e14},
            "max_error": 0.0021, "tolerance": 0.01, "checked": True,
            "clocks": {"sm_mhz_min": 1935, "sm_mhz_max": 1980, "throttle": "none"}, "recorded_records": 240,
            "dropped_records": 0}


def profile(result):
    """Of --profile: what is counted is a little more than the algorithm needs."""
    dram = min(result["bytes_per_s"] / 4.8e12, 0.95)
    tensor = min(result["flops_per_s"] / 9.89e14, 0.95)
    limit = "latency" if max(dram, tensor) < 0.6 else "DRAM" if dram > tensor else "tensor pipe"
    return {"passes": 22, "flops": result["flops"] * 1.02, "dram_bytes": result["bytes"] * 1.5,
            "kernel_ns": result["median_ns"], "dram_share": dram, "tensor_share": tensor, "l2_share": 0.3,
            "l1_share": 0.2, "sm_share": tensor, "occupancy": 0.25, "limit": limit, "problem": None}


def sweep_runs(arguments):
    fixed, swept, at = {}, [], 2
    while at < len(arguments):
        if arguments[at] in ("--set", "--sweep", "--tune"):
            name, values = arguments[at + 1].split("=", 1)
            if arguments[at] == "--set":
                fixed[name] = values
            else:
                swept.append((name, values.split(",")))
            at += 1
        at += 1
    runs = [fixed]
    for name, values in swept:
        runs = [{**run, name: value} for run in runs for value in values]
    return runs


def run(arguments):
    name, out = arguments[1], arguments[arguments.index("-o") + 1]
    if name == "compile_error":
        say(event="error", text="identifier \"blokDim\" is undefined", file="mine.cu", line=12, column=22,
            code="\tconst int i = 4 * blokDim.x;")
        return 4
    if name == "no_device":
        sys.stderr.write("there is no NVIDIA driver on this machine\n")
        return 3
    say(event="stage", stage="preparing", text="", run=0, runs=1)
    recording = Recording(out, ["kernline", "record"] + arguments)
    say(event="recording", path=os.path.abspath(out))
    if name == "garbage":
        sys.stderr.write("\x00\xff no json\n{\"event\":\n[1,2]\n")
    stopped = []
    signal.signal(signal.SIGINT, signal.SIG_IGN if name == "hang" else lambda *_: stopped.append(1))
    runs = sweep_runs(arguments)
    results = []
    for number, values in enumerate(runs):
        for stage in ("checking", "warming", "sampling"):
            say(event="stage", stage=stage, text="", run=number, runs=len(runs))
        say(event="clock", sm_mhz=1980, memory_mhz=3201, throttle="none", temperature_c=45)
        for sample in range(1, 11):
            recording.add(name + "_kernel<bf16, 128>")
            say(event="sample", n=sample, ns=182304, median_ns=182304, noise=0.02 / sample)
            time.sleep(0.02 * PACE)
            if name == "crash" and sample == 5:
                os.kill(os.getpid(), signal.SIGKILL)
            while name == "hang" and sample == 5:
                time.sleep(1)
            if stopped:
                recording.end("it was stopped")
                return 0
        results.append(result(name, values))
        if "--profile" in arguments and "--tune" not in arguments:
            results[-1]["profile"] = profile(results[-1])
        say(event="result", **results[-1])
    if "--tune" in arguments:
        best = min(results, key=lambda one: one["median_ns"])
        say(event="result", **best, profile=profile(best) if "--profile" in arguments else None, best=True)
    recording.end("all samples were taken")
    say(event="stage", stage="done", text="", run=len(runs) - 1, runs=len(runs))
    return 0


def list_own(path):
    """Each line "name value" of the file is a parameter; "broken" is refused."""
    parameters = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("broken"):
                sys.stderr.write("%s:%d: this means nothing here\n" % (path, number))
                return 2
            name, value = line.split()
            parameters.append({"name": name, "type": "int", "default": int(value), "min": 1, "max": 1000000,
                               "multiple_of": 1, "unit": "", "help": ""})
    print(json.dumps({"kernels": [{"name": path, "title": "own", "group": "", "shows": "", "devices": 1,
                                   "parameters": parameters, "presets": []}]}))
    return 0


def record_armed(arguments):
    """A file each time that it is asked, until it is told to end."""
    out, command = arguments[arguments.index("-o") + 1], arguments[arguments.index("--") + 1:]
    asked, stopped = [], []
    signal.signal(signal.SIGUSR2, lambda *_: asked.append(1))
    signal.signal(signal.SIGINT, lambda *_: stopped.append(1))
    sys.stderr.write("kernline record: armed: run kernline record fire, or kill -USR2 %d, to record\n" % os.getpid())
    sys.stderr.flush()
    windows = 0
    while not stopped:
        time.sleep(0.02)
        if asked:
            asked.pop()
            windows += 1
            path = out if windows == 1 else "%s-%d.json" % (out[:-len(".json")], windows)
            recording = Recording(path, command)
            for _ in range(20):
                recording.add("kernel_of_program")
                time.sleep(0.02 * PACE)
            recording.end("the recording time ended")
    return 0


def record_program(arguments):
    if "--arm" in arguments:
        return record_armed(arguments)
    out, command = arguments[arguments.index("-o") + 1], arguments[arguments.index("--") + 1:]
    recording = Recording(out, command)
    for _ in range(20):
        recording.add("kernel_of_program")
        time.sleep(0.02 * PACE)
    sys.stderr.write("told by the program: %s in %s\n" % (os.environ.get("MARK", ""), os.getcwd()))
    status = int(command[-1]) if command[-1].isdigit() else 0
    recording.end("the program exited with status %d" % status, status)
    return status


def main():
    state = os.environ.get("FAKE_RECORDER_STATE", "usable")
    arguments = sys.argv[1:]
    if state == "mute":
        return 1
    if arguments[0] == "list" and arguments[1].endswith(".cu"):
        return list_own(arguments[1])
    if arguments[0] == "list":
        print(json.dumps({"kernels": KERNELS}))
        return 0
    if arguments[0] == "doctor":
        usable = state == "usable"
        checks = [{"check": "driver", "state": "ok", "says": "580.159.04, which knows CUDA 13.0", "advice": ""},
                  {"check": "CUPTI", "state": "ok", "says": "version 26", "advice": ""}]
        if not usable:
            checks[0].update(state="problem", says="libcuda.so.1 is not there: no NVIDIA driver is installed",
                             advice="Install the driver of your GPU, or record on the machine that has one.")
        print(json.dumps({"checks": checks, "usable": usable}))
        return 0 if usable else 3
    return run(arguments) if arguments[0] == "run" else record_program(arguments)


if __name__ == "__main__":
    sys.exit(main())
