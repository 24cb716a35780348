"""The numbers of the rows of a sheet, which depend on the tree and the style only.

Cards, pocket cards and booklets of a tree have the same numbers on every paper, in every language
and every format. The numbers follow the order of play with few exceptions, so that the rows fill
the lines of a card in drawn pegs and few arrows lead back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mmtree.game.rules import Rules
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.card_size import WIDTH, CardMetrics, fit_size, row_widths, smallest_peg
from mmtree.show.sheets.line_packing import break_lines, order_rows
from mmtree.show.sheets.styles import RowOrder
from mmtree.tree.tree import StrategyTree

_HEAD = 23.0
"""Height of a head, about, as a multiple of the size: numbers depend on no title or language."""
_MOST_ORDERED = 5_000
"""Rows of the largest tree that are numbered to fill lines; its card would be a book."""


@dataclass(frozen=True)
class _DrawnRows:
    """The properties of a sheet in drawn pegs that the widths of its rows depend on."""

    rules: Rules
    rows: Rows
    symbols: str = "pegs"
    drawn: bool = True


def number_rows(tree: StrategyTree, order: RowOrder) -> Rows:
    """Return the rows of a tree, numbered in the order of play, by turn, or to fill lines."""
    rows = Rows(tree, by_turn=order == "turn")
    return Rows(tree, order=order_to_fill_lines(rows)) if order == "lines" else rows


def order_to_fill_lines(rows: Rows) -> Sequence[int]:
    """Return the order in which the rows of a tree fill the lines of a card.

    Args:
        rows: in the order of play.

    Returns:
        Their places there, counted from 0, in the order of their new numbers.
    """
    if len(rows) > _MOST_ORDERED:
        return range(len(rows))
    unit = CardMetrics(_DrawnRows(rows.tree.rules, rows), 1.0)
    widths, parents = [], [-1] * (len(rows) - 1)
    for row in rows:
        if row.number > 1:
            widths.append(row_widths(row, unit, len(rows)))
        for cell in row.cells:
            if cell.row:
                parents[cell.row - 2] = row.number - 2

    def order_at(size: float) -> list[int]:
        return order_rows(widths, parents, WIDTH / size)

    def count_lines(size: float) -> int:
        return len(break_lines([widths[at] for at in order_at(size)], WIDTH / size))

    floor = smallest_peg(rows.tree.rules)
    size = fit_size(widths, floor, count_lines, lambda size: _HEAD * size)
    return [0, *(1 + at for at in order_at(size))]
