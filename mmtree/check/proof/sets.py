"""Sets of secrets with their lower bounds, as the README of this folder defines them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mmtree.check.proof.codes import Array, Codes, count_ones
from mmtree.check.proof.price_bounds import PriceBounds

MAX_BLOCKS = 1 << 27
"""The most feedbacks of a set that are stored as bits."""
BATCH = 1 << 20
"""The number of codes times guesses that are bounded at a time."""
GROUP = 16
"""The number of cells whose feedbacks are counted at a time."""
WIDTH = 512
"""The number of codes whose feedbacks are counted at a time."""


@dataclass(eq=False)
class CountedSet:
    """A set of secrets with the sizes of the cells of some codes.

    Attributes:
        codes: the game.
        secrets: the set.
        table: the feedbacks of all codes (columns) for the secrets, uint8. It is None for the set
            of all secrets, where it would be large.
        counted: codes whose cells are counted. Every code has an image among them under a renaming
            that maps the set onto itself.
        sizes: the sizes of the cells, a row for each feedback and a column for each code counted.
    """

    codes: Codes
    secrets: Array
    table: Array | None
    counted: Array

    def __post_init__(self) -> None:
        table = self.columns(self.counted) if self.table is None else self.table
        self.sizes = self.codes.cell_sizes(table)

    def columns(self, guesses: Array) -> Array:
        """Return the feedbacks of guesses (columns) for the secrets (rows), uint8."""
        if self.table is None:
            return self.codes.feedbacks(self.secrets, guesses)
        return self.table.take(guesses, axis=1)

    def cell_table(self, rows: Array) -> Array:
        """Return the feedbacks of all codes for some of the secrets."""
        if self.table is None:
            return self.codes.feedbacks(self.secrets[rows], self.codes.every)
        return self.table[rows]


@dataclass(eq=False)
class SecretSet(CountedSet):
    """A set of n secrets after d guesses.

    Attributes:
        prices, d: the prices, and the guesses before.
        counts: the number of cells of each code counted.
        i, o: the most cells of a secret, and of a code.
        bounds: T(m) for each m from 0, int64; a row for each feedback, or one for all.
    """

    prices: PriceBounds
    d: int

    def __post_init__(self) -> None:
        super().__post_init__()
        self.counts = np.count_nonzero(self.sizes, axis=0)
        self.i = int(self.counts[self.sizes[-1] > 0].max(initial=1))
        self.o = int(self.counts.max())
        n, prices = len(self.secrets), self.prices
        self.bounds = prices.of_cells(self.d + 1, n, self.i, self.o)
        self._blocks: dict[int, Array] = {}

    def unrefuted(self, bound: int) -> Array:
        """Return the codes counted that neither rule 1 nor T of all their cells refutes."""
        # A secret that leaves one cell is the only secret, and found: rule 1 must not refute it.
        divides = self.sizes[-1] > 0
        if not self.codes.consistent:
            divides |= self.counts > 1
        rest: Array = self.counted[divides & (self._costs(self.sizes).sum(axis=0) < bound)]
        return rest

    def _costs(self, sizes: Array) -> Array:
        """Return T of cells of these sizes; the last row is the secrets that the guesses find."""
        rows = np.arange(len(self.bounds))[:, None] * self.bounds.shape[1]
        costs = self.bounds.take(sizes + rows if len(rows) > 1 else sizes)
        costs[-1] = sizes[-1].astype(np.int64) * self.prices.cost(self.d + 1)
        return costs

    def first_lacking(self, guesses: Array, bound: int, stated: dict[int, int]) -> int | None:
        """Return the first of some guesses whose cells have bounds that add up to too little.

        Args:
            guesses: some codes.
            bound: the bound of the set, to which they have to add up.
            stated: the bounds of raised cells, by feedback.
        """
        step = max(1, BATCH // len(self.codes.every))
        for start in range(0, len(guesses), step):
            some = guesses[start : start + step]
            lacking = some[self._lacking(some, bound, stated)]
            if len(lacking):
                return int(lacking[0])
        return None

    def _lacking(self, guesses: Array, bound: int, stated: dict[int, int]) -> Array:
        """Return for each guess whether the bounds of its cells add up to too little."""
        columns = self.columns(guesses)
        known = self.table is not None
        sizes = self.sizes.take(guesses, axis=1) if known else self.codes.cell_sizes(columns)
        costs = self._costs(sizes)
        for kind, price in stated.items():
            costs[kind], sizes[kind] = price, 0
        total = costs.sum(axis=0)
        # Replace T by C, for the largest cell of each guess first, then for 2, 4, 8 … more of them.
        # T of one or two secrets is their price.
        order, first = np.argsort(sizes, axis=0)[::-1], 0
        while len(left := np.flatnonzero(total < bound)) and first < len(sizes):
            kinds = order[first : 2 * first + 1, left]
            first = 2 * first + 1
            kinds, left = kinds.ravel(), np.tile(left, len(kinds))
            n = sizes[kinds, left].astype(np.int64)
            by_size = np.argsort(n)[np.count_nonzero(n < 3) :]
            kinds, left, n = kinds[by_size], left[by_size], n[by_size]
            if len(n):
                least = costs[kinds, left]
                enough = least + bound - total[left]
                if known:
                    rows = (columns[:, left] == kinds).T.nonzero()[1]
                    better = self._better(rows, n, least, enough)
                else:
                    most = [
                        self.codes.most_cells(at) for at in self.codes.pattern[guesses].tolist()
                    ]
                    i, o = np.array(most)[left, :, kinds].T
                    better = np.maximum(least, self.prices.of_sets(self.d + 1, n, i, o))
                np.add.at(total, left, better - least)
        return np.asarray(total < bound)

    def _better(self, rows: Array, n: Array, least: Array, enough: Array) -> Array:
        """Return C of cells, but not less than the least, which is T, nor more than is enough.

        Args:
            rows: the rows of the secrets of each cell, one cell after the other.
            n: the sizes of the cells, rising.
            least, enough: a number for each cell.
        """
        d = self.d + 1
        starts = np.cumsum(n) - n
        i = np.ones(len(n), np.int64)
        if not self.codes.identified:
            counts = _count_feedbacks(self._own, rows, starts, n)
            counts = counts[np.repeat(np.arange(len(n)), n), rows]
            i = np.maximum.reduceat(counts, starts).astype(np.int64)
        # No code divides a cell into more cells than the set. If it divides the set into few,
        # its O is at least S of the best secret, or enough: its cells need not be counted.
        inside = np.minimum(self.prices.inside(d, n, i), enough)
        kinds = np.arange(self.codes.kinds + 1)
        outside = self.prices.outside(d, n[:, None], np.minimum(kinds, n[:, None]))
        o = np.maximum(i, np.count_nonzero(outside >= inside[:, None], axis=1) - 1)
        end = np.where(inside > least, self._more[o], 0)
        for start in range(0, int(end.max()), WIDTH):
            wide = np.flatnonzero(end > start)
            counts = _count_feedbacks(self._block(start), rows, starts[wide], n[wide])
            o[wide] = np.maximum(o[wide], counts.max(axis=1))
        return np.maximum(least, np.minimum(self.prices.of_sets(d, n, i, o), enough))

    @cached_property
    def _own(self) -> Array:
        """The feedbacks of the secrets for each other, as bits."""
        return self.codes.masks(self.columns(self.secrets))

    @cached_property
    def _order(self) -> Array:
        """All codes by falling number of cells."""
        return np.argsort(-self.counts)

    @cached_property
    def _more(self) -> Array:
        """The number of codes with more than k cells, for each k from 0."""
        with_cells = np.bincount(self.counts, minlength=self.codes.kinds + 1)
        return len(self.counts) - np.cumsum(with_cells)

    def _block(self, start: int) -> Array:
        """Return the feedbacks of a block of codes in order, as bits."""
        if start not in self._blocks:
            if len(self.secrets) * len(self.counts) > MAX_BLOCKS:
                self._blocks.clear()
            columns = self.columns(self._order[start : start + WIDTH])
            self._blocks[start] = self.codes.masks(columns)
        return self._blocks[start]


def _count_feedbacks(masks: Array, rows: Array, starts: Array, n: Array) -> Array:
    """Return how many feedbacks each cell (row) gets in each column, uint8.

    Args:
        masks: feedbacks as bits, in one number or several.
        rows: the rows of the secrets of all cells.
        starts, n: where the rows of each cell start, and how many it has; n rises.
    """
    seen = np.empty((len(n), *masks.shape[1:]), masks.dtype)
    for first in range(0, len(n), GROUP):
        some = slice(first, first + GROUP)
        size = n[some, None]
        # Cells of about the same size are counted together; the last row of the smaller repeats.
        at = starts[some, None] + np.minimum(np.arange(size[-1, 0]), size - 1)
        np.bitwise_or.reduce(masks.take(rows[at], axis=0), axis=1, out=seen[some])
    ones = count_ones(seen)
    return ones if ones.ndim == 2 else np.asarray(ones.sum(axis=2, dtype=np.uint8))
