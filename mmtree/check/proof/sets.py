"""Sets of secrets with their lower bounds, as the README of this folder defines them."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from mmtree.check.proof.codes import BLOCK, Array, Codes

INFINITE = 1 << 56
"""A price above all finite ones; the sum of one for each feedback fits into 64 bits."""


class Prices:
    """The price list of a statement, with the bounds that follow from numbers alone.

    Args:
        unit, last, surcharge: as in the statement.
        secrets: the number of all secrets.
        kinds: the number of feedbacks.
    """

    def __init__(self, unit: int, last: int, surcharge: int, secrets: int, kinds: int) -> None:
        self.unit, self.last, self.surcharge = unit, last, surcharge
        self.secrets, self.kinds = secrets, kinds
        self.by_size = lru_cache(16)(self._by_size)
        self.inside = lru_cache(1 << 16)(self._inside)
        self.outside = lru_cache(1 << 16)(self._outside)

    def cost(self, guess: int) -> int:
        """Return c(guess)."""
        if self.last and guess > self.last:
            return INFINITE
        return self.unit * guess + (self.surcharge if guess == self.last else 0)

    def _by_size(self, d: int) -> Array:
        """Return L(d, n) for each n from 0."""
        costs = np.zeros(self.secrets + 1, np.int64)
        counted, width, guess = 1, 1, d + 1
        while counted <= self.secrets:
            costs[counted : counted + width] = self.cost(guess)
            counted, width, guess = counted + width, width * (self.kinds - 1), guess + 1
        return np.where(costs < INFINITE, np.cumsum(costs % INFINITE), INFINITE)

    def _inside(self, d: int, n: int, k: int) -> int:
        """Return S(d, n, k)."""
        others = (k - 1) * self.cost(d + 2) + (n - k) * self.cost(d + 3)
        return min(self.cost(d + 1) + others, INFINITE)

    def _outside(self, d: int, n: int, k: int) -> int:
        """Return O(d, n, k)."""
        return min(k * self.cost(d + 2) + (n - k) * self.cost(d + 3), INFINITE)

    def of_set(self, d: int, n: int, i: int, o: int) -> int:
        """Return the bound of a set; a secret makes at most i cells of it, and a code at most o."""
        return max(min(self.inside(d, n, i), self.outside(d, n, o)), int(self.by_size(d)[n]))


class SecretSet:
    """A set of secrets after d guesses.

    Args:
        codes, prices: the game.
        d, secrets: the set.
        table: the feedbacks of all codes (columns) for the secrets. It is None for the set of all
            secrets, where it would be large.
        counted: codes whose cells are counted. Every code has an image among them under a renaming
            that maps the set onto itself.

    Attributes:
        counts: the number of cells, k, of each of the codes counted.
        bounds: T(m) for each m from 0.
    """

    def __init__(
        self,
        codes: Codes,
        prices: Prices,
        d: int,
        secrets: Array,
        table: Array | None,
        counted: Array,
    ) -> None:
        self.codes, self.prices = codes, prices
        self.d, self.secrets, self.table, self.counted = d, secrets, table, counted
        self.columns = codes.feedbacks(secrets, counted) if table is None else table
        self.counts = codes.count_cells(self.columns)
        self.inside = np.isin(counted, secrets)
        i, o = int(self.counts[self.inside].max()), int(self.counts.max())
        larger = range(3, len(secrets) + 1)
        bounds = [prices.of_set(d + 1, m, min(i, m), min(o, m)) for m in larger]
        self.bounds = np.array([*prices.by_size(d + 1)[: min(3, len(secrets) + 1)], *bounds])

    def unrefuted(self, bound: int) -> Array:
        """Return the codes counted that neither rule 1 nor T of all their cells refutes."""
        n, k = len(self.secrets), range(self.codes.kinds + 1)
        inside = np.array([self.prices.inside(self.d, n, cells) for cells in k])
        outside = np.array([self.prices.outside(self.d, n, cells) for cells in k])
        # S and O are not above the sum of T, which takes longer to compute.
        at_least = np.where(self.inside, inside[self.counts], outside[self.counts])
        # A secret that leaves one cell is the only secret, and found: rule 1 must not refute it.
        divides = self.inside | (self.counts > 1)
        some = np.flatnonzero(divides & (at_least < bound))
        return self.counted[some[self._sums(some) < bound]]

    def _sums(self, columns: Array) -> Array:
        """Return the sum of T over the cells of some columns."""
        kinds = self.codes.kinds
        sums = np.zeros(len(columns), np.int64)
        step = max(1, BLOCK // len(self.secrets))
        for start in range(0, len(columns), step):
            some = self.columns[:, columns[start : start + step]]
            cells = (some + np.arange(some.shape[1]) * kinds).ravel()
            sizes = np.bincount(cells, minlength=some.shape[1] * kinds).reshape(-1, kinds)
            sums[start : start + step] = self._costs(sizes).sum(axis=1)
        return sums

    def _costs(self, sizes: Array) -> Array:
        """Return T of cells of these sizes; the last is the secret that the guess finds."""
        costs = self.bounds[sizes]
        costs[..., -1] = sizes[..., -1] * self.prices.cost(self.d + 1)
        return costs

    def column(self, guess: int) -> Array:
        """Return the feedback of a guess for each secret."""
        if self.table is None:
            return self.codes.feedbacks(self.secrets, np.array([guess]))[:, 0]
        return self.table[:, guess]

    def cell_table(self, rows: Array) -> Array:
        """Return the feedbacks of all codes for some of the secrets."""
        if self.table is None:
            return self.codes.feedbacks(self.secrets[rows], self.codes.every)
        return self.table[rows]

    def refutes(self, column: Array, stated: dict[int, int], bound: int) -> bool:
        """Return whether the bounds of the cells of a guess add up to a bound.

        Args:
            column: the feedbacks of the guess.
            stated: the bounds of its raised cells.
            bound: the bound of the set.
        """
        sizes = np.bincount(column, minlength=self.codes.kinds)
        costs = self._costs(sizes).tolist()
        for kind, price in stated.items():
            costs[kind] = price
        total = sum(costs)
        for kind in np.argsort(-sizes).tolist():
            if total >= bound or sizes[kind] < 3:
                break
            if kind not in stated:
                least, rows = costs[kind], np.flatnonzero(column == kind)
                total += self._cell_bound(rows, least, least + bound - total) - least
        return bool(total >= bound)

    def _cell_bound(self, rows: Array, least: int, enough: int) -> int:
        """Return C of a cell, but not less than the least, which is T, nor more than is enough."""
        d, n = self.d + 1, len(rows)
        if self.table is None:
            counts = self.codes.count_cells(self.cell_table(rows))
            i, o = int(counts[self.secrets[rows]].max()), int(counts.max())
            return max(least, min(self.prices.of_set(d, n, i, o), enough))
        i = int(self.codes.count_cells(self._own.take(rows, 0).take(rows, 1)).max())
        # No code divides the cell into more cells than the set. If it divides the set into few, its
        # O is at least S of the best secret, or enough: its cells need not be counted.
        o, inside = i, min(self.prices.inside(d, n, i), enough)
        few, most = i, min(n, self.codes.kinds)
        while few < most and self.prices.outside(d, n, few + 1) >= inside:
            few += 1
        ordered, more = self._ordered
        if few < most and more[few] and inside > least:
            o = int(self.codes.count_cells(ordered[rows, : more[few]]).max())
        return max(least, min(self.prices.of_set(d, n, i, o), enough))

    @cached_property
    def _own(self) -> Array:
        """The feedbacks of the secrets for each other."""
        return np.ascontiguousarray(self.columns[:, self.secrets])

    @cached_property
    def _ordered(self) -> tuple[Array, list[int]]:
        """The table by falling number of cells, and the number of codes with more than k cells."""
        order = np.argsort(self.counts)[::-1]
        more = np.count_nonzero(self.counts[:, None] > np.arange(self.codes.kinds + 1), axis=0)
        return np.ascontiguousarray(self.columns[:, order]), more.tolist()
