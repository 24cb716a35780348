"""The lower bounds of an exact search for weighted secrets.

With weights, the price of a tree is the sum over all secrets of weight times price. The secrets of
at least some weight are found by no cheaper tree than as many secrets of weight 1. So the bound of
a set is that of :mod:`mmtree.search.size_bounds` with the heaviest secrets found first: a weight,
times the difference that one more secret makes there, summed over all secrets by falling weight.

The tree is defined as in :mod:`mmtree.search.exact`, with these bounds. There is one exception: for
one or two secrets, and if a secret of the set separates all others and no guess can be cheaper, the
guess is the heaviest such secret, and of equal ones the lowest. With equal weights, it is the same.
"""

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE
from mmtree.search.size_bounds import Bounds


def weights_of(table: CodeTable) -> NDArray[np.int64] | None:
    """Return int64[N], the weight of each code that can be the secret; None if all are equal."""
    if not table.rules.weights:
        return None
    weights = np.zeros(len(table.numbers), np.int64)
    weights[table.secrets] = table.weights
    return weights


def by_weight(secrets: Ranks, weights: NDArray[np.int64]) -> Ranks:
    """Return the secrets by falling weight, of equal weights the lower one first."""
    return secrets[np.argsort(-weights[secrets], kind="stable")]


class WeightedBounds:
    """Lower bounds for the price of sets of weighted secrets.

    Args:
        table: the codes.
        bounds: the bounds by size.
        weights: int64[N], the weight of each code.
    """

    def __init__(self, table: CodeTable, bounds: Bounds, weights: NDArray[np.int64]) -> None:
        self.table = table
        self.bounds = bounds
        self.weights = weights
        self._cells = table.width if table.rules.wide else table.rules.all_right + 1
        self._added: dict[int, NDArray[np.int64]] = {}

    def added(self, guesses: int) -> NDArray[np.int64]:
        """Return the least price of one more secret after so many guesses, int64[size]."""
        if guesses not in self._added:
            self._added[guesses] = np.diff(self.bounds.after(guesses))
        return self._added[guesses]

    def of_set(self, secrets: Ranks, guesses: int) -> int:
        """Return the lower bound of a set after so many guesses."""
        if self.bounds.after(guesses)[len(secrets)] >= INFINITE:
            return INFINITE
        weights = np.sort(self.weights[secrets])[::-1]
        return int(weights @ self.added(guesses)[: len(secrets)])

    def by_guess(self, secrets: Ranks, guesses: Ranks, made: int) -> NDArray[np.int64]:
        """Return the lower bound of each guess, as :meth:`Bounds.by_cells` returns it."""
        dear = self.bounds.after(made + 1)[1:] >= INFINITE  # in a cell with so many heavier ones
        added = np.where(dear, 0, self.added(made + 1)) if dear[-1] else self.added(made + 1)
        prices = self.bounds.prices
        right = prices(made + 1 + prices.free)
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
