"""Lines and columns that fit the terminal."""

import os
import re
import sys
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from mmtree.game.letters import letters_of

if TYPE_CHECKING:
    from mmtree.tree.provenance import Figures

_BLANK = "\ue000"
"""Replaces blanks at which a cell is not broken; Python would break it at a no-break space."""

LEFT_TO_RIGHT = "\u200e"
"""An invisible mark, before which signs and words do not take part in writing from the right."""


def text_width(text: str) -> int:
    """Return the columns of a text in a terminal: two for an emoji or an ideograph."""
    if text.isascii():
        return len(text)
    wide = (east_asian_width(one[0]) in "WF" or "\ufe0f" in one for one in letters_of(text))
    return sum(1 + is_wide for is_wide in wide)


def terminal_width(err: bool = False) -> int:
    """Return the columns of the terminal at standard output or standard error.

    The environment variable COLUMNS overrides it; without a terminal it is 80.
    """
    columns = os.environ.get("COLUMNS", "")
    if re.fullmatch("[1-9][0-9]{0,5}", columns):
        return int(columns)
    try:
        return os.get_terminal_size((sys.stderr if err else sys.stdout).fileno()).columns or 80
    except (OSError, ValueError):  # ValueError: not a file
        return 80


def wrap_width(err: bool = False) -> int | None:
    """Return the columns at which printed lines are wrapped, or None for a file or a pipe."""
    return terminal_width(err) if (sys.stderr if err else sys.stdout).isatty() else None


def line_width(least: int = 30) -> int:
    """Return the most columns of a line of text, at least so many; it is wrapped in files, too."""
    return max(least, terminal_width() - 1)


def break_line(line: str, width: int, indent: int | None = None) -> list[str]:
    """Wrap a line at words.

    Args:
        line: a printable line.
        width: the most columns; a longer word gets its own line.
        indent: blanks before each line but the first. By default, the column of the text after a
            label and at least two blanks, or else the indent of the line.
    """
    if len(line) <= width:
        return [line]
    import textwrap

    if indent is None:
        gaps = [gap.end() for gap in re.finditer(r"^ +|(?<=\S)  +(?=\S)", line)]
        indent = max((end for end in gaps if end <= width // 2), default=0)
    indent = max(0, min(indent, width - max(map(len, line.split()), default=0)))
    return textwrap.wrap(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    ) or [""]


def columns(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True
) -> list[str]:
    """Format a line for each row, with two blanks between columns.

    Args:
        rows: the cells of each row.
        flush_right: the numbers of the columns that are aligned to the right.
        wrap: on a terminal that is too narrow, break rows into several lines, as
            :func:`wrap_rows` does.
    """
    return [line for lines in wrap_rows(rows, flush_right, wrap) for line in lines]


def wrap_rows(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True, unbroken: int = 0
) -> list[list[str]]:
    """Format the lines of each row, as :func:`columns` does.

    Cells that are too long for the terminal are wrapped at words within their columns. If even that
    is too wide, a row is wrapped as text, with two blanks between its cells.

    Args:
        rows, flush_right, wrap: as in :func:`columns`.
        unbroken: if not 0, the last cell is not broken, and in text so many last cells stay in one
            line, or as many as fit.
    """
    width = wrap_width() if wrap else None
    if unbroken and width is not None:
        rows = [(*row[:-1], _glue(row[-1], width)) for row in rows]
    widths: list[int] | None = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    if widths and width is not None:
        widths = _fit_widths(rows, widths, width - 2 * (len(widths) - 1))
        if widths is None:
            texts = (
                _join([cell.rstrip() for cell in row if cell.strip()], unbroken, width)
                for row in rows
            )
            return [_unglue(break_line(text, width, indent=4)) for text in texts]
    return [_unglue(_format_row(row, widths or [], flush_right)) for row in rows]


def _join(cells: Sequence[str], unbroken: int, width: int) -> str:
    """Join cells to a text, of which as many of the last cells as fit are in one line."""
    for many in range(unbroken, 0, -1):
        end = _glue("  ".join(cells[-many:]), width)
        if " " not in end:
            return "  ".join([*cells[:-many], end])
    return "  ".join(cells)


def _glue(text: str, width: int) -> str:
    """Replace blanks so that the text is not broken, if it fits below an indent."""
    return text.replace(" ", _BLANK) if len(text) <= width - 4 else text


def _unglue(lines: list[str]) -> list[str]:
    return [line.replace(_BLANK, " ") for line in lines]


def _fit_widths(
    rows: Sequence[Sequence[str]], widths: Sequence[int], width: int
) -> list[int] | None:
    """Reduce the widest columns until they fit; None if a word is wider than its column.

    Args:
        widths: the widths of the longest cells.
        width: the width of all columns together.
    """
    least = [max(map(_least_width, column)) for column in zip(*rows, strict=True)]
    if sum(least) > width:
        return None
    fitted = list(widths)
    while sum(fitted) > width:
        wide = [at for at, least_width in enumerate(least) if fitted[at] > least_width]
        fitted[max(wide, key=fitted.__getitem__)] -= 1
    return fitted


def _indent(cell: str) -> int:
    return len(cell) - len(cell.lstrip())


def _least_width(cell: str) -> int:
    """Return the width of a cell with one word on each line."""
    return _indent(cell) + max(map(len, cell.split()), default=0)


def _format_row(
    row: Sequence[str], widths: Sequence[int], flush_right: Container[int]
) -> list[str]:
    """Format a row, with its cells wrapped to the widths of their columns."""
    cells = [
        break_line(cell, width, _indent(cell)) for cell, width in zip(row, widths, strict=True)
    ]
    lines = []
    for number in range(max(map(len, cells), default=0)):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        line = "  ".join(
            (part.rjust if at in flush_right else part.ljust)(width - text_width(part) + len(part))
            for at, (part, width) in enumerate(zip(parts, widths, strict=True))
        )
        lines.append(line.rstrip())
    return lines


def figures_table(
    names: Sequence[str],
    rows: "Sequence[tuple[Sequence[str], Figures]]",
    flush_left: int,
    move: str,
) -> list[str]:
    """Format a table of figures: total, average, max and histogram, below a heading.

    Args:
        names: the heads of the first columns.
        rows: the cells of these columns, and the figures of each row.
        flush_left: the number of columns that are aligned to the left.
        move: guess or question.
    """
    most = max(figures.max for _, figures in rows)
    table = [(*names, "total", "average", "max", *map(str, range(1, most + 1)))]
    for cells, figures in rows:
        counts = (*figures.histogram, *[0] * (most - figures.max))
        numbers = (figures.total, f"{float(figures.average):.4f}", figures.max, *counts)
        table.append((*cells, *map(str, numbers)))
    lines = columns(table, range(flush_left, len(table[0])))
    heading = f"secrets found by {move}"
    if len(lines) > len(table):  # on a narrow terminal, a table has no columns
        return [f"after max: {heading}", *lines]
    return [" " * (lines[0].rindex("max") + 5) + heading, *lines]
