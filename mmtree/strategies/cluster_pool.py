"""Searches of sets on the workers of a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from mmtree.game.code_table import CodeTable
from mmtree.search.cluster.check_answers import check_solution
from mmtree.search.cluster.pending_tasks import PendingTasks
from mmtree.search.cluster.workers import Workers
from mmtree.search.prices import Prices
from mmtree.search.solution import Solution
from mmtree.strategies.set_search import SetSearch, search_set


class ClusterSearches:
    """Searches, each on one worker; on another if the worker ends or is left out.

    Args:
        workers: the workers of the cluster.
        table: the codes.
        prices: the price list.
        searches: the searches.
        order: their numbers, in the order in which they are submitted.
    """

    def __init__(
        self,
        workers: Workers,
        table: CodeTable,
        prices: Prices,
        searches: Sequence[SetSearch],
        order: list[int],
    ) -> None:
        self._table, self._prices, self._searches = table, prices, searches
        self._left = deque(order)
        self._pending = PendingTasks(workers, self._check)

    def _check(self, at: int, found: Any) -> Solution:
        task = self._searches[at]
        return check_solution(
            self._table, self._prices, task.secrets, len(task.history), task.limit, found
        )

    @property
    def unfinished(self) -> bool:
        """Whether some searches have not ended."""
        return bool(self._left or self._pending)

    def collect(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        """Submit searches to free workers; return the solutions since the last call, by number.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        for where in self._pending.free():
            if not self._left:
                break
            at = self._left.popleft()
            self._pending.submit(
                where, at, search_set, self._table.rules, self._prices, self._searches[at]
            )
        found = []
        for at, solution in self._pending.collect(seconds):
            if solution is None:
                self._left.appendleft(at)
            else:
                found.append((at, solution))
        return found

    def cancel(self) -> None:
        """Cancel all unfinished searches."""
        self._pending.drop(lambda at, where: True)
