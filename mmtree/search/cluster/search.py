"""Exact search on a cluster: the workers solve the cells of the openings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import numpy as np

from mmtree.counts import format_count
from mmtree.game.code_table import CodeTable
from mmtree.search.cluster.cells import Slice
from mmtree.search.cluster.cluster import Call, Cluster
from mmtree.search.cluster.schedule import Schedule
from mmtree.search.cluster.worker_task import check_solution, search_cell
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.progress import SearchProgress, SearchReport
from mmtree.search.solved_parts import Packed, SolvedParts


class ClusterSearch:
    """The exact search of :class:`mmtree.search.exact_native.NativeSearch`, on a cluster.

    The workers solve the cells of each opening, by their second guesses. From these parts, the
    ordinary search then finds the tree and completes the proof.

    Args:
        table, prices, jobs, known, keep: as there.
        cluster: the cluster.
    """

    def __init__(
        self,
        table: CodeTable,
        prices: Prices,
        cluster: Cluster,
        jobs: int = 1,
        known: Packed = (b"", b""),
        keep: Callable[[Packed], None] = lambda parts: None,
    ) -> None:
        self.table, self.prices, self.cluster, self.jobs = table, prices, cluster, jobs
        self.known, self.keep = SolvedParts.unpack(known), keep

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: SearchReport | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """Search as :meth:`mmtree.search.exact.Search.solve`, for all secrets only.

        Raises:
            ClusterError: the scheduler is gone, or an answer is invalid.
            SizeError: the search needs more memory than there is.
            CheckpointError: the known parts cannot all be true.
        """
        if history or len(secrets) != len(self.table.secrets):
            raise ValueError("a cluster searches all secrets")
        schedule = Schedule(self.table, self.prices, limit, openings, self.known, self.keep)
        scanned = self.run(schedule, report)
        search = NativeSearch(self.table, self.prices, self.jobs, schedule.final_parts, self.keep)
        solution = search.solve(secrets, (), openings, None, min(limit, schedule.best + 1))
        return Solution(solution.price, solution.most, solution.guesses, scanned)

    def run(self, schedule: Schedule, report: SearchReport | None = None) -> int:
        """Run a schedule; return the number of sets for which all guesses were bounded."""
        scanned, rules = 0, self.table.rules

        def iter_calls() -> Iterator[tuple[Slice, Call]]:
            if report:
                report(self._describe(schedule))
            for task in schedule.iter_slices(self.cluster.threads):
                cell, numbers, limit = task
                place, guesses = (cell.opening, cell.feedback), np.sort(cell.guesses[numbers])
                yield task, (search_cell, rules, self.prices, *place, guesses, limit)

        with closing(self.cluster.run(iter_calls)) as answers:
            for task, answer, seconds in answers:
                cell, _, limit = task
                found = check_solution(self.table, self.prices, cell.secrets, 1, limit, answer)
                scanned += found.scanned
                schedule.add_solution(task, found, seconds)
                if all(map(schedule.is_closed, schedule.openings)):
                    break  # the tasks that are left no longer matter
        return scanned

    def _describe(self, schedule: Schedule) -> SearchProgress:
        """Return the progress; its bound is that of all trees."""
        left = [opening for opening in schedule.openings if not schedule.is_closed(opening)]
        threads = self.cluster.threads
        return SearchProgress(
            None if schedule.best >= INFINITE else schedule.best,
            min([schedule.best, *(opening.lower for opening in left)]),
            openings_done=left[0].number if left else 0,
            openings_of=len(schedule.openings),
            also=(format_count(threads, "worker") if threads else "waiting for workers",),
        )
