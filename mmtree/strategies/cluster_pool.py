"""Questions that the workers of a cluster answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from mmtree.game.table import CodeTable
from mmtree.search.cluster.check_answers import check_solution
from mmtree.search.cluster.pending_tasks import PendingTasks
from mmtree.search.cluster.workers import Workers
from mmtree.search.prices import Prices
from mmtree.search.solution import Solution
from mmtree.strategies.search_pool import Question, answer


class WorkersAsked:
    """Questions, each asked of one worker; of another one where that ends or is left out.

    Args:
        workers: the cluster's.
        table: the codes.
        prices: the price list.
        questions: what is to be searched.
        order: their numbers, in the order in which they are handed out.
    """

    def __init__(
        self,
        workers: Workers,
        table: CodeTable,
        prices: Prices,
        questions: Sequence[Question],
        order: list[int],
    ) -> None:
        self._table, self._prices, self._questions = table, prices, questions
        self._left = deque(order)
        self._flight = PendingTasks(workers, self._check)

    def _check(self, at: int, found: Any) -> Solution:
        question = self._questions[at]
        return check_solution(
            self._table,
            self._prices,
            question.secrets,
            len(question.history),
            question.limit,
            found,
        )

    @property
    def waiting(self) -> bool:
        """Whether some are not answered yet."""
        return bool(self._left or self._flight)

    def landed(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        """The questions, by number, that were answered since.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        for where in self._flight.free():
            if not self._left:
                break
            at = self._left.popleft()
            self._flight.submit(
                where, at, answer, self._table.rules, self._prices, self._questions[at]
            )
        found = []
        for at, solution in self._flight.landed(seconds):
            if solution is None:
                self._left.appendleft(at)
            else:
                found.append((at, solution))
        return found

    def end(self) -> None:
        """Take back all that is not answered."""
        self._flight.drop(lambda at, where: True)
