# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in memory, for whoever reads Arrow."""
from typing import Any, Iterator, Union

from ._html import html_table
from ._module import native

Value = Union[int, float, str, None]


class Table:
    """Rows of a trace. It implements Arrow's PyCapsule interface, so that polars.DataFrame(table),
    pyarrow.table(table), duckdb and pandas.DataFrame.from_arrow(table) take it without copying.

    Columns are int64, double or dictionaries of strings; any value may be None. Columns whose name ends in _ns are
    nanoseconds, start and end on the clock of the trace; columns with bytes in their name are bytes.
    """

    def __init__(self, handle: object) -> None:
        self._handle = handle

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return [name for name, _ in native.columns(self._handle)]

    @property
    def schema(self) -> dict[str, str]:
        """Type of each column: int64, double or string."""
        return dict(native.columns(self._handle))

    def __len__(self) -> int:
        """Number of rows."""
        return native.row_count(self._handle)

    def __getitem__(self, column: str) -> list[Value]:
        """Values of a column."""
        if not isinstance(column, str):
            raise TypeError(f'a table is indexed by column name, e.g. table["{self.columns[0]}"]')
        values = native.column(self._handle, column)
        if values is None:
            raise KeyError(f"{column}; the table has {', '.join(self.columns)}")
        return values

    def __iter__(self) -> Iterator[dict[str, Value]]:
        """The rows, each a dict by column."""
        some = 4096
        for first in range(0, len(self), some):
            values = native.values(self._handle, first, some)
            names = list(values)
            for row in zip(*values.values()):
                yield dict(zip(names, row))

    def to_dict(self) -> dict[str, list[Value]]:
        """The values of each column."""
        return native.values(self._handle, 0, len(self))

    def __arrow_c_schema__(self) -> Any:
        """A capsule with an ArrowSchema."""
        return native.arrow_schema(self._handle)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A capsule with an ArrowArrayStream of one batch. It comes with its own schema, whatever is requested."""
        del requested_schema
        return native.arrow_stream(self._handle)

    def __repr__(self) -> str:
        return f"<kernline.Table: {len(self):,} rows, columns {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = 20
        values = native.values(self._handle, 0, shown)
        more = f"{len(self):,} rows" if len(self) <= shown else f"first {shown} of {len(self):,} rows"
        return html_table(list(values), zip(*values.values())) + f"<p>{more}</p>"
