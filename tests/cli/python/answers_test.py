# SPDX-License-Identifier: GPL-3.0-or-later
import base64
import copy
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import kernline

fixtures = Path(os.environ["KERNLINE_FIXTURES"])
program = os.environ["KERNLINE_PROGRAM"]
steps = fixtures / "h200-profiler-steps.json.gz"
before = fixtures / "torch-compare-base.json.gz"
after = fixtures / "torch-compare-other.json.gz"
snapshot = fixtures / "memory" / "h200-out-of-memory.pickle"
has_viewer = Path(program).with_name("kernline-viewer").exists()


def printed(*arguments):
    """What the command line prints as JSON."""
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def without_load_times(answer):
    for file in answer["files"]:
        file.pop("load_ns")
    return answer


class Answers(unittest.TestCase):
    def setUp(self):
        self.trace = kernline.open(steps)

    def test_are_those_of_the_command_line(self):
        trace = self.trace
        self.assertEqual(without_load_times(trace.summary()), without_load_times(printed("summary", steps)))
        for answer, arguments in (
                (trace.statistics(), ["stats"]),
                (trace.statistics(by="module", kind="device", limit=3),
                 ["stats", "--by=module", "--kind=device", "--limit=3"]),
                (trace.statistics(steps="1..2", sort="count"), ["stats", "--steps=1..2", "--sort=count"]),
                (trace.work(by="op"), ["work", "--by=op"]),
                (trace.work(device="H100"), ["work", "--device=H100"]),
                (trace.advise(), ["advise"]),
                (trace.memory(by="phase"), ["memory", "--by=phase"]),
                (trace.answer("steps"), ["steps"]),
                (trace.answer("calltree", weight="device"), ["calltree", "--weight=device"])):
            self.assertEqual(answer, printed(*arguments, steps), arguments)

    def test_ranges_are_texts_or_times_of_tables(self):
        first = self.trace.steps()
        begin, end = first["start_ns"][0], first["end_ns"][0]
        answer = self.trace.statistics(range=(begin, end))
        self.assertEqual(answer, printed("stats", f"--range=@{begin}..@{end}", steps))
        self.assertEqual(self.trace.statistics(range="0..1ms"), printed("stats", "--range=0..1ms", steps))

    def test_what_is_no_range_is_said(self):
        for range_ in ((1,), (1, 2, 3)):
            with self.assertRaisesRegex(kernline.Error, r"is not a range; give two times in nanoseconds: \(begin, end\)"):
                self.trace.statistics(range=range_)

    def test_commands_that_do_not_answer_are_said(self):
        for command in ("record", "mcp", "", "--version"):
            with self.assertRaisesRegex(kernline.Error, f'^"{command}" is not one of the commands that answer: summary, '):
                self.trace.answer(command)
        with self.assertRaisesRegex(kernline.Error, "^help is for the command line; see kernline stats --help$"):
            self.trace.answer("stats", help=True)
        for command in ("export", "digest", "render"):
            with self.assertRaisesRegex(kernline.Error, f"^{command} has no --json; run it as a command: "
                                                        f"kernline {command} --help$"):
                self.trace.answer(command, output="nothing")
        with self.assertRaises(kernline.Error) as unknown:
            self.trace.answer("nope")
        for command in ("export", "digest", "render", "schema"):
            self.assertNotIn(command, str(unknown.exception))

    def test_paths_may_be_bytes(self):
        path = os.fsencode(before)
        trace = kernline.open(path)
        self.assertEqual(trace.path, str(before))
        self.assertEqual(kernline.compare(path, os.fsencode(after)), printed("compare", before, after))

    def test_errors_are_the_sentences_of_the_command_line(self):
        for ask, arguments in (
                (lambda: self.trace.statistics(by="modul"), ["stats", "--by=modul"]),
                (lambda: self.trace.statistics(range="5s..6s"), ["stats", "--range=5s..6s"]),
                (lambda: self.trace.answer("stats", shape=True), ["stats", "--shape"]),
                (lambda: self.trace.answer("steps", steps="nothing"), ["steps", "--steps=nothing"]),
                (lambda: kernline.open(snapshot).statistics(), ["stats", snapshot])):
            path = [] if snapshot in arguments else [steps]
            done = subprocess.run([program, *map(str, [*arguments, "--json", *path])], capture_output=True, text=True,
                                  check=False)
            with self.assertRaises(kernline.Error) as raised:
                ask()
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(f"kernline: {raised.exception}\n", done.stderr)

    def test_a_comparison_takes_paths_and_open_files(self):
        wanted = printed("compare", before, after)
        self.assertEqual(kernline.compare(before, after), wanted)
        self.assertEqual(kernline.compare(kernline.open(before), str(after)), wanted)
        self.assertEqual(kernline.compare(before, after, by="family", why=True),
                         printed("compare", "--by=family", "--why", before, after))

    def test_ranks_are_a_folder_or_files(self):
        files = sorted((fixtures / "ranks" / "ddp_straggler").iterdir())
        self.assertEqual(kernline.ranks(fixtures / "ranks" / "ddp_straggler")["schema"], kernline.ranks(files)["schema"])
        self.assertEqual(kernline.ranks(fixtures / "ranks" / "ddp_straggler"), printed("ranks", fixtures / "ranks" / "ddp_straggler"))
        self.assertEqual(kernline.ranks(kernline.open(fixtures / "ranks" / "ddp_straggler")),
                         kernline.ranks(fixtures / "ranks" / "ddp_straggler"))

    def test_a_file_that_is_open_is_not_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "trace.json.gz"
            copy.write_bytes(before.read_bytes())
            trace = kernline.open(copy)
            rows = trace.statistics()["rows"]
            copy.unlink()
            self.assertEqual(trace.statistics()["rows"], rows)
            self.assertEqual(len(trace.kernels()), sum(row["count"] for row in rows))

    def test_a_file_that_was_overwritten_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json.gz"
            shutil.copy(before, path)
            trace = kernline.open(path)
            work = trace.work()
            shutil.copy(after, path)
            for use in (trace.kernels, trace.render, work.render):
                with self.assertRaisesRegex(kernline.Error, "trace.json.gz has changed since it was opened. Open it again$"):
                    use()

    def test_copies_are_plain_dicts(self):
        for answer in (self.trace.work(), self.trace.advise(), self.trace.memory(),
                       kernline.compare(kernline.open(before), after)):
            for copied in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
                self.assertIs(type(copied), dict)
                self.assertEqual(copied, answer)

    def test_an_empty_text_is_an_empty_text(self):
        self.assertEqual(self.trace.statistics(filter=""), self.trace.statistics())
        self.assertEqual(self.trace.answer("events", name=""), self.trace.answer("events"))
        self.assertEqual(kernline.compare(before, after, step=""), kernline.compare(before, after))
        with self.assertRaisesRegex(kernline.Error, '"" is not one of name, family'):
            self.trace.statistics(by="")
        with self.assertRaisesRegex(kernline.Error, '"" is not in the table of devices'):
            self.trace.work(device="")

    def test_what_is_no_trace_says_what_to_use(self):
        held = kernline.open(snapshot)
        with self.assertRaisesRegex(kernline.Error, r"pickle is a memory snapshot and has no kernels; use memory\(\)$"):
            held.kernels()
        with self.assertRaisesRegex(kernline.Error, r"pickle is a memory snapshot and has no tables; use memory\(\)$"):
            held.query("SELECT 1")

    def test_a_closed_file_says_so(self):
        with kernline.open(steps) as trace:
            kernels = trace.kernels()
            names = kernels["name"]
            memory = trace.memory()
        with self.assertRaises(KeyboardInterrupt), kernline.open(steps) as other:
            raise KeyboardInterrupt
        for closed in (trace, other):
            for use in (closed.spans, closed.summary, closed.render, lambda: closed.query("SELECT 1"),
                        lambda: kernline.compare(before, closed)):
                with self.assertRaisesRegex(kernline.Error, "^.*/h200-profiler-steps.json.gz is closed; open it again with "
                                                            "kernline.open$"):
                    use()
            closed.close()
            self.assertEqual(repr(closed), f"<kernline.Trace {str(steps)!r}, closed>")
        self.assertEqual(kernels["name"], names, "tables stay")
        self.assertEqual(memory, printed("memory", steps), "answers stay")

    def test_two_states_of_a_file_are_not_taken_for_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json.gz"
            path.write_bytes(before.read_bytes())
            first = kernline.open(path)
            path.unlink()
            path.write_bytes(after.read_bytes())
            for second in (kernline.open(path), path):
                with self.assertRaisesRegex(kernline.Error, "trace.json.gz is given as an open file and as a path; "):
                    kernline.compare(first, second)
            self.assertEqual(kernline.compare(first, first)["verdict"]["faster"], "neither")

    def test_nothing_is_printed(self):
        script = (f"import kernline; t = kernline.open({str(steps)!r}); t.summary(); t.statistics(); t.kernels(); "
                  "t.query('SELECT 1')")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        self.assertEqual((done.stdout, done.stderr), (b"", b""))

    def test_an_answer_says_what_it_has(self):
        self.assertIsInstance(self.trace.advise(), dict)
        self.assertTrue(repr(self.trace.advise()).startswith("<kernline.Answer: schema, path"))


