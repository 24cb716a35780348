"""What no tree can beat after two real guesses.

The first level of counting takes the cells of a first guess as they are; here each of them is also
split by every second guess, and only then are the cheapest levels filled (Neuwirth 1982).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.partition import cell_sizes, split
from mmtree.search.prices import Bounds, Prices


@dataclass(frozen=True)
class Least:
    """The least that a tree can reach, each by the guesses that serve it best.

    Attributes:
        max: the most guesses any secret needs are at least these.
        total: guesses summed over all secrets are at least these.
    """

    max: int
    total: int


def after_one_guess(table: CodeTable, opening: int) -> int:
    """The least total of all trees that begin with an opening (rank), by its cells alone.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """
    everything = np.arange(len(table.numbers))
    bounds = Bounds(Prices(), len(table.rules.feedbacks), len(everything))
    return int(bounds.by_cells(cell_sizes(table, everything, np.array([opening])), 0)[0])


def after_two_guesses(table: CodeTable, symmetry: Symmetry, opening: int) -> Least:
    """The least of all trees that begin with an opening, whatever their second guesses are.

    Args:
        table: all codes of the rules.
        symmetry: that of no guess at all.
        opening: the rank of the first guess.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """
    everything = np.arange(len(table.numbers))
    bounds = Bounds(Prices(), len(table.rules.feedbacks), len(table.numbers))
    depths = bounds.levels()
    total, most = 0, 1
    guesses = symmetry.after(opening).representatives(everything)
    for value, cell in split(table, everything, opening):
        if value == table.rules.all_black:
            total += 1
        elif len(cell) == 1:
            total, most = total + 2, max(most, 2)
        else:
            # A guess that splits nothing is never the least: one of the cell itself costs less.
            sizes = cell_sizes(table, cell, guesses)
            total += int(bounds.by_cells(sizes, 1).min())
            most = max(most, 2 + int(depths[sizes[:-1]].max(axis=0).min()))
    return Least(most, total)
