"""Formats rows as lines with columns that fit the terminal."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from textwrap import wrap as wrap_words

from mmtree.cli.output import break_line, print_lines, terminal_width, wrap_width

_BLANK = "\ue000"
"""Replaces blanks at which a cell is not broken; Python would break it at a no-break space."""


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
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True, kept: int = 0
) -> list[list[str]]:
    """Format the lines of each row, as :func:`columns` does.

    Cells that are too long for the terminal are wrapped at words within their columns. If even that
    is too wide, a row is wrapped as text, with two blanks between its cells.

    Args:
        rows, flush_right, wrap: as in :func:`columns`.
        kept: if not 0, the last cell is not broken, and in text so many last cells stay in one
            line, or as many as fit.
    """
    width = wrap_width() if wrap else None
    if kept and width is not None:
        rows = [(*row[:-1], _glue(row[-1], width)) for row in rows]
    widths: list[int] | None = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if widths and width is not None:
        widths = _fit_widths(rows, widths, width - 2 * (len(widths) - 1))
        if widths is None:
            texts = (
                _join([cell.rstrip() for cell in row if cell.strip()], kept, width) for row in rows
            )
            return [_unglue(break_line(text, width, indent=4)) for text in texts]
    return [_unglue(_format_row(row, widths or [], flush_right)) for row in rows]


def _join(cells: Sequence[str], kept: int, width: int) -> str:
    """Join cells to a text, of which as many of the last cells as fit are in one line."""
    for many in range(kept, 0, -1):
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
            part.rjust(width) if at in flush_right else part.ljust(width)
            for at, (part, width) in enumerate(zip(parts, widths, strict=True))
        )
        lines.append(line.rstrip())
    return lines


def heading_after(column: str, heading: str, lines: Sequence[str], rows: int) -> str:
    """Return a line above a table: a heading of the columns to the right of one.

    Args:
        column: the head of that column.
        heading: the text.
        lines: the lines of the table; if they are more than its rows, it has no columns.
        rows: the number of rows.
    """
    if len(lines) > rows:
        return f"after {column}: {heading}"
    return " " * (lines[0].rindex(column) + len(column) + 2) + heading


def line_width() -> int:
    """Return the most columns of a line that :func:`print_fields` prints."""
    return max(30, terminal_width() - 1)


def print_fields(fields: Mapping[str, str]) -> None:
    """Print a name and a text on each line, wrapped at words to the width of the terminal."""
    for name, text in fields.items():
        # A break within a word would change what is copied from it.
        lines = wrap_words(text, line_width() - 10, break_long_words=False, break_on_hyphens=False)
        print_lines(f"{name:10}{lines[0]}", *(" " * 10 + line for line in lines[1:]))
