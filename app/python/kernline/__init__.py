# SPDX-License-Identifier: GPL-3.0-or-later
"""GPU profiles in Python: every kernel, what launched it, and what the GPU waited for.

    import kernline
    t = kernline.open("train.json.gz")
    t.kernels(columns=["short_name", "duration_ns"])   # a table; polars.DataFrame(...) takes it as it is
    t.advise()["rows"]                                 # what to optimize

Times are int64 nanoseconds on the clock of the trace, sizes are bytes. Answers are those of the command `kernline`.
"""
import sys as _sys

if _sys.version_info < (3, 10):
    raise ImportError(f"kernline needs Python 3.10 or newer; this is {_sys.version.split()[0]}")

from ._answer import Answer, Comparison, DrawnAnswer, compare, ranks
from ._module import Error, KernlineWarning, __version__
from ._record import Recording, record
from ._table import Table
from ._trace import Trace, open  # pylint: disable=redefined-builtin

__all__ = ["Answer", "Comparison", "DrawnAnswer", "Error", "KernlineWarning", "Recording", "Table", "Trace",
           "__version__", "compare", "open", "ranks", "record"]
