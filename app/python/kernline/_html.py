# SPDX-License-Identifier: GPL-3.0-or-later
"""Static HTML for notebooks: no script, no style sheet."""
import base64
import html
from typing import Any, Iterable, Optional, Sequence


def html_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Numbers to the right; None is empty."""

    def cell(value: Any) -> str:
        side = "right" if isinstance(value, (int, float)) else "left"
        text = "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
        return f'<td style="text-align:{side}">{html.escape(text)}</td>'

    titles = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>"


def html_picture(title: str, png: Optional[bytes]) -> str:
    """A picture below its title; the title alone where there is none."""
    line = f"<p><b>{html.escape(title)}</b></p>"
    if png is None:
        return line
    return line + f'<img alt="{html.escape(title)}" src="data:image/png;base64,{base64.b64encode(png).decode()}">'
