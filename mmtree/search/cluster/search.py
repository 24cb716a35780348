"""Exact search on a cluster: the workers solve the cells of the openings."""

from array import array
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import numpy as np

from mmtree.counts import format_count
from mmtree.errors import ClusterError
from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.search.best_so_far import play_plan
from mmtree.search.cluster.cells import Slice
from mmtree.search.cluster.cluster import Cluster
from mmtree.search.cluster.schedule import Schedule
from mmtree.search.exact_native import NativeSearch, get_cached_search
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.progress import SearchProgress, SearchReport


class ClusterSearch(NativeSearch):
    """The exact search of all secrets on a cluster.

    The workers solve the cells of each opening, by their second guesses. From these parts, the
    ordinary search then finds the tree and completes the proof; it takes the other arguments.
    """

    def __init__(self, cluster: Cluster, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.cluster = cluster
        self.table = CodeTable(self.codes.rules)

    def solve(
        self,
        secrets: "Ranks | array[int]",
        history: tuple[int, ...] = (),
        openings: "Ranks | array[int] | None" = None,
        report: SearchReport | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """Search as :meth:`mmtree.search.exact.Search.solve`, for all secrets only.

        Raises:
            ClusterError: the scheduler is gone, or an answer is invalid.
            SizeError, CheckpointError: as :meth:`NativeSearch.solve`.
        """
        schedule = Schedule(self, limit, None if openings is None else np.array(openings, np.intp))
        self.run(schedule, report)
        self.known, self.keep = schedule.final_parts, schedule.keep
        solution = super().solve(secrets, history, openings, None, min(limit, schedule.best + 1))
        return solution._replace(scanned=schedule.scanned)

    def run(self, schedule: Schedule, report: SearchReport | None = None) -> None:
        """Run the tasks of a schedule until all openings are closed."""

        def iter_calls() -> Iterator[tuple[Slice, tuple[Any, ...]]]:
            if report:
                report(self._describe(schedule))
            for task in schedule.iter_slices(self.cluster.threads):
                cell, numbers, limit = task
                given = cell.secrets, (cell.opening,), np.sort(cell.guesses[numbers]), None, limit
                yield task, (search_on_worker, self.table.rules, self.prices, *given)

        with closing(self.cluster.run(iter_calls)) as answers:
            for task, answer in answers:
                cell, _, limit = task
                found = check_solution(self.table, self.prices, cell.secrets, 1, limit, answer)
                schedule.add_solution(task, found)
                if all(map(schedule.is_closed, schedule.openings)):
                    break  # the tasks that are left no longer matter

    def _describe(self, schedule: Schedule) -> SearchProgress:
        """Return the progress; its bound is that of all trees."""
        left = [opening for opening in schedule.openings if not schedule.is_closed(opening)]
        return SearchProgress(
            None if schedule.best >= INFINITE else schedule.best,
            min([schedule.best, *(opening.lower for opening in left)]),
            openings_done=left[0].number if left else 0,
            openings_of=len(schedule.openings),
            also=(format_count(self.cluster.threads, "worker"),),
        )


def search_on_worker(rules: Rules, prices: Prices, *given: Any) -> Solution:
    """Search as :meth:`NativeSearch.solve`, on a worker, which remembers its last searches."""
    return get_cached_search(rules, prices).solve(*given)


def check_solution(
    table: CodeTable, prices: Prices, secrets: Ranks, depth: int, limit: int, answer: Any
) -> Solution:
    """Return a worker's solution of a set of three secrets or more if it is valid.

    A bound is not checked: that would take the search itself. The depth is the number of guesses
    made before; a price must be below the limit.

    Raises:
        ClusterError: it is invalid.
    """
    if isinstance(answer, Solution) and type(answer.guesses) is tuple:
        numbers = answer.price, answer.most, answer.scanned, *answer.guesses
        if all(type(number) is int and number >= 0 for number in numbers):
            if answer.price == INFINITE and not answer.guesses:
                return answer
            tree = play_plan(table, prices, secrets, depth, answer.guesses)
            if tree and tree.price == answer.price < limit:
                return answer
    raise ClusterError(f"a worker gave an invalid answer: {answer!r:.100}")
