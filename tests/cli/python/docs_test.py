# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of resources/docs/tools.md run, in their order, on recordings by the names that they use."""
import os
import re
import tempfile
import unittest
from pathlib import Path

fixtures = Path(os.environ["KERNLINE_FIXTURES"])
page = Path(os.environ["KERNLINE_DOCS"]) / "tools.md"
recordings = {"train.json.gz": "h200-profiler-steps.json.gz", "before.json.gz": "torch-compare-base.json.gz",
              "after.json.gz": "torch-compare-other.json.gz", "snapshot.pickle": "memory/h200-out-of-memory.pickle",
              "ranks": "ranks/ddp_straggler"}
# Packages that the tests do not ask for, and a GPU.
others = re.compile(r"import (polars|pyarrow|duckdb|pandas|torch)\b|kernline\.record\(")


class Examples(unittest.TestCase):
    def test_run(self):
        examples = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        self.assertGreaterEqual(len(examples), 5)
        has_viewer = Path(os.environ["KERNLINE_PROGRAM"]).with_name("kernline-viewer").exists()
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            for name, file in recordings.items():
                os.symlink(fixtures / file, Path(folder) / name)
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(folder)
            ran = 0
            for example in examples:
                code = compile(example, str(page), "exec")  # of all
                if others.search(example) or ("render(" in example and not has_viewer):
                    continue
                exec(code, names)
                ran += 1
            self.assertGreaterEqual(ran, 4)


if __name__ == "__main__":
    unittest.main()
