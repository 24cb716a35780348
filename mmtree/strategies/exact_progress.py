"""The progress of an exact search with one price list, in totals: for reports and checkpoints."""

import time
from collections.abc import Iterator

from mmtree.counts import format_count, format_gap
from mmtree.game.objective import Objective
from mmtree.progress import Progress, span
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress, SearchStatus, Step
from mmtree.strategies.interface import Task

_RANGE = 2.0
"""A step takes between this part and this multiple of the time that the last ones let expect."""


class ProgressReporter:
    """Reports the progress of the search with one price list, also to a checkpoint.

    Attributes:
        best: the total of the best tree so far, or None.
        plan, of: its guesses and the strategy that made it, as in the status.
        lower: a lower bound for the price of all trees, or 0.
        steps: the limits that were refuted, each with its processor seconds and those of the steps
            given up for it.
        expected: the seconds that the current step will take by an estimate, or None.
    """

    def __init__(self, task: Task, objective: Objective, prices: Prices) -> None:
        self.task, self.objective, self.prices = task, objective, prices
        self.best: int | None = None
        self.plan, self.of = b"", ""
        self.lower = 0
        self.steps: list[Step] = []
        self.expected: float | None = None
        self.words = str(objective)
        if prices.last is not None and prices.last != objective.max_guesses:
            self.words += f"; within {format_count(prices.last, 'guess')}"
        self._limit, self._latest, self._ended = INFINITE, SearchProgress(None, 0), False
        self._earlier, self._start = 0.0, time.process_time()
        self._begun, self._seconds_given_up = self._start, 0.0
        if task.checkpoint:
            status = task.checkpoint.get_status(str(prices))
            self._earlier = status.spent
            if status.words == self.words:  # the opening and the most guesses are the same
                self.steps, self.lower = list(status.steps), (status.lower or 0) * prices.unit
                self.plan, self.of = status.plan, status.of
            task.checkpoint.set_status_source(str(prices), self.get_status)

    def raise_lower(self, bound: int) -> None:
        """Take over a lower bound for all trees."""
        self.lower = max(self.lower, bound)

    def begin(self, limit: int) -> None:
        """Record that the search of trees below a limit begins."""
        self._limit, self._begun = limit, time.process_time()

    def report(self, progress: SearchProgress) -> None:
        """Report the progress of that search."""
        self._latest = progress
        self.raise_lower(min(progress.lower, self._limit))
        if self.task.progress:
            openings = progress.openings_done, max(progress.openings_of, 1)
            self.task.progress(Progress(*openings, tuple(self._parts())))

    def finish(self, price: int) -> None:
        """Record the end of that search with this price, or ``INFINITE`` if there is no tree."""
        self.raise_lower(min(price, self._limit))
        if price < INFINITE:
            self.best = price // self.prices.unit
        self._ended = price < INFINITE or self._limit >= INFINITE
        if not self._ended:
            seconds = self._seconds_given_up + time.process_time() - self._begun
            self.steps.append((self._limit, seconds))
        self.expected, self._seconds_given_up = None, 0.0

    def give_up(self, seconds: float) -> None:
        """Record that the search was given up after so many seconds: the next one may take them."""
        self._seconds_given_up += time.process_time() - self._begun
        self.expected = seconds

    def get_status(self) -> SearchStatus:
        """Return the status that a checkpoint saves."""
        best, unit = self.best, self.prices.unit
        if self._latest.best is not None and not self._ended:
            best = min(self._latest.best // unit, INFINITE if best is None else best)
        return SearchStatus(
            words=self.words,
            place="solved" if self._ended else ", ".join([*self._step(), *self._latest.place]),
            best=best,
            lower=self.lower // unit if 0 < self.lower < INFINITE else None,
            spent=self._earlier + time.process_time() - self._start,
            steps=tuple(self.steps),
            plan=self.plan,
            of=self.of,
        )

    def _step(self) -> list[str]:
        """Return the limit of the current search, in words."""
        return [f"below {self._limit // self.prices.unit}"] if self._limit < INFINITE else []

    def _duration(self) -> str:
        """Return the time that the current step may take, or has taken if it takes longer."""
        if self.expected is None or self.expected < 1:
            return ""
        least, most = self.expected / _RANGE, self.expected * _RANGE
        spent = time.process_time() - self._begun
        if spent > most:
            return f" for {span(spent)} of processor, longer than expected"
        return f" in about {span(least)} to {span(most)} of processor"

    def _parts(self) -> Iterator[str]:
        """Yield the parts of a report, the most important one last."""
        status = self.get_status()
        yield from (*self._latest.also, *reversed(self._latest.place))
        for step in self._step():
            yield f"searching {step}{self._duration()}"
        within = ""
        if self.prices.last is not None:
            within = f" within {format_count(self.prices.last, 'guess')}"
        if status.lower is not None and status.best is not None:
            gap = format_gap(status.lower, status.best)
            yield f"{self.prices.sum} {status.lower} to {status.best}{within}, gap {gap}"
        elif status.lower is not None:
            yield f"{self.prices.sum} at least {status.lower}{within}"
