# SPDX-License-Identifier: GPL-3.0-or-later
"""Recording what this process gives to its GPUs."""
import ctypes
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

from ._answer import PathLike, options
from ._module import Error, warn
from ._program import environment, program


class Recorder:
    """`kernline record` as a process of its own, which records this one."""

    def __init__(self, arguments: List[str]) -> None:
        self._process = subprocess.Popen(
            [program("kernline"), "record", "--caller", *arguments, "--", *(sys.orig_argv or ["python"])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Error("\n".join(self.end()) or f"the recorder failed ({self._process.returncode})")
        self.variables: Dict[str, str] = json.loads(line)

    def end(self) -> List[str]:
        """Ends the recording. What the recorder says of it."""
        _, said = self._process.communicate(b"end\n")
        return [line.removeprefix("kernline: ").removeprefix("kernline record: ")
                for line in said.decode("utf-8", "replace").splitlines()]


class Recording:
    """A part of this process that is recorded; made by `kernline.record`."""

    _now: Optional["Recording"] = None

    def __init__(self, path: PathLike, given: Dict[str, Any]) -> None:
        self.path = os.fsdecode(path)
        self._arguments = [f"--output={self.path}", *options(given)]
        self._recorder: Optional[Recorder] = None
        self._library: Any = None
        self._process = 0

    def __enter__(self) -> "Recording":
        if Recording._now is not None:
            raise Error(f"this process is already being recorded, into {Recording._now.path}")
        was_there = os.path.exists(self.path)
        self._recorder = Recorder(self._arguments)
        self._process = os.getpid()
        Recording._now = self
        try:
            os.environ.update(self._recorder.variables)  # CUDA and NVTX read them, and processes that this one starts
            self._library = ctypes.CDLL(self._recorder.variables["CUDA_INJECTION64_PATH"])
            self._library.kernline_begin.restype = ctypes.c_char_p
            problem = self._library.kernline_begin()
            if problem is not None:
                raise Error(problem.decode("utf-8", "replace"))
        except BaseException as error:
            self._forget()
            self._recorder.end()
            if not was_there:
                Path(self.path).unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise Error(f"the recorder's library does not load: {error}") from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._recorder is None or self._process != os.getpid():  # in a process that was forked meanwhile
            return
        try:
            self._library.kernline_end()
        finally:
            self._forget()
            said = self._recorder.end()
        warn(line for line in said if not re.fullmatch(rf"\d[\d,]* events? in {re.escape(self.path)}", line))

    def _forget(self) -> None:
        Recording._now = None
        assert self._recorder is not None
        for name in self._recorder.variables:
            os.environ.pop(name, None)


def record(path: PathLike, *, delay: Optional[str] = None, duration: Optional[str] = None, counters: Any = None,
           source: Any = None, profile: Optional[str] = None, **more: Any) -> Recording:
    """Records what this process, and those that it starts, give to GPUs while a `with` lasts:

        with kernline.record("run.json"):
            train()

    `path` is the recording, a Chrome trace; it is whole when the `with` ends, also by an exception, and until then as
    `kernline record` writes it. What had been given to the GPUs before the end is waited for and in it. CUDA may or may
    not have been used before; NVTX ranges are recorded if the first one of the process is in a `with`.

    `delay`, `duration`: "2.5" or "300ms". `counters`, `source`: True, or a set or a number of cycles. `profile`: a
    regular expression of kernels to count. `more`: other options of `kernline record`, as every="1ms". What the recorder
    says of the recording is a KernlineWarning. Raises Error where nothing can be recorded: no recorder in this build, no
    driver, or another profiler that uses CUPTI.
    """
    return Recording(path, {"delay": delay, "duration": duration, "counters": counters, "source": source,
                            "profile": profile, **more})
