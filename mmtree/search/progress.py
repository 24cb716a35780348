"""Progress of a search: the kernels' reports, the status in a checkpoint, and the time left."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from mmtree.game.codes import Codes
from mmtree.search.prices import INFINITE, Prices


@dataclass(frozen=True)
class SearchProgress:
    """The progress of a search.

    Openings are searched one after the other. The cells of an opening whose price is not yet known
    are searched one after the other too, or in turn, each until its bound is high enough.

    Attributes:
        best: the least price found so far, or None.
        bound: lower bound of the current opening, from the results of its cells so far; of the
            whole search if ``openings`` is empty.
        cells_done: the number of solved cells of the current opening.
        cells: the sizes of the current cell and of all others that are not solved.
        share: the share of the current cell's work that is done, from 0 to 1.
        openings_done, openings_of: the number of openings done, and of all openings.
        openings: the current opening and the next ones, each with the bound from its cells' sizes.
        also: further texts for the progress line.
    """

    best: int | None
    bound: int
    cells_done: int = 0
    cells: tuple[int, ...] = ()
    share: float = 0.0
    openings_done: int = 0
    openings_of: int = 0
    openings: tuple[tuple[int, int], ...] = ()
    also: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, ...]:
        """The opening and cell being searched, in words."""
        parts = []
        if self.openings_of > 1:
            parts.append(f"opening {self.openings_done + 1} of {self.openings_of}")
        if self.openings_of and self.cells:
            parts.append(f"cell {self.cells_done + 1} of {self.cells_done + len(self.cells)}")
        return tuple(parts)

    @property
    def lower(self) -> int:
        """A lower bound for the price of all trees."""
        bounds = [self.bound, *(bound for _, bound in self.openings[1:2])]
        return min([*bounds, INFINITE if self.best is None else self.best])


MAX_OPENINGS = 64
"""The most openings in a report."""

SearchReport = Callable[[SearchProgress], None]
"""A function that is called as a search proceeds."""

CellTime = tuple[int, int, float]
"""The secrets of a cell, the excess of its price over its bound, and processor seconds."""


@dataclass(frozen=True)
class SearchStatus:
    """The status of a search: for ``mmtree info``, and for the time estimate of a resumed run.

    The field names are keys of the checkpoint file.

    Attributes:
        words: the objective and its limits, in words.
        place: the opening and cell being searched, in words; "solved" once the search has ended.
        best: the least total found so far, or None.
        lower: a lower bound for the total of all trees; None if there is no tree, or no bound yet.
        share: the estimated share of the work that is done, from 0 to 1.
        spent: processor seconds spent.
        left: processor seconds left, by estimate; None while there is no estimate.
        running: the number of secrets of the cell being searched, and the seconds spent on it.
        taken: for each measured cell its secrets, the excess of its price over its bound, seconds.
    """

    words: str = ""
    place: str = ""
    best: int | None = None
    lower: int | None = None
    share: float = 0.0
    spent: float = 0.0
    left: float | None = None
    running: tuple[int, float] = (0, 0.0)
    taken: tuple[CellTime, ...] = ()

    @classmethod
    def read(cls, content: Any) -> SearchStatus:
        """Check the map of a checkpoint file; any exception says that it is invalid."""
        if not isinstance(content, dict) or content.keys() != {field.name for field in fields(cls)}:
            raise TypeError(content)
        taken = tuple((n, rise, seconds) for n, rise, seconds in content["taken"])
        n, seconds = content["running"]
        integers = [n, *(number for n, rise, _ in taken for number in (n, rise))]
        integers += [content[name] for name in ("best", "lower") if content[name] is not None]
        times = [seconds, content["spent"], *(seconds for _, _, seconds in taken)]
        times += [content["left"]] if content["left"] is not None else []
        good = (
            all(type(number) is int and abs(number) <= INFINITE for number in integers)
            and all(type(number) is float and 0 <= number < 1e12 for number in times)
            and all(n > 0 and seconds > 0 for n, _, seconds in taken)
            and all(isinstance(content[name], str) for name in ("words", "place"))
            and type(content["share"]) is float
            and 0 <= content["share"] <= 1
        )
        if not good:
            raise ValueError(content)
        return cls(**{**content, "taken": taken, "running": (n, seconds)})


MIN_SECONDS = 0.2
"""Cells that took less are not measured: such times are mostly noise."""
_MIN_SHARE = 0.002
"""There is no estimate until this share of the time left is spent: small cells say little about
large ones."""
MAX_CELLS = 64
"""The number of measured cells that are saved, the longest ones."""
_POWER, _LEAST_POWER, _MOST_POWER = 3.5, 1.5, 5.0
"""The exponent of the time law: its default, and its range."""
_RISE, _STEP = 0.17, 0.13
"""Defaults, in guesses per secret, measured with 5p6c: the excess of a cell's price over its bound,
and of the bound by two guesses over the bound by one."""
_LATER = 0.25
"""The time of a cell of a later opening, as a part of the time law: the first opening tends to have
the least symmetry, and has no price to beat at first. Measured with 5p6c and 4p9c."""


@dataclass
class Estimate:
    """An estimate of the time that a search still takes, from the times of its cells so far.

    By the time law, a cell of n secrets takes c·nᵖ seconds; c and p are fitted to the solved cells.
    Each solved cell raises the bound of its opening, in proportion to its secrets. Once the bound
    reaches the price to beat, the opening is pruned, and the rest of its last cell is not searched.

    Attributes:
        codes: the codes.
        prices: the price list.
        limit: only trees of a lower price are sought.
        jobs: number of threads.
        taken: the times of cells, including earlier runs.
        spent: processor seconds spent, including earlier runs.
        earlier: the secrets of the cell at which the last run stopped, and the seconds spent on it.
        clock: returns the time in seconds.
    """

    codes: Codes
    prices: Prices
    limit: int = INFINITE
    jobs: int = 1
    taken: list[CellTime] = field(default_factory=list)
    spent: float = 0.0
    earlier: tuple[int, float] = (0, 0.0)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.latest = SearchProgress(None, 0)
        self._since = self.clock()
        # By size of an unsolved cell: the seconds spent on it, and how much they raised the bound.
        self._work: dict[int, tuple[float, int]] = {}
        self._step = _STEP * self.prices.unit
        self._cells: dict[int, list[int]] = {}

    def note(self, progress: SearchProgress) -> None:
        """Update the estimate with a report."""
        now, before = self.clock(), self.latest
        passed = (now - self._since) * self.jobs
        self._since = now
        self.spent += passed
        self.latest = progress
        if before.cells:
            seconds, rise = self._work.get(before.cells[0], (0.0, 0))
            rise += progress.bound - before.bound
            self._work[before.cells[0]] = seconds + passed, rise
        if progress.openings_done != before.openings_done:
            self._work.clear()  # the opening was pruned before the end of its current cell
        elif len(progress.cells) < len(before.cells):
            n = before.cells[0]
            seconds, (own, rise) = self._cell_seconds(n), self._work.pop(n)
            if own > MIN_SECONDS:
                self.taken.append((n, rise, seconds))
                self.taken = sorted(self.taken, key=lambda taken: taken[2])[-MAX_CELLS:]
        if progress.openings and not progress.cells_done and progress.cells:
            self._step = (progress.bound - progress.openings[0][1]) / self.codes.rules.secrets

    @property
    def running(self) -> tuple[int, float]:
        """The secrets of the current cell, and the seconds spent on it."""
        cells = self.latest.cells
        return (cells[0], self._cell_seconds(cells[0])) if cells else (0, 0.0)

    def _cell_seconds(self, n: int) -> float:
        own, _ = self._work.get(n, (0.0, 0))
        return own + (self.earlier[1] if self.earlier[0] == n else 0.0)

    @property
    def left(self) -> float | None:
        """The estimated processor seconds left; None while there is no estimate."""
        progress = self.latest
        cells = progress.cells
        taken = [(n, seconds) for n, _, seconds in self.taken]
        law = _law(taken)
        left, bound = 0.0, float(progress.bound)
        done, spent = progress.share, self.running[1]
        if cells and law is not None:  # as if a tenth of it had taken the time of the law
            done, spent = done + 0.1, spent + 0.1 * law(cells[0])
        if cells and spent > MIN_SECONDS and progress.share >= 0.02:
            law = _law([*taken, (cells[0], spent / done)])
        if law is None or (progress.openings_of and not progress.openings):
            return None  # nothing to go by, or the search of a cluster
        secrets = sum(n for n, _, _ in self.taken)
        rise_per_secret = _RISE * self.prices.unit
        if secrets:
            rise_per_secret = sum(rise for _, rise, _ in self.taken) / secrets
        limit = float(self.limit if progress.best is None else min(self.limit, progress.best))
        if cells:
            left = (1 - progress.share) * spent / done
            _, raised = self._work.get(cells[0], (0.0, 0))
            bound += max(0.0, rise_per_secret * cells[0] - raised)

        def add_cells(cells: Sequence[int], factor: float) -> None:
            nonlocal left, bound
            for n in cells:
                rise = rise_per_secret * n
                left += factor * law(n) * _needed_share(limit - bound, rise)
                bound += rise

        add_cells(cells[1:], 1.0)
        limit = min(limit, bound)
        for guess, by_size in progress.openings[1:]:
            bound = by_size + self._step * self.codes.rules.secrets
            add_cells(self._open_cells(guess), _LATER)
        return left if self.spent >= _MIN_SHARE * left else None

    def _open_cells(self, opening: int) -> list[int]:
        """Return the sizes of an opening's cells that may need a search, the smallest first."""
        if opening not in self._cells:
            from mmtree.game.code_table import CodeTable  # short searches need no NumPy
            from mmtree.search.partition import split

            table = CodeTable(self.codes.rules)
            sizes = [len(cell) for _, cell in split(table, table.secrets, opening)]
            self._cells[opening] = sorted(size for size in sizes if size > 2)
        return self._cells[opening]


def _needed_share(room: float, rise: float) -> float:
    """Return the share of a cell's work until it is pruned, if its bound may rise by only ``room``.

    By measurement, the work grows with about the third power of the gap between bound and limit.
    """
    if room <= 0:
        return 0.0
    return 1.0 if room >= rise else (room / rise) ** 3


def _law(taken: Sequence[tuple[int, float]]) -> Callable[[int], float] | None:
    """Return the time law fitted to cells (secrets, seconds); None if there are none."""
    if not taken:
        return None
    points = [(math.log(n), math.log(seconds), math.sqrt(seconds)) for n, seconds in taken]
    weights = sum(weight for _, _, weight in points)
    mean = sum(size * weight for size, _, weight in points) / weights
    variance = sum((size - mean) ** 2 * weight for size, _, weight in points) / weights
    power = _POWER
    if variance > 0.02:
        fitted = sum((size - mean) * time * weight for size, time, weight in points) / weights
        power = min(max(fitted / variance, _LEAST_POWER), _MOST_POWER)
    factor = sum(seconds for _, seconds in taken) / sum(float(n) ** power for n, _ in taken)
    return lambda n: factor * float(n) ** power
