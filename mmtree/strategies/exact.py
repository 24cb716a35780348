"""The strategy of exact search, Koyama and Lai's."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from mmtree.counts import format_count
from mmtree.errors import CheckpointError, ClusterError, KernelError, NoTreeError, StrategyError
from mmtree.game.objective import Objective
from mmtree.progress import Progress, span
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import kernel
from mmtree.search.native_game import searches_natively
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.progress import Estimate, SearchProgress, SearchStatus
from mmtree.strategies.interface import SearchResult, Task
from mmtree.strategies.strategy_row import check_whole_number
from mmtree.tree.provenance import Proof
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:  # imported late, since only some searches need them
    from mmtree.search.cluster.search import ClusterSearch
    from mmtree.search.exact import Search


def koyama_lai(
    task: Task,
    *,
    worst_first: bool,
    max_guesses: int | None,
    fewest_at_max: bool,
) -> SearchResult:
    """Find the cheapest of all trees by the objective (Koyama and Lai 1993: expected).

    Raises:
        NoTreeError: it is proved that no tree keeps to the most guesses and the total allowed.
        StrategyError: the upper bound is not valid for the trees of the search.
    """
    objective = Objective(worst_first, max_guesses, fewest_at_max, opening=task.opening_text)
    price, solution = _Minimum(task, objective).find()
    proof = Proof(str(objective), price, price, task.searched_by)
    return SearchResult(solution.guesses, proof)


def exact_search(task: Task, prices: Prices) -> Search | NativeSearch | ClusterSearch:
    """Return the search of the kernel in use, or of the cluster."""
    if not searches_natively(task.codes.rules):
        from mmtree.search.identifying import search_of

        return search_of(task.table, prices)
    more: dict[str, Any] = {}
    if task.checkpoint is not None:
        name = str(prices)
        task.checkpoint.by_cluster |= task.cluster is not None
        more = {"known": task.checkpoint.known(name), "keep": task.checkpoint.keep(name)}
    if task.cluster is not None:
        from mmtree.search.cluster.search import ClusterSearch

        return ClusterSearch(task.cluster, task.codes, prices, task.jobs, **more)
    return NativeSearch(task.codes, prices, task.jobs, **more)


def _find_upper_bound(task: Task, objective: Objective) -> tuple[int, int | None]:
    """Return the total below which trees are looked for, and the max of the tree that gives it.

    A bare number has no max. The tree that a search finds does not depend on the bound.

    Raises:
        StrategyError: the bound is not valid for the trees of the search.
        TreeError: the tree is not a strategy tree.
    """
    below = task.below
    if below is None:
        return INFINITE, None
    if not isinstance(below, StrategyTree):
        total = check_whole_number("below", below, 1)
        if objective.worst_first:
            raise StrategyError(
                f"below {total}: a total gives no bound for the least max; "
                "give a tree, or its max as max_guesses without worst_first"
            )
        return min(total, INFINITE), None
    figures = below.figures
    number = f"a number, such as {figures.total + 1}, asks for trees of a lower total"
    task.check_start_tree("below", below, objective.max_guesses, f": {number}")
    return figures.total + 1, figures.max


class _Minimum:
    """A search for the least price as :class:`Objective` defines it, and for its tree."""

    def __init__(self, task: Task, objective: Objective) -> None:
        self.task = task
        self.rules = task.codes.rules
        self.objective = objective
        self.below, self.known_max = _find_upper_bound(task, objective)
        if task.checkpoint and kernel() == "numpy":
            raise KernelError("a checkpoint needs the native kernel; the NumPy kernel has none")
        if task.checkpoint and self.rules.identified:
            raise KernelError("a checkpoint needs secrets that are guessed, not only identified")

    def solve(self, prices: Prices, limit: int) -> Solution:
        """Search with one price list, for a price below the limit."""
        task = self.task
        search = exact_search(task, prices)
        secrets: Any = task.codes.secret_ranks
        openings: Any = None if task.opening is None else array("I", [task.opening])
        if not isinstance(search, NativeSearch):
            import numpy as np

            secrets = task.table.secrets
            openings = None if openings is None else np.array(openings)
        reporter = self._make_reporter(prices, limit)
        try:
            report = reporter.report if reporter else None
            solution = search.solve(secrets, (), openings, report, limit)
            task.scanned += solution.scanned
            if reporter:
                reporter.finish(solution.price)
            return solution
        finally:
            if task.checkpoint:
                task.checkpoint.write()

    def _make_reporter(self, prices: Prices, limit: int) -> _ProgressReporter | None:
        """Return a reporter for the progress function or the checkpoint, if there is one."""
        task = self.task
        if not task.progress and not task.checkpoint:
            return None
        reporter = _ProgressReporter(task, self.objective, prices, limit)
        if task.checkpoint:
            name = str(prices)
            reporter.resume(task.checkpoint.get_status(name))
            task.checkpoint.set_status_source(name, reporter.get_status)
        return reporter

    def limit(self, last: int | None) -> int:
        """Return the limit for trees of a given max: no limit if the known tree has more."""
        if last is not None and self.known_max is not None and last < self.known_max:
            return INFINITE
        return self.below

    def find(self) -> tuple[int, Solution]:
        """Return the price by the objective, and the tree."""
        objective, secrets = self.objective, self.rules.secrets
        free = int(self.rules.identified)
        last = objective.max_guesses
        if objective.worst_first:
            for last in range(1, (objective.max_guesses or secrets) + 1):
                solution = self.solve(Prices(last=last, free=free), self.limit(last))
                if solution.price < INFINITE:
                    break
        else:
            solution = self.solve(Prices(last=last, free=free), self.limit(last))
        total = solution.price
        if total >= INFINITE:
            raise self.none_within(last)
        if not objective.fewest_at_max:
            return total, solution
        # The least max of a tree of least total, then one more unit for each secret that needs it.
        last = solution.most
        while last > 1 and self.solve(Prices(last=last - 1, free=free), total + 1).price == total:
            last -= 1
        solution = self.solve(Prices(secrets + 1, last, 1, free), (total + 1) * (secrets + 1))
        return objective.price(secrets, total, last, solution.price % (secrets + 1)), solution

    def none_within(self, last: int | None) -> NoTreeError | CheckpointError | ClusterError:
        """Return the error for a search without result."""
        bare = self.known_max is None and self.below < INFINITE
        if not bare and (last is None or self.known_max is not None):
            # A tree exists, so a bound from the checkpoint or a worker must be wrong.
            if self.task.checkpoint is None:
                return ClusterError("the answers of the workers rule out all trees: one is wrong")
            return CheckpointError("the checkpoint rules out all trees: remove it to start anew")
        within = "" if last is None else f" within {format_count(last, 'guess')}"
        opened = "" if self.task.opening is None else " with that opening"
        if not bare:
            what = f"finds every secret{within}"
        elif last is None:
            what = f"has a total below {self.below}"
        else:
            what = f"finds every secret{within} at a total below {self.below}"
        by = " by a cluster's search" if self.task.searched_by else ""
        return NoTreeError(f"no strategy for {self.rules} {what}{opened}: that is proved{by}")


class _ProgressReporter:
    """Reports the progress of the search with one price list, in totals, also to a checkpoint.

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
        self.estimate = Estimate(task.codes, prices, limit, max(1, threads))
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
