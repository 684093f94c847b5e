# SPDX-License-Identifier: GPL-3.0-or-later
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import arrow_reader
import kernline

fixtures = Path(os.environ["KERNLINE_FIXTURES"])
steps = fixtures / "h200-profiler-steps.json.gz"


# What Parquet needs to make a trace again, and SQL tells otherwise.
only_in_tables = {"spans": ("launch_id", "flags"), "kernels": (), "launches": ("call_start_ns",), "steps": (),
                  "memory": ("track_id", "device_type", "source_offset")}


class Tables(unittest.TestCase):
    def setUp(self):
        self.trace = kernline.open(steps)

    def test_arrow_has_what_queries_have(self):
        for name in ("spans", "kernels", "launches", "steps", "memory"):
            table = self.trace.table(name)
            columns, metadata = arrow_reader.read(table)
            known = [column for column in table.columns if column not in only_in_tables[name]]
            asked = self.trace.query(f"SELECT {', '.join(known)} FROM {name}").to_dict()
            self.assertGreater(len(table), 0, name)
            self.assertEqual(metadata["kernline.table"], name)
            self.assertEqual(metadata["kernline.schema_version"], "1")
            for column in known:
                self.assertEqual(columns[column], asked[column], f"{name}.{column}")

    def test_values_are_those_of_arrow(self):
        for name in ("spans", "kernels", "operators", "launches", "collectives", "steps", "counters", "memory"):
            table = self.trace.table(name)
            columns, _ = arrow_reader.read(table)
            self.assertEqual(table.to_dict(), columns, name)
            self.assertEqual(list(table.schema), table.columns)
            self.assertEqual(len(list(table)), len(table))

    def test_what_is_no_column_or_query_is_said(self):
        table = self.trace.kernels(columns=["duration_ns", "short_name"])
        for key in (0, slice(0, 2)):
            with self.assertRaisesRegex(TypeError, r'^a table is indexed by column name, e.g. table\["duration_ns"\]$'):
                table[key]
        with self.assertRaisesRegex(TypeError, "^query takes one SELECT as str, not int$"):
            self.trace.query(5)
        with self.assertRaisesRegex(kernline.Error, '^Column "w" is a BLOB. Write hex\\(\\) around it.$'):
            self.trace.query("SELECT x'ff00fe' AS w")

    def test_columns_can_be_chosen_and_ordered(self):
        table = self.trace.kernels(columns=["duration_ns", "short_name"])
        self.assertEqual(table.schema, {"duration_ns": "int64", "short_name": "string"})
        whole = self.trace.kernels()
        self.assertEqual(table["duration_ns"], whole["duration_ns"])
        self.assertEqual(next(iter(table)),
                         {"duration_ns": whole["duration_ns"][0], "short_name": whole["short_name"][0]})
        with self.assertRaisesRegex(kernline.Error, 'kernels has no column "durations"; it has id, name, '):
            self.trace.kernels(columns=["durations"])
        with self.assertRaisesRegex(kernline.Error, 'no column "durations"'):
            self.trace.kernels(columns="durations")
        self.assertEqual(self.trace.kernels(columns="duration_ns").columns, ["duration_ns"])
        with self.assertRaisesRegex(kernline.Error, 'column "id" is named twice'):
            self.trace.spans(columns=["id", "name", "id"])
        with self.assertRaisesRegex(kernline.Error, 'no table "kernel"; there are spans, kernels, '):
            self.trace.table("kernel")
        with self.assertRaises(KeyError):
            table["name"]

    def test_a_table_of_few_columns_is_part_of_the_whole(self):
        whole = kernline.open(steps).spans().to_dict()
        for column in whole:
            self.assertEqual(kernline.open(steps).spans(columns=[column])[column], whole[column], column)

    def test_schema_comes_without_rows(self):
        capsule = self.trace.steps().__arrow_c_schema__()
        schema = arrow_reader.pointer_in(capsule, arrow_reader.ArrowSchema, b"arrow_schema").contents
        self.assertEqual(schema.n_children, len(self.trace.steps().columns))
        self.assertEqual(schema.children[0].contents.flags, 2)

    def test_memory_outlives_what_it_came_from(self):
        names = self.trace.kernels()["name"]
        stream = self.trace.kernels().__arrow_c_stream__()
        self.trace = None
        gc.collect()

        class Holder:
            def __arrow_c_stream__(self):
                return stream

        self.assertEqual(arrow_reader.read(Holder())[0]["name"], names)

    def test_what_nobody_takes_is_released(self):
        for _ in range(100):
            self.trace.kernels().__arrow_c_stream__()
            self.trace.kernels().__arrow_c_schema__()
        gc.collect()

    def test_tables_without_rows_have_columns(self):
        table = self.trace.counters()
        self.assertEqual(len(table), 0)
        columns, _ = arrow_reader.read(table)
        self.assertEqual(columns["value"], [])
        self.assertEqual(table.schema["value"], "double")

    def test_many_rows_come_in_pieces_that_fit(self):
        rows = 200_001
        sql = (f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {rows}) "
               "SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS gaps, 'text ' || (i % 70000) AS text, i / 2.0 AS half "
               "FROM n")
        table = self.trace.query(sql)
        columns, _ = arrow_reader.read(table)
        self.assertEqual(columns["i"], list(range(rows)))
        self.assertEqual(columns["gaps"], [None if i % 3 == 0 else i for i in range(rows)])
        self.assertEqual(columns["text"], [f"text {i % 70000}" for i in range(rows)])
        self.assertEqual(columns["half"], [i / 2 for i in range(rows)])
        self.assertEqual(sum(1 for _ in table), rows)

    def test_columns_of_queries_have_types_that_hold_all(self):
        table = self.trace.query("SELECT 1 AS a, 1 AS b, NULL AS c, 'x' AS d, 2 AS d UNION ALL SELECT 2, 2.5, NULL, 3, 4")
        self.assertEqual(table.schema, {"a": "int64", "b": "double", "c": "int64", "d": "string", "d_2": "int64"})
        self.assertEqual(table.to_dict(), {"a": [1, 2], "b": [1.0, 2.5], "c": [None, None], "d": ["x", "3"],
                                           "d_2": [2, 4]})

    def test_a_wrong_query_is_an_error_in_the_words_of_the_command(self):
        done = subprocess.run([os.environ["KERNLINE_PROGRAM"], "query", steps, "SELECT nam FROM kernels"],
                              capture_output=True, text=True, check=False)
        with self.assertRaises(kernline.Error) as raised:
            self.trace.query("SELECT nam FROM kernels")
        self.assertEqual(f"kernline: {raised.exception}\n", done.stderr)

    def test_a_table_shows_its_first_rows(self):
        shown = self.trace.kernels(columns=["short_name", "duration_ns"])._repr_html_()
        self.assertIn("<th>short_name</th>", shown)
        self.assertEqual(shown.count("<tr>"), 21)
        self.assertIn("first 20 of 96 rows", shown)
        self.assertNotIn("<script", shown)
        self.assertIn("96 rows, columns short_name, duration_ns", repr(self.trace.kernels(["short_name", "duration_ns"])))


