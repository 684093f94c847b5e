# SPDX-License-Identifier: GPL-3.0-or-later
"""For torch.profiler: a handler that writes what it recorded, and says what to optimize."""
from __future__ import annotations

import os
import pickle
import warnings
from pathlib import Path
from typing import Any, Callable, List, Optional

from ._answer import Answer, PathLike
from ._module import Error, KernlineWarning, native
from ._trace import Trace, open as open_trace

_LINES = 10


def _rank() -> int:
    """Of torch.distributed, else of the launcher's environment, else 0."""
    from torch import distributed  # pylint: disable=import-outside-toplevel

    if distributed.is_available() and distributed.is_initialized():
        return int(distributed.get_rank())
    return int(os.environ.get("RANK", "0"))


def _write_snapshot(path: Path) -> bool:
    """Writes the memory snapshot where torch.cuda.memory._record_memory_history() records one."""
    from torch import cuda  # pylint: disable=import-outside-toplevel

    if not cuda.is_available() or not cuda.is_initialized():
        return False
    snapshot = cuda.memory._snapshot()
    if not any(snapshot.get("device_traces", ())):
        return False
    with path.open("wb") as file:
        pickle.dump(snapshot, file)
    return True


def _time(nanoseconds: int) -> str:
    return f"{nanoseconds / 1e6:.3f} ms"


def summary_of(trace: Trace, advice: Answer, others: List[Path]) -> str:
    """At most ten lines: what was recorded, how busy devices were, what to optimize by its upper bound."""
    steps = f"{advice['steps']} steps of {_time(advice['step_ns'])}" if advice["steps"] else "no steps"
    lines = [f"kernline: {trace.path}: {steps}"]
    for device in trace.summary()["devices"][:2]:
        elapsed = device["busy_ns"] + device["idle_ns"]
        lines.append(f"  {device['name']}: busy {device['busy_ns'] / elapsed if elapsed else 0:.0%}")
    rows = advice["rows"]
    shown = rows[: _LINES - 2 - len(lines) - len(others)]
    of = "a step" if advice["steps"] else "the recording"
    lines.append(f"  what to optimize, by the most it can save of {of}:" if rows else "  nothing found to optimize")
    for row in shown:
        lines.append(f"    {_time(row['upper_bound_ns']):>12}  {row['title']}")
    lines += [f"  {path}" for path in others]
    left = len(rows) - len(shown)
    lines.append(f"  open it: kernline {trace.path}" + (f" ({left} more to optimize)" if left else ""))
    return "\n".join(lines)


def handler(folder: PathLike, *, digest: bool = True, summary: Optional[bool] = None) -> Callable[[Any], None]:
    """For torch.profiler.profile(on_trace_ready=...): writes each recording into `folder`, which is made if missing.

    rank0-step12.json.gz is the trace of rank 0, ended at step 12 of the profiler. Where torch.cuda.memory's
    _record_memory_history() is on, rank0-step12.pickle is the snapshot of memory. `digest`: also write
    digests/rank0-step12.json.gz.digest.json.gz, for `kernline ranks`. `summary`: print at most ten lines with what to
    optimize; None: on rank 0 alone. What goes wrong after the trace is written is a warning, and training goes on.
    """

    def on_trace_ready(profiler: Any) -> None:
        rank = _rank()
        target = Path(os.fsdecode(folder))
        target.mkdir(parents=True, exist_ok=True)
        name = f"rank{rank}-step{profiler.step_num}"
        trace = target / f"{name}.json.gz"
        profiler.export_chrome_trace(str(trace))
        try:
            others = []
            snapshot = target / f"{name}.pickle"
            if _write_snapshot(snapshot):
                others.append(snapshot)
            if digest:
                native.answer(["digest", f"--output={target / 'digests'}", "--", str(trace)], [])
            if summary or (summary is None and rank == 0):
                opened = open_trace(trace)
                print(summary_of(opened, opened.advise(), others), flush=True)
        except (Error, OSError) as error:
            warnings.warn(f"{trace}: {error}", KernlineWarning)

    return on_trace_ready
