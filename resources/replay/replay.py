#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs operators of a profile alone, with the shapes, types and strides that were recorded. Needs PyTorch only.

    python3 FILE [--json] [--l2 cold|warm] [--samples N] [--device cuda:0|cpu] [--import MODULE] [--only ID]...

Each operator runs a few times to warm up, then N times between two CUDA events. The queue of the GPU is kept full, so
the host is not in the measured time. --l2 cold flushes the L2 cache before each repetition, --l2 warm does not. The
time of two events with nothing between them is subtracted. Operators in place work on the same tensors again.
kernline replay TRACE --measured FILE.json reads the answer of --json back.
"""
import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
import warnings

# One operator a line. Inputs are tensors, lists of tensors, values as text, or null where the call left them out.
CASES = []


class NotReplayable(Exception):
    """Why an operator cannot run; one sentence."""


def leave(code, sentence):
    print(sentence, file=sys.stderr)
    sys.exit(code)


# ---- Values that operators need: random numbers do for all others.

def size(args, name, at):
    sizes = args[name]["size"]
    return sizes[at] if sizes else 1


def number(args, name):
    return scalar_of(args[name]["value"])


def along(args):
    return size(args, "self", number(args, "dim"))


def classes(args):
    return size(args, "self", 1 if len(args["self"]["size"]) > 1 else 0)


def elements(args, dimensions=None):
    """Elements of self, or of that many of its last dimensions."""
    count = 1
    for extent in args["self"]["size"][-dimensions if dimensions else 0:]:
        count *= extent
    return count


# Of an operator's argument: the number of valid indices.
INDICES = {
    ("embedding", "indices"): lambda args: size(args, "weight", 0),
    ("_embedding_bag", "indices"): lambda args: size(args, "weight", 0),
    ("_embedding_bag_forward_only", "indices"): lambda args: size(args, "weight", 0),
    ("embedding_backward", "indices"): lambda args: number(args, "num_weights"),
    ("embedding_dense_backward", "indices"): lambda args: number(args, "num_weights"),
    ("one_hot", "self"): lambda args: number(args, "num_classes"),
    ("take", "index"): elements,
    ("max_pool2d_with_indices_backward", "indices"): lambda args: elements(args, 2),
    ("max_pool3d_with_indices_backward", "indices"): lambda args: elements(args, 3),
    **{(name, "index"): along for name in
       ("gather", "index_select", "index_add", "index_add_", "index_copy", "index_copy_", "index_fill", "index_fill_",
        "scatter", "scatter_", "scatter_add", "scatter_add_", "scatter_reduce", "scatter_reduce_")},
    **{(name, "target"): classes for name in
       ("cross_entropy_loss", "nll_loss_nd", "nll_loss", "nll_loss_forward", "nll_loss_backward", "nll_loss2d",
        "nll_loss2d_forward", "nll_loss2d_backward")},
}
# Each of a list of indices is one into that dimension of self.
INDEX_LISTS = {"index", "_unsafe_index", "index_put", "index_put_", "_index_put_impl_", "_unsafe_index_put"}
# Ends of groups, which grow: of an operator's argument, the input that they divide.
OFFSETS = {
    ("_grouped_mm", "offs"): "self",
    ("_scaled_grouped_mm", "offs"): "self",
    ("_embedding_bag", "offsets"): "indices",
    ("_embedding_bag_forward_only", "offsets"): "indices",
    **{(name, ends): of for name in ("_flash_attention_forward", "_flash_attention_backward")
       for ends, of in (("cum_seq_q", "query"), ("cum_seq_k", "key"))},
    **{(name, ends): of for name in ("_efficient_attention_forward", "_efficient_attention_backward")
       for ends, of in (("cu_seqlens_q", "query"), ("cu_seqlens_k", "key"))},
}
# Numbers from 0 to 1: others are errors on the device.
SHARES = {("bernoulli", "p"), ("bernoulli_", "p"), ("multinomial", "self"), ("binary_cross_entropy", "self"),
          ("binary_cross_entropy_backward", "self"), ("binary_cross_entropy", "target")}
# Zero is an error there.
ONES = {("_assert_async", "self"), *((name, "other") for name in
        ("div", "div_", "true_divide", "floor_divide", "floor_divide_", "fmod", "fmod_", "remainder", "remainder_"))}
# Profiles do not record texts.
TEXTS = {"rounding_mode": "floor", "reduce": "sum", "assert_msg": ""}


def fill_offsets(base, argument, args, sizes, count):
    """Ends of even groups, from 0 on; those of grouped products are ends alone, of rows or of what is summed."""
    if argument == "offs":
        total = sizes[-1] if len(args["mat2"]["size"]) == 2 else sizes[-2]
        ends = torch.arange(1, count + 1) * total // count // 16 * 16  # aligned
        ends[-1] = total
    else:
        total = sizes[1] if len(sizes) == 4 else sizes[0]
        ends = torch.arange(count) * total // max(count - 1, 1)
    base[:count] = ends.to(base.device)


def fill_integers(base, name, argument, args, spec, notes):
    """Fills an input of whole numbers with valid values, and notes which."""
    limit = None
    if (name, argument) in OFFSETS and spec["size"]:
        fill_offsets(base, argument, args, args[OFFSETS[name, argument]]["size"], spec["size"][0])
        notes.append(f"{argument}: even groups")
        return
    if (name, argument) in INDICES:
        limit = INDICES[name, argument](args)
    elif name in INDEX_LISTS and isinstance(argument, int):
        limit = size(args, "self", argument)
    if limit is None:
        base.zero_()
        notes.append(f"{argument}: zeros")
    else:
        base.random_(0, max(int(limit), 1))
        notes.append(f"{argument}: random indices below {limit}")


# ---- Inputs

def scalar_of(text):
    if text in ("True", "False"):
        return text == "True"
    try:
        return int(text)
    except ValueError:
        return float(text)


def list_of(text):
    return [scalar_of(one.strip()) for one in text.strip().strip("[]()").split(",") if one.strip()]


def dtype_of(spec, default):
    name = spec.get("dtype")
    if name is None:
        return default
    if not hasattr(torch, name):
        raise NotReplayable(f"this PyTorch has no type {name}")
    return getattr(torch, name)


class Maker:
    """Makes the inputs of one operator."""

    def __init__(self, name, args, device, hosts_scalars):
        self.name = name
        self.args = args  # by name, as recorded
        self.device = device
        self.hosts_scalars = hosts_scalars
        self.notes = []
        tensors = [spec for spec in args.values() if spec and "size" in spec]
        self.default = next((dtype_of(spec, None) for spec in tensors if spec.get("dtype")), torch.float32)
        self.is_wide = any(spec["size"] for spec in tensors)

    def place(self, spec, dtype, argument):
        """Where a tensor is: a number that torch made a tensor of is on the host, as profiles do not say."""
        if spec.get("host"):
            return "cpu"
        if str(argument).startswith("philox") and not spec["size"]:  # state of random numbers
            return self.device if "cudnn" in self.name else "cpu"
        is_number = not spec["size"] and dtype in (torch.float64, torch.int64, torch.bool)
        is_index = (self.name, argument) in INDICES or isinstance(argument, int)
        return "cpu" if self.hosts_scalars and is_number and self.is_wide and not is_index else self.device

    def tensor(self, spec, argument):
        dtype = dtype_of(spec, self.default)
        place = self.place(spec, dtype, argument)
        pinned = spec.get("host") == "pinned" and self.device.startswith("cuda")
        sizes = spec["size"]
        strides = spec.get("stride")
        if strides is None:
            strides = torch.empty(sizes, device="meta").stride()
        if 0 in sizes:
            return torch.empty_strided(sizes, strides, dtype=dtype, device=place)
        extent = 1 + sum((n - 1) * stride for n, stride in zip(sizes, strides))
        base = torch.empty(extent, dtype=dtype, device=place, pin_memory=pinned)
        if (self.name, argument) in ONES and not dtype.is_floating_point:
            base.fill_(1)
            self.notes.append(f"{argument}: ones")
        elif dtype == torch.bool:
            base.random_(0, 2)
            self.notes.append(f"{argument}: random truth values")
        elif dtype.is_complex:
            base.copy_(torch.randn(extent, dtype=torch.complex64, device=place))
        elif not dtype.is_floating_point:
            fill_integers(base, self.name, argument, self.args, spec, self.notes)
        elif (self.name, argument) in SHARES:
            base.uniform_(0, 1)
            self.notes.append(f"{argument}: random from 0 to 1")
        else:
            fill_normal(base)
        return base.as_strided(sizes, strides)

    def tensors(self, spec, argument):
        found = spec["tensors"]
        if argument == "max_exp_avg_sqs" and self.args.get("amsgrad", {}).get("value") != "True":
            return []
        made = []
        for at, one in enumerate(found):
            if argument == "state_steps":
                one = {"dtype": "float32", "size": []}
            if self.name in INDEX_LISTS:
                made.append(self.tensor({"dtype": "int64", **one}, at) if one["size"] else None)
            else:
                made.append(self.tensor(one, argument))
        return made

    def value(self, spec, argument, kind):
        text = spec["value"]
        if text == "":
            raise NotReplayable(f"the value of {argument} is not recorded")
        if kind == "str":
            return text.strip("\"'")
        return list_of(text) if "List[" in kind and "[" in text else scalar_of(text)

    def made(self, spec, argument, kind):
        if "size" in spec:
            return self.tensor(spec, argument)
        if "tensors" in spec:
            return self.tensors(spec, argument)
        return self.value(spec, argument, kind)


def fill_normal(base):
    try:
        base.normal_()
    except (RuntimeError, NotImplementedError):  # types of 8 bits and less have no random numbers
        part = 1 << 24
        for begin in range(0, base.numel(), part):
            some = base[begin:begin + part]
            numbers = torch.randn(some.numel(), device=base.device)
            try:
                some.copy_(numbers)
            except (RuntimeError, NotImplementedError):
                some.view(torch.uint8).random_(0, 100)


# ---- The operator

def kind_of(argument):
    kind = str(argument.type)
    is_optional = kind.startswith("Optional[")
    return (kind[9:-1] if is_optional else kind).replace("SymInt", "int"), is_optional


def can_leave_out(argument, kind, is_optional):
    return (is_optional or argument.has_default_value() or kind in ("Tensor", "Generator", "Device")
            or kind == "str" and argument.name in TEXTS)


def fit(argument, spec):
    """How well a recorded input fits an argument of a schema; 0: not at all."""
    kind, is_optional = kind_of(argument)
    if spec is None:  # profiles do not record lists of numbers, and of tensors that may be missing
        is_list = kind in ("List[Optional[Tensor]]", "List[number]")
        return 1 if can_leave_out(argument, kind, is_optional) or is_list else 0
    if "size" in spec:
        return 3 if kind == "Tensor" else 1 if kind == "number" and not spec["size"] else 0
    if "tensors" in spec:
        return 3 if kind in ("List[Tensor]", "List[Optional[Tensor]]") else 0
    text = spec["value"]
    if text == "":
        return 0 if "Tensor" in kind else 1
    if kind == "str" or kind == "Device":
        return 1
    if text.startswith("["):
        return 2 if kind in ("List[int]", "List[float]", "List[bool]", "List[number]") else 0
    if text in ("True", "False"):
        return 3 if kind == "bool" else 1 if kind == "number" else 0
    whole = text.lstrip("-").isdigit()
    if kind in ("int", "ScalarType", "Layout", "MemoryFormat"):
        return 3 if whole else 0
    if kind == "float":
        return 1 if whole else 3
    return 2 if kind == "number" else 1 if kind in ("List[int]", "List[float]") else 0


def overload_for(case):
    """The overload of torch whose arguments fit the recorded inputs best."""
    space, _, name = case["operator"].partition("::")
    packet = getattr(getattr(torch.ops, space), name, None) if name else None
    if packet is None:
        raise NotReplayable(f"this PyTorch ({torch.__version__}) has no such operator")
    inputs = case["inputs"]
    best, score = None, 0
    for overload in (getattr(packet, one) for one in packet.overloads()):
        arguments = overload._schema.arguments
        rest = arguments[len(inputs):]
        if len(arguments) < len(inputs) or not all(can_leave_out(one, *kind_of(one)) for one in rest):
            continue
        fits = [fit(argument, spec) for argument, spec in zip(arguments, inputs)]
        if all(fits) and (best is None or sum(fits) - len(rest) > score):
            best, score = overload, sum(fits) - len(rest)
    if best is None:
        raise NotReplayable("no overload in this PyTorch takes the recorded inputs")
    return best


def call_of(case, device, hosts_scalars):
    """Returns the overload, its call, and notes about values that were chosen."""
    overload = overload_for(case)
    arguments = overload._schema.arguments
    args = {argument.name: spec for argument, spec in zip(arguments, case["inputs"])}
    maker = Maker(case["operator"].partition("::")[2], args, device, hosts_scalars)
    positional, named = [], {}
    for argument, spec in zip(arguments, case["inputs"]):
        kind, is_optional = kind_of(argument)
        if kind == "Device":
            value = device
        elif spec is None and kind == "List[Optional[Tensor]]" and not is_optional:
            raise NotReplayable(f"the shapes of {argument.name} are not recorded")
        elif spec is None and kind == "List[number]" and not is_optional:
            value = [1.0] * len(next(one["tensors"] for one in args.values() if one and "tensors" in one))
            maker.notes.append(f"{argument.name}: ones")
        elif spec is None or spec.get("value") == "" and argument.has_default_value():
            value = argument.default_value if argument.has_default_value() else None
            if kind == "str" and argument.name in TEXTS:
                value = TEXTS[argument.name]
                maker.notes.append(f"{argument.name}: {value}")
        else:
            value = maker.made(spec, argument.name, kind)
        if argument.kwarg_only:
            named[argument.name] = value
        else:
            positional.append(value)
    return overload, lambda: overload(*positional, **named), maker.notes


# ---- Measuring

class Gpu:
    def __init__(self, device, l2):
        torch.cuda.set_device(device)
        self.properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        self.name = self.properties.name
        l2_bytes = getattr(self.properties, "L2_cache_size", 0) or 64 << 20
        self.flushed = torch.empty(2 * l2_bytes, dtype=torch.int8, device="cuda") if l2 == "cold" else None
        self.floor = 0
        self.floor = statistics.median(self.times(lambda: None, 50, 1e-5))

    def host_time(self, call):
        """Seconds that the host takes for the call, and whether the call waits for the device."""
        least = float("inf")
        for _ in range(3):
            torch.cuda.synchronize()
            begin = time.perf_counter()
            call()
            least = min(least, time.perf_counter() - begin)
        self.sleep(least + 0.002)
        begin = time.perf_counter()
        call()
        waits = time.perf_counter() - begin > least + 0.001
        torch.cuda.synchronize()
        return least, waits

    def sleep(self, seconds):
        torch.cuda._sleep(int(seconds * 2e9))  # cycles

    def times(self, call, samples, host_seconds):
        """Nanoseconds of each repetition. The device sleeps before each until the host has launched all of it."""
        pairs = []
        for _ in range(samples):
            if self.flushed is not None:
                self.flushed.zero_()
            self.sleep(2 * host_seconds + 3e-5)
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            call()
            end.record()
            pairs.append((begin, end))
        torch.cuda.synchronize()
        return [max(begin.elapsed_time(end) * 1e6 - self.floor, 0) for begin, end in pairs]

    def measure(self, call, samples):
        call()
        host, waits = self.host_time(call)
        first = statistics.median(self.times(call, 5, host)) / 1e9
        warm = min(int(0.05 / max(first, 1e-6)), 200)
        for _ in range(warm):
            call()
        samples = samples or max(10, min(100, int(0.3 / max(first, 1e-6))))
        return self.times(call, samples, host), waits


class Cpu:
    name = "CPU"
    floor = 0

    def measure(self, call, samples):
        for _ in range(3):
            call()
        times = []
        for _ in range(samples or 10):
            begin = time.perf_counter_ns()
            call()
            times.append(time.perf_counter_ns() - begin)
        return times, False


def set_precision(case):
    """As in the run, where float products used TF32 or did not."""
    if "tf32" in case:
        torch.set_float32_matmul_precision("high" if case["tf32"] else "highest")
        torch.backends.cudnn.allow_tf32 = case["tf32"]


def run(case, device, meter, samples):
    result = {"id": case["id"], "operator": case["operator"]}
    try:
        set_precision(case)
        try:
            overload, call, notes = call_of(case, device, True)
            times, waits = meter.measure(call, samples)
        except (RuntimeError, NotImplementedError):
            if is_lost(device):
                raise
            overload, call, notes = call_of(case, device, False)
            times, waits = meter.measure(call, samples)
        quarters = statistics.quantiles(times, n=4) if len(times) > 1 else times * 3
        result.update(overload=str(overload), median_ns=round(statistics.median(times)), low_ns=round(quarters[0]),
                      high_ns=round(quarters[2]), samples=len(times), waits=waits, values=notes)
    except Exception as error:  # whatever torch throws: the next operator may run
        lines = str(error).strip().splitlines()
        result["error"] = lines[0][:200] if lines else type(error).__name__
    return result


def is_lost(device):
    """Whether an error on the device ended all work of this process."""
    if not device.startswith("cuda"):
        return False
    try:
        torch.cuda.synchronize()
        return False
    except Exception:
        return True


def run_in_new_process(cases, options):
    command = [sys.executable, os.path.abspath(__file__), "--json", "--l2", options.l2, "--device", options.device,
               "--samples", str(options.samples)]
    for module in options.imports:
        command += ["--import", module]
    for case in cases:
        command += ["--only", case["id"]]
    done = subprocess.run(command, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["results"] if done.returncode == 0 else []


def run_all(cases, options, meter):
    results = []
    for at, case in enumerate(cases):
        if sys.stderr.isatty():
            print(f"\r{at + 1} of {len(cases)}: {case['operator']}\x1b[K", end="", file=sys.stderr, flush=True)
        results.append(run(case, options.device, meter, options.samples))
        if "error" in results[-1] and is_lost(options.device):
            return results + run_in_new_process(cases[at + 1:], options)
        if options.device.startswith("cuda"):
            torch.cuda.empty_cache()
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    return results


def shown(ns):
    return f"{ns / 1e6:.3f} ms" if ns >= 1e6 else f"{ns / 1e3:.1f} us"


def print_results(results, cases, meter, options):
    print(f"{meter.name}, PyTorch {torch.__version__}, L2 {options.l2}")
    print(f"{'in the run':>12} {'alone':>12}  operator")
    recorded = {case["id"]: case.get("recorded_ns") for case in cases}
    for result in results:
        before = recorded.get(result["id"])
        before = shown(before) if before else "-"
        if "error" in result:
            print(f"{before:>12} {'-':>12}  {result['operator']}: {result['error']}")
        else:
            print(f"{before:>12} {shown(result['median_ns']):>12}  {result['overload']}")


def main():
    parser = argparse.ArgumentParser(description="Runs operators of a profile alone.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--l2", choices=("cold", "warm"), default="cold", help="flush the L2 cache before each repetition, or not")
    parser.add_argument("--samples", type=int, default=0, help="repetitions; 0: as many as take 0.3 s, 10 to 100")
    parser.add_argument("--device", default=os.environ.get("DEVICE", "cuda:0"), help="cuda:0, cpu; default: $DEVICE, or cuda:0")
    parser.add_argument("--import", dest="imports", action="append", default=[], metavar="MODULE", help="import it first: it registers operators")
    parser.add_argument("--only", action="append", default=[], metavar="ID", help="run this one; repeat for several")
    options = parser.parse_args()
    global torch
    try:
        import torch
    except Exception as error:
        leave(3, f"no PyTorch in {sys.executable}: {error}")
    warnings.filterwarnings("ignore")
    if options.device == "cuda":
        options.device = "cuda:0"
    if options.device.startswith("cuda") and not torch.cuda.is_available():
        leave(3, f"PyTorch {torch.__version__} in {sys.executable} finds no GPU")
    for module in options.imports:
        try:
            importlib.import_module(module)
        except Exception as error:
            leave(2, f"cannot import {module}: {error}")
    torch.manual_seed(0)
    cases = [case for case in CASES if not options.only or case["id"] in options.only]
    with torch.no_grad():
        meter = Gpu(options.device, options.l2) if options.device.startswith("cuda") else Cpu()
        results = run_all(cases, options, meter)
    if options.json:
        print(json.dumps({"schema": "kernline-replay-results-1", "device": meter.name, "torch": torch.__version__,
                          "l2": options.l2, "event_ns": round(meter.floor), "results": results}))
    else:
        print_results(results, cases, meter, options)
    if is_lost(options.device):  # then cleaning up would fail, too
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
