"""Rows as lines with columns, which fit the terminal."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mmtree.cli.output import break_line, wrap_width


def columns(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True
) -> list[str]:
    """A line for each row, two blanks between columns; those with these numbers are flush right.

    On a terminal that is too narrow, a row takes several lines, unless they are not to be wrapped:
    see :func:`wrap_rows`.
    """
    return [line for lines in wrap_rows(rows, flush_right, wrap) for line in lines]


def wrap_rows(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True
) -> list[list[str]]:
    """The same, with the lines of each row by themselves.

    Cells that are too long for the terminal are wrapped at words within their columns. Where even
    that is too wide, a row is text in lines of its own, with two blanks between its cells.
    """
    widths: list[int] | None = [max(map(len, column)) for column in zip(*rows, strict=True)]
    width = wrap_width() if wrap else None
    if widths and width is not None:
        widths = _squeezed(rows, widths, width - 2 * (len(widths) - 1))
        if widths is None:
            cells = ([cell.rstrip() for cell in row if cell.strip()] for row in rows)
            return [break_line("  ".join(row), width, indent=4) for row in cells]
    return [_lines(row, widths or [], flush_right) for row in rows]


def _squeezed(rows: Sequence[Sequence[str]], widths: Sequence[int], width: int) -> list[int] | None:
    """The widths of columns, the widest ones reduced until they fit; None where words are longer.

    Args:
        widths: those of the longest cells.
        width: that of all columns together.
    """
    least = [max(map(_least_width, column)) for column in zip(*rows, strict=True)]
    if sum(least) > width:
        return None
    squeezed = list(widths)
    while sum(squeezed) > width:
        wide = [at for at, least_width in enumerate(least) if squeezed[at] > least_width]
        squeezed[max(wide, key=squeezed.__getitem__)] -= 1
    return squeezed


def _indent(cell: str) -> int:
    return len(cell) - len(cell.lstrip())


def _least_width(cell: str) -> int:
    """Where each word of a cell is a line of its own."""
    return _indent(cell) + max(map(len, cell.split()), default=0)


def _lines(row: Sequence[str], widths: Sequence[int], flush_right: Container[int]) -> list[str]:
    """A row whose cells are wrapped to the widths of their columns."""
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
