# SPDX-License-Identifier: GPL-3.0-or-later
"""Recording this process: with a stand-in of the recorder, and what the real one says where there is no GPU."""
import ctypes
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import kernline
from kernline import _record

program = Path(os.environ["KERNLINE_PROGRAM"])
library = program.with_name("libkernline-inject.so")

# Tells what it is asked, waits for a line, and writes what `kernline record` would.
RECORDER = """#!{python}
import json, sys
words = sys.argv[1:]
out = [word for word in words if word.startswith("--output=")][0].removeprefix("--output=")
print(json.dumps(dict(KERNLINE_RECORDER_SOCKET="a socket", CUDA_INJECTION64_PATH="/nowhere/lib.so")), flush=True)
last = sys.stdin.readline()
with open(out, "w") as file:
    json.dump([words, last], file)
print({said!r}, file=sys.stderr)
"""


class StandIn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "run.json"
        self.calls = []
        self.problem = None
        self.become(f"kernline record: 5 events in {self.out}")
        stand_in = types.SimpleNamespace(kernline_begin=self.begin, kernline_end=lambda: self.calls.append("end"))
        for name, value in (("program", lambda _: str(self.recorder)),
                            ("ctypes", types.SimpleNamespace(CDLL=lambda path: stand_in, c_char_p=None))):
            patch = mock.patch.object(_record, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def become(self, said):
        self.recorder = self.out.with_name("kernline")
        self.recorder.write_text(RECORDER.format(python=sys.executable, said=said), encoding="utf-8")
        self.recorder.chmod(0o755)

    @property
    def begin(self):
        def kernline_begin():
            self.calls.append("begin")
            return self.problem
        return kernline_begin

    def test_it_lasts_as_long_as_the_with(self):
        with kernline.record(self.out) as run:
            self.assertEqual(self.calls, ["begin"])
            self.assertEqual(os.environ["KERNLINE_RECORDER_SOCKET"], "a socket")
            self.assertFalse(self.out.exists())
        self.assertEqual(run.path, str(self.out))
        self.assertEqual(self.calls, ["begin", "end"])
        self.assertNotIn("KERNLINE_RECORDER_SOCKET", os.environ)
        words, last = json.loads(self.out.read_text(encoding="utf-8"))
        self.assertEqual(last, "end\n")
        self.assertEqual(words[:3], ["record", "--caller", f"--output={self.out}"])
        self.assertEqual(words[words.index("--") + 1:], sys.orig_argv)

    def test_options_are_those_of_the_command(self):
        with kernline.record(self.out, delay="1ms", counters=True, every="200us", source=4096):
            pass
        words, _ = json.loads(self.out.read_text(encoding="utf-8"))
        self.assertEqual(set(words[3:words.index("--")]),
                         {"--delay=1ms", "--counters", "--every=200us", "--source=4096"})

    def test_an_exception_finishes_the_file_and_goes_on(self):
        with self.assertRaisesRegex(KeyError, "inside"):
            with kernline.record(self.out):
                raise KeyError("inside")
        self.assertTrue(self.out.exists())
        self.assertEqual(self.calls, ["begin", "end"])
        with kernline.record(self.out):  # and once more
            pass
        self.assertEqual(self.calls, ["begin", "end"] * 2)

    def test_what_the_recorder_says_is_a_warning(self):
        self.become("kernline record: no process used CUDA during the recording")
        with self.assertWarnsRegex(kernline.KernlineWarning, "^no process used CUDA during the recording$"):
            with kernline.record(self.out):
                pass

    def test_one_lasts_at_a_time(self):
        with kernline.record(self.out):
            with self.assertRaisesRegex(kernline.Error, f"already being recorded, into {self.out}"):
                with kernline.record("other.json"):
                    pass
        self.assertFalse(Path("other.json").exists())

    def test_another_profiler_leaves_no_file(self):
        self.problem = b"another profiler is using CUPTI"
        for content in (None, "an older one"):
            if content:
                self.out.write_text(content, encoding="utf-8")
            with self.assertRaisesRegex(kernline.Error, "^another profiler is using CUPTI$"):
                with kernline.record(self.out):
                    self.fail("it began")
            self.assertEqual(self.out.exists(), content is not None)
            self.assertNotIn("KERNLINE_RECORDER_SOCKET", os.environ)

    def test_a_forked_process_leaves_the_recording_alone(self):
        with kernline.record(self.out) as run:
            child = multiprocessing.get_context("fork").Process(target=run.__exit__, args=(None, None, None))
            child.start()
            child.join()
            self.assertEqual(child.exitcode, 0)
            self.assertFalse(self.out.exists())
        self.assertTrue(self.out.exists())

    def test_a_recorder_that_fails_is_an_error(self):
        self.recorder.write_text("#!/bin/sh\necho 'kernline record: no GPU' >&2; exit 3\n", encoding="utf-8")
        with self.assertRaisesRegex(kernline.Error, "^no GPU$"):
            with kernline.record(self.out):
                self.fail("it began")
        self.assertEqual(self.calls, [])


class Real(unittest.TestCase):
    def setUp(self):
        if subprocess.run([program, "record", "doctor"], capture_output=True, check=False).returncode == 0:
            self.skipTest("this machine can record")

    def test_says_why_it_cannot_record(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run.json"
            with self.assertRaisesRegex(kernline.Error, "no NVIDIA driver|not part of this build|no GPU|CUPTI"):
                with kernline.record(out):
                    self.fail("it began")
            self.assertFalse(out.exists())
            with self.assertRaisesRegex(kernline.Error, "not part of this build|--delay takes a time"):
                with kernline.record(out, delay="soon"):
                    self.fail("it began")

    @unittest.skipUnless(library.exists(), "the recorder is not part of this build")
    def test_the_library_waits_for_cuda(self):
        recorder = ctypes.CDLL(str(library))
        recorder.kernline_begin.restype = ctypes.c_char_p
        self.assertIsNone(recorder.kernline_begin())
        recorder.kernline_end()


if __name__ == "__main__":
    unittest.main()
