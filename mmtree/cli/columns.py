"""Rows as lines with columns, which fit the terminal."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mmtree.cli.output import break_line, wrap_width


def columns(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True
) -> list[str]:
    """Return a line for each row, with two blanks between columns; some are aligned to the right.

    On a narrow terminal, a row may take several lines, as by :func:`wrap_rows`.
    """
    return [line for lines in wrap_rows(rows, flush_right, wrap) for line in lines]


def wrap_rows(
    rows: Sequence[Sequence[str]], flush_right: Container[int], wrap: bool = True
) -> list[list[str]]:
    """Return the lines of each row, with columns that fit the terminal.

    Cells that are too long are wrapped at words within their columns. If even that is too wide, a
    row is wrapped as one text, with two blanks between its cells.
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
    """Return the widths of columns, the widest reduced until all fit; None if a word does not fit.

    Args:
        widths: the widths of the longest cells.
        width: the total width.
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
    """Return the words of a cell, which can be lines of their own."""
    return _indent(cell) + max(map(len, cell.split()), default=0)


def _lines(row: Sequence[str], widths: Sequence[int], flush_right: Container[int]) -> list[str]:
    """Return the lines of a row whose cells are wrapped to the widths of their columns."""
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
