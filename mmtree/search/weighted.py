"""The lower bounds of sets and of guesses, also for weighted secrets, and the estimates of a beam.

With weights, the price of a tree is the sum over all secrets of weight times price. The secrets of
at least some weight are found by no cheaper tree than as many secrets of weight 1. So the bound of
a set is that of :mod:`mmtree.search.size_bounds` with the heaviest secrets found first: a weight,
times the difference that one more secret makes there, summed over all secrets by falling weight.
A beam estimates in the same way what a guess costs, with its estimates by size.

The tree is defined as in :mod:`mmtree.search.exact`, with these bounds. There is one exception: for
one or two secrets, and if a secret of the set separates all others and no guess can be cheaper, the
guess is the heaviest such secret, and of equal ones the lowest. With equal weights, it is the same.
"""

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.search.beam import SIXTEENTHS, Beam
from mmtree.search.partition import Ranks, cell_sizes
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.size_bounds import Bounds


def weights_of(table: CodeTable) -> NDArray[np.int64] | None:
    """Return int64[N], the weight of each code that can be the secret; None without weights."""
    return table.weight if table.rules.weights else None


def by_weight(secrets: Ranks, weights: NDArray[np.int64]) -> Ranks:
    """Return the secrets by falling weight, of equal weights the lower one first."""
    return secrets[np.argsort(-weights[secrets], kind="stable")]


class GuessBounds:
    """Lower bounds for the price of sets and of guesses.

    Args:
        table: the codes.
        bounds: the bounds by size.
        weights: int64[N], the weight of each code; None if all are 1.
    """

    def __init__(self, table: CodeTable, bounds: Bounds, weights: NDArray[np.int64] | None) -> None:
        self.table = table
        self.bounds = bounds
        self.weights = weights
        self._cells = table.width if table.rules.wide else table.rules.all_right + 1

    @classmethod
    def of(cls, table: CodeTable, prices: Prices) -> "GuessBounds":
        """Return the bounds for all secrets of a table, by their weights if they have any."""
        return cls(table, Bounds.of(table, prices), weights_of(table))

    def of_set(self, secrets: Ranks, guesses: int) -> int:
        """Return the lower bound of a set after so many guesses."""
        least = self.bounds.after(guesses)[: len(secrets) + 1]
        if self.weights is None or least[-1] >= INFINITE:
            return int(least[-1])
        weights = np.sort(self.weights[secrets])[::-1]
        return int(weights @ np.diff(least))

    def by_guess(
        self, secrets: Ranks, guesses: Ranks, made: int, beam: Beam | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the lower bound of each guess, as :meth:`Bounds.by_cells`, and its estimate.

        Args:
            secrets: the set.
            guesses: the guesses.
            made: the number of guesses made before.
            beam: the beam that estimates; without one, the estimates are the bounds.
        """
        prices = self.bounds.prices
        right = prices(made + 1 + prices.free)
        if self.weights is None:
            sizes = cell_sizes(self.table, secrets, guesses)
            bounds = self.bounds.by_cells(sizes, made)
            return bounds, bounds if beam is None else beam.by_cells(sizes, made, right)
        bounds = self._add_up(secrets, guesses, self.bounds.after(made + 1), right)
        if beam is None:
            return bounds, bounds
        estimates = self._add_up(secrets, guesses, beam.after(made + 1), SIXTEENTHS * right)
        return bounds, np.minimum(estimates, INFINITE - 1)

    def _add_up(
        self, secrets: Ranks, guesses: Ranks, cells: NDArray[np.int64], right: int
    ) -> NDArray[np.int64]:
        """Return the sum over the cells of each guess, by the price of a cell of each size."""
        assert self.weights is not None
        dear = cells[1:] >= INFINITE  # in a cell with so many heavier ones
        added = np.where(dear, 0, np.diff(cells))
        order = by_weight(secrets, self.weights)
        result = np.zeros(len(guesses), np.int64)
        impossible = np.zeros(len(guesses), bool)
        first = np.arange(len(guesses)) * self._cells  # the first cell of each guess
        sizes = np.zeros(len(guesses) * self._cells, np.int32)  # so far
        weight = 0
        for secret, place in zip(order.tolist(), self.table.places(order).tolist(), strict=True):
            if weight != self.weights[secret]:
                weight = int(self.weights[secret])
                each = weight * added
            cells = first + self.table.by_secret[place].take(guesses)
            size = sizes.take(cells)
            sizes[cells] = size + 1
            result += each.take(size)
            if dear[-1]:
                impossible |= dear.take(size) & (guesses != secret)
        is_secret = np.zeros(len(self.weights), bool)
        is_secret[secrets] = True
        named = np.flatnonzero(is_secret[guesses])  # they can be right
        impossible[named] |= right >= INFINITE
        result[named] += self.weights[guesses[named]] * (min(right, INFINITE) - added[0])
        impossible |= (size == len(secrets) - 1) & (len(secrets) > 1)  # all are in one cell
        result[impossible] = INFINITE
        return np.minimum(result, INFINITE, out=result)
