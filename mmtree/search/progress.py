"""How far a search is: what a kernel reports, and an estimate of the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.partition import cell_sizes
from mmtree.search.prices import INFINITE, Prices


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is.

    Openings are tried one after the other, and so are the cells of an opening in which it does not
    yet know the price, the smallest first.

    Attributes:
        best: the least price found so far, or None.
        bound: least price of the opening being tried, by what is known of its cells; where there
            are no openings to tell of, of the whole search.
        cells_done: how many cells of that opening are settled.
        cells: the sizes of the one being searched and of those to come.
        share: how much of the first of these is settled, from 0 to 1.
        openings_done, openings_of: how many openings are settled, of how many.
        openings: the one being tried and the next ones, each with the bound from its cells' sizes.
    """

    best: int | None
    bound: int
    cells_done: int = 0
    cells: tuple[int, ...] = ()
    share: float = 0.0
    openings_done: int = 0
    openings_of: int = 0
    openings: tuple[tuple[int, int], ...] = ()

    @property
    def also(self) -> str:
        """What else is told of it while it goes on."""
        return ""

    @property
    def lower(self) -> int:
        """No tree that is looked for has a lower price."""
        bounds = [self.bound, *(bound for _, bound in self.openings[1:2])]
        return min([*bounds, INFINITE if self.best is None else self.best])

    def __str__(self) -> str:
        parts = []
        if self.openings_of > 1:
            parts.append(f"opening {self.openings_done + 1} of {self.openings_of}")
        if self.openings_of and self.cells:
            parts.append(f"cell {self.cells_done + 1} of {self.cells_done + len(self.cells)}")
        return ", ".join(parts)


TOLD = 64
"""So many openings are told of at most."""

Report = Callable[[SearchProgress], None]
"""Called as a search proceeds."""

Taken = tuple[int, int, float]
"""A cell's secrets, by how much its price exceeded its bound, and seconds of processors."""


LONG = 0.2
"""Seconds; what took less tells nothing."""
EARLY = 0.002
"""Before this share of what is left is done, it is not told: small cells say little of large."""
MEASURED = 64
"""So many cells are remembered, the longest."""
_POWER, _LEAST_POWER, _MOST_POWER = 3.5, 1.5, 5.0
"""Of the law of a cell's time: where nothing is measured, and the range."""
_RAISE, _STEP = 0.17, 0.13
"""In guesses for each secret, where nothing is measured: how much a cell's price exceeds its bound,
and the bound by two guesses that by one. These are those of 5p6c."""


_LATER = 0.25
"""What a cell of a later opening takes of what the law says, since the first one tends to have the
least symmetry, and there was no price to beat; measured with 5p6c and 4p9c."""


