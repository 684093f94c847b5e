# SPDX-License-Identifier: GPL-3.0-or-later
"""What the package says where it cannot run: an older Python, another processor or C library."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kernline


def complaint(code, folder):
    """The last line of what Python says."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(folder)}, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 1, done
    return done.stderr.splitlines()[-1]


class Elsewhere(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.package = self.folder / "kernline"
        shutil.copytree(Path(kernline.__file__).parent, self.package, ignore=shutil.ignore_patterns("*.so", "program"))

    def test_an_older_python_is_named(self):
        self.assertEqual(complaint("import sys; sys.version_info = (3, 8, 18); sys.version = '3.8.18 (x)'; import kernline",
                                   self.folder),
                         "ImportError: kernline needs Python 3.10 or newer; this is 3.8.18")

    def test_another_machine_is_named(self):
        # Of another processor, or linked with another C library: the loader refuses it.
        (self.package / "_kernline.abi3.so").write_bytes(b"\x7fELF" + bytes(60))
        said = complaint("import platform; platform.machine = lambda: 'aarch64'; platform.libc_ver = lambda: ('', ''); "
                         "import kernline", self.folder)
        self.assertRegex(said, r"^ImportError: kernline's compiled part does not load here \(.*\)\. Its wheel is for CPython "
                               r"on x86-64 Linux with glibc 2\.36 or newer; this is CPython on aarch64 Linux with another C "
                               r"library$")

    def test_a_package_without_its_programs_says_where_they_are_from(self):
        shutil.copy(Path(kernline.__file__).with_name("_kernline.abi3.so"), self.package)
        libraries = Path(kernline.__file__).parent / "program" / "lib"
        if libraries.exists():  # of a wheel
            (self.package / "program").mkdir()
            (self.package / "program" / "lib").symlink_to(libraries)
        done = subprocess.run([sys.executable, "-m", "kernline", "--version"], text=True, capture_output=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(self.folder), "PATH": "/nowhere"})
        self.assertEqual((done.returncode, done.stderr), (1, "kernline: kernline is neither part of this package nor in "
                                                             "PATH; install the wheel or Debian's package\n"))


if __name__ == "__main__":
    unittest.main()