class Interrupts(unittest.TestCase):
    def test_ctrl_c_stops_a_query(self):
        trace = kernline.open(steps)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            trace.query("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(trace.query("SELECT 1 AS one").to_dict(), {"one": [1]})


class CommandLine(unittest.TestCase):
    def test_runs_as_a_module(self):
        done = subprocess.run([sys.executable, "-m", "kernline", "stats", "--json", str(steps)], capture_output=True,
                              text=True, check=True)
        self.assertEqual(json.loads(done.stdout), printed("stats", steps))
        done = subprocess.run([sys.executable, "-m", "kernline", "--version"], capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stdout, f"kernline {kernline.__version__}\n")
        done = subprocess.run([sys.executable, "-m", "kernline", "stats", "nothing.json"], capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 1)


@unittest.skipUnless(has_viewer, "kernline-viewer is not part of this build")
class Pictures(unittest.TestCase):
    def test_are_those_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, view in (("a.png", "timeline"), ("b.svg", "overview")):
                picture = Path(folder) / name
                subprocess.run([program, "render", steps, f"--view={view}", "--size=640x360", f"--output={picture}"],
                               check=True)
                drawn = kernline.open(steps).render(view, picture.suffix[1:], width=640, height=360)
                self.assertEqual(drawn, picture.read_bytes(), name)

    def test_notebooks_show_them_without_script(self):
        trace = kernline.open(steps)
        for shown, arguments in (
                (trace, [steps, "--view=timeline"]),
                (kernline.open(snapshot), [snapshot, "--view=memory"]),
                (kernline.open(snapshot).memory(), [snapshot, "--view=memory"]),
                (trace.memory(range="0..3ms"), [steps, "--view=memory", "--range=0..3ms"]),
                (trace.work(), [steps, "--view=roofline"]),
                (trace.work(by="kernel", steps="1..2", device="H100", limit=3),
                 [steps, "--view=roofline", "--by=kernel", "--steps=1..2", "--device=H100"]),
                (kernline.compare(before, after), [before, after, "--view=compare"]),
                (kernline.compare(before, after, before, series=True), [before, after, before, "--view=series"])):
            drawn = subprocess.run([program, "render", *arguments, "--size=1280x720", "--output=-"],
                                   capture_output=True, check=True).stdout
            self.assertEqual(shown._repr_png_(), drawn, arguments)
            html = shown._repr_html_()
            self.assertIn(f'src="data:image/png;base64,{base64.b64encode(drawn).decode()}"', html)
            self.assertNotIn("<script", html)

    def test_what_cannot_be_drawn_is_said(self):
        with self.assertRaisesRegex(kernline.Error, '^"gif" is not a picture format; use png or svg$'):
            kernline.open(steps).render(form="gif")
        with self.assertRaisesRegex(kernline.Error, "takes one file|view"):
            kernline.open(steps).render("views")
        shapeless = kernline.open(fixtures / "torch-alexnet-a100.json.gz").work()
        with self.assertRaisesRegex(kernline.Error, "no work here has known FLOPs"):
            shapeless.render()
        with self.assertWarnsRegex(kernline.KernlineWarning, "no work here has known FLOPs"):
            self.assertIsNone(shapeless._repr_png_())


if __name__ == "__main__":
    unittest.main()
