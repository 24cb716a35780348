"""What is told of an exact search while it goes on, and in its checkpoint."""

from __future__ import annotations

from mmtree.search.prices import INFINITE, Objective, Prices
from mmtree.search.progress import Estimate, SearchProgress
from mmtree.search.status import SearchStatus
from mmtree.strategies.interface import Task
from mmtree.times import span


class ProgressReporter:
    """Tells of the search with one price list, in totals.

    Args:
        task: what the tree is for.
        objective: what is minimised.
        prices: the price list.
        slack: as the search has it.
        limit: only prices below it are looked for.
    """

    def __init__(
        self, task: Task, objective: Objective, prices: Prices, slack: int | None, limit: int
    ) -> None:
        self.task = task
        self.prices = prices
        self.proves = slack is None
        self.limit = limit
        self.estimate = self._kind()(task.table, prices, limit, task.jobs)
        self.ended = False
        self.lower = 0  # of all that were told: each is true
        self.words = str(objective) + task.opened
        if slack is not None:
            self.words += f", slack {slack}"
        if prices.last is not None and prices.last != objective.max_guesses:
            self.words += f"; within {prices.last} guesses"
        if limit < INFINITE:
            self.words += f"; below {limit // prices.unit}"

    def _kind(self) -> type[Estimate]:
        if self.task.workers is None:
            return Estimate
        from mmtree.search.cluster.progress import ClusterEstimate

        return ClusterEstimate

    def go_on(self, told: SearchStatus) -> None:
        """What earlier runs took counts, too."""
        self.estimate.taken = list(told.taken)
        self.estimate.spent, self.estimate.earlier = told.spent, told.running

    def report(self, standing: SearchProgress) -> None:
        """The search has come so far."""
        self.estimate.note(standing)
        self.lower = max(self.lower, standing.lower)
        if self.task.progress:
            told = self.told()
            # The most important part is the last one: a narrow terminal shows no others.
            place = reversed(told.place.split(", "))
            parts = [words for words in (standing.also, *place) if words]
            bound = [] if told.lower is None else [f"at least {told.lower}"]
            if self.prices.last is not None:
                bound.append(f"within {self.prices.last} guesses")
            if bound:
                parts.append(" ".join(bound))
            if told.best is not None:
                parts.append(f"best so far {told.best}")
            if told.left is not None and told.spent >= 1:
                parts.append(f"about {span(told.left / self.estimate.jobs)} left")
            self.task.progress(int(told.share * 1000), 1000, ", ".join(parts))

    def end(self, price: int) -> None:
        """The search has ended with this price, or, where it found none, ``INFINITE``."""
        found = None if price >= INFINITE else price
        self.estimate.note(SearchProgress(found, self.limit if found is None else price))
        self.ended = True

    def told(self) -> SearchStatus:
        """What a checkpoint tells of it."""
        estimate, unit = self.estimate, self.prices.unit
        standing = estimate.standing
        lower = min(max(standing.lower, self.lower), self.limit)
        left = 0.0 if self.ended else estimate.left
        share = 0.0
        if left is not None:
            share = 1.0 if self.ended else estimate.spent / max(estimate.spent + left, 1e-9)
        return SearchStatus(
            words=self.words,
            place="settled" if self.ended else str(standing),
            best=None if standing.best is None else standing.best // unit,
            lower=lower // unit if self.proves and lower < INFINITE else None,
            share=share,
            spent=estimate.spent,
            left=left,
            running=estimate.running,
            taken=tuple(estimate.taken),
        )
