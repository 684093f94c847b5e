# SPDX-License-Identifier: GPL-3.0-or-later
"""The handler for torch.profiler, on stand-ins of torch that have what it asks for."""
import contextlib
import io
import os
import pickle
import shutil
import sys
import tempfile
import types
import unittest
import warnings
from pathlib import Path

import kernline
import kernline.torch

fixtures = Path(os.environ["KERNLINE_FIXTURES"])
snapshot = {"segments": [], "device_traces": [[{"action": "alloc", "addr": 1, "size": 512, "stream": 0}]]}


class Profiler:
    """torch.profiler.profile, when it has recorded."""

    def __init__(self, recording, step):
        self.step_num = step
        self._recording = recording

    def export_chrome_trace(self, path):
        shutil.copy(self._recording, path)


def torch_with(rank, memory):
    """A module `torch`. `rank`: of torch.distributed; None: not initialized. `memory`: the snapshot; None: no GPU."""
    torch = types.ModuleType("torch")
    torch.distributed = types.SimpleNamespace(
        is_available=lambda: True, is_initialized=lambda: rank is not None, get_rank=lambda: rank)
    torch.cuda = types.SimpleNamespace(is_available=lambda: memory is not None,
                                       is_initialized=lambda: True,
                                       memory=types.SimpleNamespace(_snapshot=lambda: memory))
    return torch


class Handler(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.runs = Path(folder.name) / "some" / "runs"
        self.addCleanup(sys.modules.pop, "torch", None)
        self.addCleanup(os.environ.pop, "RANK", None)

    def record(self, *, rank=None, memory=None, step=12, recording="h200-profiler-steps.json.gz", **options):
        sys.modules["torch"] = torch_with(rank, memory)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            kernline.torch.handler(self.runs, **options)(Profiler(fixtures / recording, step))
        return printed.getvalue()

    def files(self):
        return sorted(str(path.relative_to(self.runs)) for path in self.runs.rglob("*") if path.is_file())

    def test_writes_trace_and_digest_and_says_what_to_optimize(self):
        printed = self.record()
        self.assertEqual(self.files(), ["digests/rank0-step12.json.gz.digest.json.gz", "rank0-step12.json.gz"])
        lines = printed.splitlines()
        self.assertLessEqual(len(lines), 10)
        self.assertEqual(lines[0], f"kernline: {self.runs}/rank0-step12.json.gz: 4 steps of 3.032 ms")
        self.assertEqual(lines[1], "  NVIDIA H200: busy 6%")
        first = kernline.open(self.runs / "rank0-step12.json.gz").advise()["rows"][0]
        self.assertEqual(lines[3].split(maxsplit=2),
                         [f"{first['upper_bound_ns'] / 1e6:.3f}", "ms", first["title"]])
        self.assertIn("kernline " + str(self.runs), lines[-1])

    def test_writes_memory_where_it_is_recorded(self):
        printed = self.record(rank=3, memory=snapshot, summary=True)
        self.assertIn("rank3-step12.pickle", self.files())
        self.assertIn("rank3-step12.pickle", printed)
        with (self.runs / "rank3-step12.pickle").open("rb") as file:
            self.assertEqual(pickle.load(file), snapshot)
        self.record(step=13, memory={"segments": [], "device_traces": [[]]})
        self.assertNotIn("rank0-step13.pickle", self.files())

    def test_other_ranks_are_silent(self):
        self.assertEqual(self.record(rank=1), "")
        os.environ["RANK"] = "5"
        self.assertEqual(self.record(digest=False), "")
        self.assertEqual([name for name in self.files() if "digest" not in name],
                         ["rank1-step12.json.gz", "rank5-step12.json.gz"])
        self.assertNotEqual(self.record(rank=2, summary=True), "")

    def test_digests_are_what_ranks_takes(self):
        for rank in (0, 1):
            self.record(rank=rank, recording=f"ranks/ddp_straggler/rank{rank}.json.gz")
        answer = kernline.ranks(self.runs / "digests")
        self.assertEqual([rank["rank"] for rank in answer["ranks"]], [0, 1])

    def test_training_goes_on_where_a_trace_is_of_no_use(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.record(recording="empty-file.json")
        self.assertEqual(len(caught), 1)
        self.assertIn("rank0-step12.json.gz", str(caught[0].message))
        self.assertEqual(self.files()[-1:], ["rank0-step12.json.gz"])

    def test_steps_do_not_overwrite_each_other(self):
        self.record(step=5)
        self.record(step=10)
        self.assertEqual([name for name in self.files() if "digest" not in name],
                         ["rank0-step10.json.gz", "rank0-step5.json.gz"])


if __name__ == "__main__":
    unittest.main()
