# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiled part of the package, and what it says."""
import platform
import sys
import warnings
from typing import Iterable

try:
    from . import _kernline as native
except ImportError as error:
    raise ImportError(
        f"kernline's compiled part does not load here ({error}). Its wheel is for CPython on x86-64 Linux with "
        f"glibc 2.36 or newer; this is {platform.python_implementation()} on {platform.machine()} {platform.system()} "
        f"with {' '.join(platform.libc_ver()).strip() or 'another C library'}"
    ) from error

__all__ = ["Error", "KernlineWarning", "__version__", "native", "warn"]

Error = native.Error
__version__ = native.version


class KernlineWarning(UserWarning):
    """What is doubtful about a file or an answer, in the words of the command line."""


def _level() -> int:
    """The stacklevel of the user's code that asked, for warnings.warn in the caller."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    return level


def warn(sentences: Iterable[str]) -> None:
    """Says each as a warning at the line of the user's code that asked."""
    level = _level()
    for sentence in sentences:
        warnings.warn(sentence, KernlineWarning, stacklevel=level)


warn(native.complaints)
