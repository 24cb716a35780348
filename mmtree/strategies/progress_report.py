"""Progress reports of an exact search, for the progress line and the checkpoint."""

from __future__ import annotations

from mmtree.counts import format_count
from mmtree.game.objective import Objective
from mmtree.progress import Progress, span
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import Estimate, SearchProgress
from mmtree.search.status import SearchStatus
from mmtree.strategies.interface import Task


class ProgressReporter:
    """Reports the progress of the search with one price list, in totals.

    Args:
        task: the arguments of the build.
        objective: the objective.
        prices: the price list.
        limit: only prices below it are looked for.
    """

    def __init__(self, task: Task, objective: Objective, prices: Prices, limit: int) -> None:
        self.task = task
        self.prices = prices
        self.limit = limit
        threads = task.cluster.threads if task.cluster else task.jobs
        self.estimate = Estimate(task.table, prices, limit, max(1, threads))
        self.ended = False
        self.lower = 0  # the greatest of all lower bounds so far
        self.words = str(objective)
        if prices.last is not None and prices.last != objective.max_guesses:
            self.words += f"; within {format_count(prices.last, 'guess')}"
        if limit < INFINITE:
            self.words += f"; below {limit // prices.unit}"

    def resume(self, status: SearchStatus) -> None:
        """Add the times of earlier runs."""
        self.estimate.taken = list(status.taken)
        self.estimate.spent, self.estimate.earlier = status.spent, status.running

    def report(self, progress: SearchProgress) -> None:
        """Report the progress of the search."""
        self.estimate.note(progress)
        self.lower = max(self.lower, progress.lower)
        if self.task.progress:
            status = self.get_status()
            parts = [*progress.also, *reversed(progress.place)]
            bound = [] if status.lower is None else [f"at least {status.lower}"]
            if self.prices.last is not None:
                bound.append(f"within {format_count(self.prices.last, 'guess')}")
            if bound:
                parts.append(" ".join(bound))
            if status.best is not None:
                parts.append(f"best so far {status.best}")
            if status.left is not None and status.spent >= 1:
                parts.append(f"about {span(status.left / self.estimate.jobs)} left")
            self.task.progress(Progress(int(status.share * 1000), 1000, tuple(parts)))

    def finish(self, price: int) -> None:
        """Record the end of the search with this price, or ``INFINITE`` if there is no tree."""
        found = None if price >= INFINITE else price
        self.estimate.note(SearchProgress(found, self.limit if found is None else price))
        self.ended = True

    def get_status(self) -> SearchStatus:
        """Return the status that a checkpoint saves."""
        estimate, unit = self.estimate, self.prices.unit
        progress = estimate.latest
        lower = min(max(progress.lower, self.lower), self.limit)
        left = 0.0 if self.ended else estimate.left
        share = 0.0
        if left is not None:
            share = 1.0 if self.ended else estimate.spent / max(estimate.spent + left, 1e-9)
        return SearchStatus(
            words=self.words,
            place="solved" if self.ended else ", ".join(progress.place),
            best=None if progress.best is None else progress.best // unit,
            lower=lower // unit if lower < INFINITE else None,
            share=share,
            spent=estimate.spent,
            left=left,
            running=estimate.running,
            taken=tuple(estimate.taken),
        )