class Import(unittest.TestCase):
    def test_says_where_it_cannot_run(self):
        package = Path(kernline.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "kernline"
            copy.mkdir()
            for script in package.glob("*.py"):
                shutil.copy(script, copy)
            (copy / "_kernline.abi3.so").write_bytes(b"of another machine")
            done = subprocess.run([sys.executable, "-c", "import kernline"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": ""}, check=False)
        last = done.stderr.splitlines()[-1]
        self.assertRegex(last, r"^ImportError: kernline's compiled part does not load here \(.*\)\. Its wheel is for "
                               r"CPython on x86-64 Linux with glibc 2\.36 or newer; this is CPython on \w+ Linux with ")


class Files(unittest.TestCase):
    def test_errors_are_the_sentences_of_the_command_line(self):
        for path in ("no/such/file.json", str(fixtures / "empty-file.json"),
                     str(fixtures / "no-trace-google-cloud-spans.json")):
            done = subprocess.run([os.environ["KERNLINE_PROGRAM"], "summary", path], capture_output=True, text=True,
                                  check=False)
            with self.assertRaises(kernline.Error) as raised:
                kernline.open(path)
            self.assertEqual(f"kernline: {raised.exception}\n", done.stderr)

    def test_losses_are_warnings_and_said_once(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            trace = kernline.open(fixtures / "damage" / "missing-comma-between-events.json")
            trace.statistics(kind="all")
            trace.spans()
        self.assertEqual([str(warning.message) for warning in caught], trace.notes)
        self.assertEqual(caught[0].filename, __file__)
        self.assertIs(caught[0].category, kernline.KernlineWarning)

    def test_a_log_has_no_tables_and_a_trace_does_not_change(self):
        log = kernline.open(next((fixtures / "logs").glob("*.log")))
        self.assertEqual(log.kind, "log")
        with self.assertRaisesRegex(kernline.Error, r"is a log and has no spans; use answer\(.tables.\)$"):
            log.spans()
        snapshot = kernline.open(fixtures / "memory" / "h200-out-of-memory.pickle")
        self.assertEqual(snapshot.kind, "memory")
        self.assertGreater(snapshot.memory()["devices"][0]["peak_allocated_bytes"], 0)

    def test_ranks_are_one_trace(self):
        trace = kernline.open(fixtures / "ranks" / "ddp_straggler")
        self.assertEqual(trace.kind, "trace")
        self.assertGreater(len(trace.kernels()), 0)

    def test_tables_of_queries_are_tables_too(self):
        trace = kernline.open(steps)
        for name in ("flows", "instants", "tracks", "issues", "meta"):
            self.assertEqual(trace.table(name).to_dict(), trace.query(f"SELECT * FROM {name}").to_dict())
        self.assertEqual(trace.table("issues", ["count", "kind"]).columns, ["count", "kind"])
        with self.assertRaisesRegex(kernline.Error, "no column"):
            trace.table("issues", "no such column")

    def test_files_elsewhere_are_said_to_be_there(self):
        for path in ("node7:/data/run.json", "me@node7:run.json"):
            with self.assertRaisesRegex(kernline.Error, "is on another machine; run Python there"):
                kernline.open(path)
        with self.assertRaisesRegex(kernline.Error, "cannot open no-such-file.json"):
            kernline.open("no-such-file.json")

    def test_only_what_is_for_users_is_listed(self):
        self.assertNotIn("refuse_changed", dir(kernline.open(steps)))

    def test_wrong_objects_are_type_errors(self):
        with self.assertRaises(TypeError):
            kernline.open(7)
        with self.assertRaises((TypeError, ValueError)):
            kernline._module.native.row_count(7)
        with self.assertRaises(ValueError):
            kernline._module.native.table(kernline._module.native.open(str(steps))[0], "spans\0", [])

    def test_threads_go_on_while_a_file_is_read(self):
        beats = []
        ended = threading.Event()

        def beat():
            while not ended.is_set():
                beats.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=beat)
        thread.start()
        before = len(beats)
        kernline.open(fixtures / "torch-merged-8-ranks.json.gz").spans()
        during = len(beats) - before
        ended.set()
        thread.join()
        self.assertGreater(during, 0)

    def test_many_threads_may_ask(self):
        trace = kernline.open(steps)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append((len(trace.spans()), trace.statistics()["by"])))
                   for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [(2096, "name")] * 8)


if __name__ == "__main__":
    unittest.main()
