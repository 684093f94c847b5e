# SPDX-License-Identifier: GPL-3.0-or-later
"""An open profile."""
from typing import Any, Optional, Sequence, Union

from ._answer import Answer, DrawnAnswer, HeldFile, PathLike, TimeRange, answer, ask, drawn, picture_or_none, render
from ._html import html_picture
from ._module import native, warn
from ._table import Table

Columns = Union[str, Sequence[str], None]


class Trace(HeldFile):
    """A profile, log or memory snapshot in memory; made by `kernline.open`. Replacing or deleting the file is safe;
    overwriting it in place invalidates the object. Its memory is given back by `close`, or at the end of a `with`.

    `path` is the file, `kind` what it is (trace, log or memory), `notes` what is doubtful about it. Where a method takes
    `range`, that is "1.2ms..3ms" from the first start, or a tuple of two times in nanoseconds on the clock of the trace,
    as tables have them; `steps` is "3..5" or "3", counted from 0; `steps_by` says what the steps are: recorded,
    annotations, functions, rounds, or a name or regular expression of spans.
    """

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Tables.

    def table(self, name: str, columns: Columns = None) -> Table:
        """A table by its name: spans, kernels, operators, launches, collectives, steps, counters or memory, which the
        page on Parquet describes; or flows, instants, tracks, issues, meta or args, as queries have them. `columns`: the
        one or those that are wanted, in this order; all by default. Rows are in the order of queries: spans track by
        track."""
        wanted = [columns] if isinstance(columns, str) else list(columns or ())
        if name in ("flows", "instants", "tracks", "issues", "meta", "args"):
            return self.query(f"SELECT {', '.join(f'[{column}]' for column in wanted) or '*'} FROM {name}")
        return Table(native.table(self._opened(), name, wanted))

    def spans(self, columns: Columns = None) -> Table:
        """Everything with a start and a duration."""
        return self.table("spans", columns)

    def kernels(self, columns: Columns = None) -> Table:
        """Kernels, with their families and the calls that launched them."""
        return self.table("kernels", columns)

    def operators(self, columns: Columns = None) -> Table:
        """Operators, with the device time that each issued itself."""
        return self.table("operators", columns)

    def launches(self, columns: Columns = None) -> Table:
        """Device work and its launch call on the host, with latency_ns and delay_ns."""
        return self.table("launches", columns)

    def collectives(self, columns: Columns = None) -> Table:
        """Communication, with sizes in bytes and process groups."""
        return self.table("collectives", columns)

    def steps(self, columns: Columns = None) -> Table:
        """Training or inference steps, with what devices were busy and idle in each, in nanoseconds."""
        return self.table("steps", columns)

    def counters(self, columns: Columns = None) -> Table:
        """Values of counters, each from time_ns on, in the unit that the column `unit` says."""
        return self.table("counters", columns)

    def query(self, sql: str) -> Table:
        """The answer to one SELECT in SQLite's dialect over the tables of `kernline query --tables`."""
        if not isinstance(sql, str):
            raise TypeError(f"query takes one SELECT as str, not {type(sql).__name__}")
        return Table(native.query(self._opened(), sql))

    # Answers.

    def answer(self, command: str, **options: Any) -> Answer:
        """What `kernline COMMAND --json` answers for this file: answer("calltree", weight="device"). An option
        --steps-by=rounds is steps_by="rounds"; a flag is True; a list gives an option again and again."""
        return answer(command, [self], options)

    def summary(self) -> Answer:
        """What the file contains, how busy its devices were, and where wall time and idle time went, in
        nanoseconds."""
        return answer("summary", [self], {})

    def statistics(self, by: str = "name", kind: Optional[str] = None, *, filter: Optional[str] = None,
                   range: Optional[TimeRange] = None, steps: Optional[str] = None, steps_by: Optional[str] = None,
                   sort: Optional[str] = None, limit: Optional[int] = None, **more: Any) -> Answer:
        """Count, total, mean, median, min and max duration of spans in nanoseconds, in the list `rows`.

        `by`: name, family, op, module, phase, step and others, as `kernline stats --by`. `kind`: kernel (default, where
        there are any), memcpy, memset, device, runtime, op, python, annotation, gpu_annotation or all. `filter`: only
        spans whose name, operator, module or phase contains this. `sort`: total, count, mean, median, min, max, stddev
        or name. `limit`: at most so many rows.
        """
        return answer("stats", [self], {"by": by, "kind": kind, "filter": filter, "range": range, "steps": steps,
                                        "steps_by": steps_by, "sort": sort, "limit": limit, **more})

    def work(self, by: str = "shape", *, range: Optional[TimeRange] = None, steps: Optional[str] = None,
             steps_by: Optional[str] = None, device: Optional[str] = None, **more: Any) -> DrawnAnswer:
        """FLOPs, bytes and share of the roofline of operators, with the roofline as its picture. Rates are per second,
        times nanoseconds.

        `by`: shape, op, kernel, family, module or phase. `device`: whose ceilings count, as "H100".
        """
        given = {"by": by, "range": range, "steps": steps, "steps_by": steps_by, "device": device}
        return drawn(DrawnAnswer(ask("work", [self], {**given, **more})), [self], "roofline", given)

    def advise(self, *, range: Optional[TimeRange] = None, steps: Optional[str] = None,
               steps_by: Optional[str] = None, device: Optional[str] = None, **more: Any) -> Answer:
        """What to optimize, in the list `rows`: each with `title` and `upper_bound_ns`, the nanoseconds of a step that
        it can save at most. Bounds do not overlap."""
        return answer("advise", [self], {"range": range, "steps": steps, "steps_by": steps_by, "device": device,
                                         **more})

    def whatif(self, *changes: str, steps_by: Optional[str] = None, device: Optional[str] = None,
               **more: Any) -> Answer:
        """How long a step takes without the profiler (`step`) and with changes (`scenario`), in nanoseconds, and the
        critical path. A change is "SELECTOR=CHANGE", as "launch=graph" or "family:GEMM=x0.5"."""
        return answer("whatif", [self], {"set": list(changes), "steps_by": steps_by, "device": device, **more})

    def memory(self, by: str = "op", *, at: Optional[str] = None, range: Optional[TimeRange] = None,
               steps: Optional[str] = None, steps_by: Optional[str] = None, **more: Any) -> DrawnAnswer:
        """Peaks of device memory in bytes, what was alive then, allocations that failed. Its picture is the curve.

        `by`: op, line, phase, size or stack. `at`: live memory at this time, as "1.5ms", instead of the peak.
        """
        part = {"range": range, "steps": steps, "steps_by": steps_by}
        return drawn(DrawnAnswer(ask("memory", [self], {"by": by, "at": at, **part, **more})), [self], "memory", part)

    # Pictures.

    def render(self, view: Optional[str] = None, form: str = "png", *, width: int = 1280, height: int = 720,
               range: Optional[TimeRange] = None, steps: Optional[str] = None, steps_by: Optional[str] = None,
               theme: str = "light", blocks: bool = False) -> bytes:
        """The picture of `kernline render`, drawn from the file at this path now, width by height pixels.

        `view`: timeline, overview, memory, roofline or compare; by default what suits the kind of file. `form`: png or svg.
        `theme`: light or dark. `blocks`: with memory, a band for each block instead of a curve.
        """
        self._opened()  # though the file itself is drawn
        usual = {"trace": "timeline", "log": "compare", "memory": "memory"}
        return render([self], view or usual[self.kind], form, {"size": f"{width}x{height}", "range": range, "steps": steps,
                                           "steps_by": steps_by, "theme": theme, "blocks": blocks})

    def __repr__(self) -> str:
        return f"<kernline.Trace {self.path!r}{', closed' if self._handle is None else ''}>"

    def _repr_html_(self) -> str:
        return html_picture(self.path, picture_or_none(self.render))

    def _repr_png_(self) -> Optional[bytes]:
        return picture_or_none(self.render)


def open(path: PathLike) -> Trace:  # pylint: disable=redefined-builtin
    """Reads a profile, log or memory snapshot, a folder or archive of the ranks of one run, or a member of an archive:
    whatever `kernline` opens. Other threads go on meanwhile, and Ctrl-C stops it. Problems in the file are
    issued as KernlineWarning. Raises Error where it cannot be used."""
    trace = Trace(path)
    warn(trace.notes)
    return trace