@dataclass
class Estimate:
    """How long a search may still take, by what its cells have taken so far.

    A cell of n secrets takes c·nᵖ seconds; c and p are those that fit the cells that are settled.
    Each raises the bound of its opening by so much for each secret; once that exceeds the price to
    beat, the opening is refused, and its last cell takes the less, the sooner that is.

    Attributes:
        table: the codes.
        prices: the price list.
        limit: only trees of a lower price are looked for.
        jobs: number of threads.
        taken: what cells took, in earlier runs, too.
        spent: seconds of processors that the search has taken, in earlier runs, too.
        earlier: the secrets of a cell on which earlier runs were at work, and those that it took.
        clock: tells the time in seconds.
    """

    table: CodeTable
    prices: Prices
    limit: int = INFINITE
    jobs: int = 1
    taken: list[Taken] = field(default_factory=list)
    spent: float = 0.0
    earlier: tuple[int, float] = (0, 0.0)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.standing = SearchProgress(None, 0)
        self._since = self.clock()
        self._own = 0.0  # seconds that this run has spent on the cell being searched
        self._begun = 0.0  # the bound when the cell being searched was begun
        self._step = _STEP * self.prices.unit
        self._cells: dict[int, list[int]] = {}

    def note(self, standing: SearchProgress) -> None:
        """The search has come so far."""
        now, before = self.clock(), self.standing
        passed = (now - self._since) * self.jobs
        self._since = now
        self.spent += passed
        self.standing = standing
        self._own += passed
        place = standing.openings_done, len(standing.cells)
        if place == (before.openings_done, len(before.cells)):
            return
        # A cell of another opening was refused before its end.
        if before.cells and self._own > LONG and place[0] == before.openings_done:
            n, rise = before.cells[0], standing.bound - int(self._begun)
            self.taken.append((n, rise, self._taken_by(n)))
            self.taken = sorted(self.taken, key=lambda taken: taken[2])[-MEASURED:]
        self._own = 0.0
        self._begun = standing.bound
        if standing.openings and not standing.cells_done and standing.cells:
            self._step = (standing.bound - standing.openings[0][1]) / self.table.rules.secrets

    @property
    def running(self) -> tuple[int, float]:
        """The secrets of the cell being searched, and the seconds that it has taken."""
        cells = self.standing.cells
        return (cells[0], self._taken_by(cells[0])) if cells else (0, 0.0)

    def _taken_by(self, n: int) -> float:
        return self._own + (self.earlier[1] if self.earlier[0] == n else 0.0)

    @property
    def left(self) -> float | None:
        """Seconds of processors that may still be needed; None while nothing tells."""
        standing = self.standing
        cells = standing.cells
        taken = [(n, seconds) for n, _, seconds in self.taken]
        law = _law(taken)
        left, bound = 0.0, float(standing.bound)
        done, spent = standing.share, self.running[1]
        if cells and law is not None:  # as if a tenth of it had taken what the law says
            done, spent = done + 0.1, spent + 0.1 * law(cells[0])
        if cells and spent > LONG and standing.share >= 0.02:
            law = _law([*taken, (cells[0], spent / done)])
        if law is None:
            return None
        secrets = sum(n for n, _, _ in self.taken)
        higher = _RAISE * self.prices.unit
        if secrets:
            higher = sum(rise for _, rise, _ in self.taken) / secrets
        limit = float(self.limit if standing.best is None else min(self.limit, standing.best))
        if cells:
            left = (1 - standing.share) * spent / done
            bound = max(bound, self._begun + higher * cells[0])

        def rest(cells: Sequence[int], factor: float) -> None:
            nonlocal left, bound
            for n in cells:
                left += factor * law(n) * _refused(limit - bound, higher * n)
                bound += higher * n

        rest(cells[1:], 1.0)
        limit = min(limit, bound)
        for guess, by_size in standing.openings[1:]:
            bound = by_size + self._step * self.table.rules.secrets
            rest(self._open_cells(guess), _LATER)
        return left if self.spent >= EARLY * left else None

    def _open_cells(self, opening: int) -> list[int]:
        """The sizes of its cells that may have to be searched, the smallest first."""
        if opening not in self._cells:
            everything = np.arange(self.table.rules.secrets)
            sizes = cell_sizes(self.table, everything, np.array([opening]))[:-1, 0]
            self._cells[opening] = sorted(n for n in sizes.tolist() if n > 2)
        return self._cells[opening]


def _refused(room: float, higher: float) -> float:
    """The share of a cell's work that is needed where its price may only be so much higher.

    Measured, the work grows with about the third power of what a set's bound leaves to its limit.
    """
    if room <= 0:
        return 0.0
    return 1.0 if room >= higher else (room / higher) ** 3


def _law(taken: Sequence[tuple[int, float]]) -> Callable[[int], float] | None:
    """What a cell of so many secrets takes, by those that were measured; None where none was."""
    if not taken:
        return None
    sizes, seconds = (np.array(column, float) for column in zip(*taken, strict=True))
    weights = np.sqrt(seconds)
    logs = np.log(sizes)
    logs -= np.average(logs, weights=weights)
    spread = np.average(logs**2, weights=weights)
    power = _POWER
    if spread > 0.02:
        fitted = np.average(logs * np.log(seconds), weights=weights) / spread
        power = float(np.clip(fitted, _LEAST_POWER, _MOST_POWER))
    factor = float(seconds.sum() / (sizes**power).sum())
    return lambda n: factor * float(n) ** power
