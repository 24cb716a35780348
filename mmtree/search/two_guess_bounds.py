"""Lower bounds for the max and the total of all trees, by one or two real guesses.

The bound by one guess uses the sizes of the opening's cells. The bound by two guesses also splits
each of these by every second guess, and only then fills the cheapest levels (Neuwirth 1982).
"""

import time
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.size_bounds import Bounds
from mmtree.search.weighted import GuessBounds

MANY_SECRETS = 100_000
"""For more secrets, the lower bound ignores the second guess."""

MANY_PAIRS = 10**9
"""The same for more pairs of an opening that no symmetry excludes and a second guess and secret."""

_BLOCK = 4096
"""Openings whose cells are counted at once."""


def after_one_guess(table: CodeTable, openings: Ranks) -> NDArray[np.int64]:
    """Return lower bounds for the totals of all trees with each opening, by its cells only.

    Args:
        openings: ranks of first guesses.

    Returns:
        int64[openings].

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """
    bounds = GuessBounds.of(table, Prices(free=table.rules.identified))
    return bounds.by_guess(table.secrets, openings, 0)[0]


def after_two_guesses(table: CodeTable, symmetry: Symmetry, opening: int) -> tuple[int, int]:
    """Return lower bounds for the max and the total of all trees with an opening.

    Each is by the second guesses that are best for it.

    Args:
        symmetry: the symmetry before the first guess.
        opening: the rank of the first guess.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """
    prices = Prices(free=table.rules.identified)
    bounds, weights = Bounds.of(table, prices), table.weight
    weighted = GuessBounds(table, bounds, weights) if table.rules.weights else None
    depths = bounds.levels()
    total, most = 0, 1
    guesses = symmetry.after(opening).representatives(table.guesses)
    for value, cell in split(table, table.secrets, opening):
        if value == table.rules.all_right:
            total += int(weights[cell[0]]) * prices(1 + prices.free)
        elif len(cell) == 1:
            total, most = total + int(weights[cell[0]]) * prices(2), max(most, 2)
        else:
            # A guess that splits nothing never has the least bound: a secret of the cell has less.
            sizes = cell_sizes(table, cell, guesses)
            by_size = bounds.by_cells(sizes, 1)
            total += int((weighted.by_guess(cell, guesses, 1)[0] if weighted else by_size).min())
            most = max(most, 2 + int(depths[sizes[:-1]].max(axis=0).min()))
    return most - prices.free, total


def lower_bound(table: CodeTable, opening: int | None, seconds: float = INFINITE) -> int:
    """Return a lower bound for the total of all trees: the least bound after two guesses.

    With many secrets or guesses, only the first guess counts, since the second would take longer
    than a tree.

    Args:
        opening: the rank of the first guess; None for any.
        seconds: the time after which only the first guess counts for the openings left.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit.
    """
    rules, symmetry, everything = table.rules, Symmetry(table), table.guesses
    openings = symmetry.representatives(everything) if opening is None else np.array([opening])
    if (rules.renaming, rules.permuting) == ("jointly", "always") and not rules.holes:
        # Symmetry does not try all permutations of many pegs.
        codes = table.digits[:, openings].T.tolist()
        counts = [tuple(sorted(Counter(code).values())) for code in codes]
        openings = np.array(list(dict(zip(counts, openings, strict=True)).values()))
    pairs = len(openings) * len(everything) * len(table.secrets)
    pairs *= 100 if rules.weights else 1  # whose sums take as many times as long
    if len(table.secrets) > MANY_SECRETS or (pairs > MANY_PAIRS and rules.renaming == "never"):
        seconds = 0
    end = time.monotonic() + seconds
    blocks = (openings[at : at + _BLOCK] for at in range(0, len(openings), _BLOCK))
    bounds = np.concatenate([after_one_guess(table, block) for block in blocks])
    least = INFINITE
    for at in np.argsort(bounds, kind="stable"):
        if bounds[at] >= least or time.monotonic() >= end:
            return min(least, int(bounds[at]))
        least = min(least, after_two_guesses(table, symmetry, int(openings[at]))[1])
    return least
