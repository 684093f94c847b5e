# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that come with the package."""
import os
import shutil
import subprocess
from pathlib import Path
from typing import Dict, Optional, Sequence

from ._module import Error


def find(name: str) -> Optional[str]:
    """A program of the wheel, else of the build that the package lies in, else of PATH."""
    package = Path(__file__).parent
    for folder in (package / "program" / "bin", package.parent.parent / "bin"):
        program = folder / name
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    return shutil.which(name)


def program(name: str) -> str:
    """The same; an Error says where there is none."""
    path = find(name)
    if path is None:
        raise Error(f"{name} is neither part of this package nor in PATH; install the wheel or Debian's package")
    return path


def environment() -> Dict[str, str]:
    """Of a program: on a system without fonts, with those of the wheel."""
    own = dict(os.environ)
    fonts = Path(__file__).parent / "program" / "fonts.conf"
    if fonts.exists() and not os.path.exists("/etc/fonts/fonts.conf"):
        own.setdefault("FONTCONFIG_FILE", str(fonts))
    return own


def run(arguments: Sequence[str]) -> bytes:
    """What kernline writes to standard output; an Error with what it says where it fails."""
    done = subprocess.run([program("kernline"), *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          env=environment())
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Error("\n".join(line.removeprefix("kernline: ").removeprefix("kernline-viewer: ") for line in said)
                    or f"kernline failed ({done.returncode})")
    return done.stdout
