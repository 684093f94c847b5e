# SPDX-License-Identifier: GPL-3.0-or-later
"""python -m kernline: the command line."""
import os
import sys

from ._module import Error
from ._program import environment, program


def _become(name: str) -> None:
    try:
        path = program(name)
    except Error as error:
        sys.exit(f"kernline: {error}")
    os.execve(path, [name, *sys.argv[1:]], environment())


def main() -> None:
    """Becomes kernline with the arguments of this process."""
    _become("kernline")


def viewer() -> None:
    """Becomes kernline-viewer."""
    _become("kernline-viewer")


if __name__ == "__main__":
    main()
