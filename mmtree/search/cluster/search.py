"""Exact search on a cluster: the workers solve the cells of the openings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.cluster.cells import Batch, Cell
from mmtree.search.cluster.check_answers import check_answer
from mmtree.search.cluster.pending_tasks import PendingTasks
from mmtree.search.cluster.progress import ClusterProgress
from mmtree.search.cluster.schedule import Schedule, SearchSpec
from mmtree.search.cluster.worker_task import CellTask, search_cell
from mmtree.search.cluster.workers import Workers
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchReport
from mmtree.search.solution import Solution
from mmtree.search.solved_parts import Packed, SolvedParts

_WAIT = 0.2
"""The longest time in seconds to wait for an answer before checking the workers again."""


class ClusterSearch:
    """The exact search of :class:`mmtree.search.exact_native.NativeSearch`, on a cluster.

    The workers solve the cells of each opening, by their second guesses. From these parts, the
    ordinary search then finds the tree and completes the proof.

    Args:
        table, prices, jobs, known, keep: as there.
        workers: the workers of the cluster.
    """

    def __init__(
        self,
        table: CodeTable,
        prices: Prices,
        workers: Workers,
        jobs: int = 1,
        known: Packed = (b"", b""),
        keep: Callable[[Packed], None] | None = None,
    ) -> None:
        self.table, self.prices = table, prices
        self.workers, self.jobs = workers, jobs
        self.known = known
        self.keep = keep or (lambda parts: None)

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
            ClusterError: the scheduler is gone, or no usable worker is left.
            SizeError: the search needs more memory than there is.
            CheckpointError: the known parts cannot all be true.
        """
        if history or len(secrets) != len(self.table.numbers):
            raise ValueError("a cluster searches all secrets")
        spec = SearchSpec(self.table, self.prices, limit)
        schedule = Schedule(spec, openings, self.known, self.keep)
        run = _ClusterRun(schedule, self.workers, report)
        run.run()
        search = NativeSearch(self.table, self.prices, self.jobs, schedule.final_parts)
        solved: list[Packed] = [schedule.final_parts]
        search.keep = solved.append
        if schedule.winner >= 0:
            # Solve the whole opening from its cells, so that its price is known first.
            winner = np.array([schedule.openings[schedule.winner].guess])
            search.solve(secrets, (), winner, None, limit)
            search.known = SolvedParts.unpack(*solved).packed
        search.keep = self.keep
        solution = search.solve(secrets, (), openings, None, limit)
        return Solution(solution.price, solution.most, solution.guesses, run.scanned)


class _ClusterRun:
    """One run of a schedule on the workers."""

    def __init__(self, schedule: Schedule, workers: Workers, report: SearchReport | None) -> None:
        self.schedule, self.workers, self.report = schedule, workers, report
        self.tasks = PendingTasks(workers, self.accept)
        self.last_cells: dict[str, Cell] = {}
        self.scanned = 0

    def run(self) -> None:
        """Run until the schedule is done; on any exception, cancel all tasks."""
        try:
            while not self.schedule.is_done:
                left = self.hand_out()
                if not left and not self.tasks:
                    return  # the ordinary search finds the rest
                if self.report:
                    self.report(self.progress())
                self.take_in()
        finally:
            self.tasks.drop(lambda batch, where: True)

    def hand_out(self) -> bool:
        """Submit batches until all workers are busy; return whether there may be more."""
        slots = sum(self.workers.look().values())
        for where in self.tasks.free():
            batch = self.schedule.batch(self.last_cells.get(where), slots)
            if batch is None:
                return False
            self.last_cells[where] = batch.cell
            self.tasks.submit(where, batch, search_cell, self.task(batch))
        return True

    def task(self, batch: Batch) -> CellTask:
        """Return the task of a batch."""
        spec, cell = self.schedule.spec, batch.cell
        return CellTask(
            spec.table.rules,
            spec.prices,
            cell.opening,
            cell.feedback,
            batch.guesses.tobytes(),
            batch.limit,
        )

    def take_in(self) -> None:
        """Wait for results, and cancel batches that are no longer wanted."""
        for batch, _ in self.tasks.collect(_WAIT):
            batch.cell.release(batch)
        for batch in self.tasks.drop(lambda batch, where: not self.schedule.is_wanted(batch)):
            batch.cell.release(batch)

    def accept(self, batch: Batch, answer: Any) -> None:
        """Check the answer to a batch, and add its results.

        Raises:
            ValueError: it is invalid.
        """
        result = check_answer(self.schedule.spec, batch, answer)
        self.schedule.add_result(batch, result.parts, result.seconds)
        if batch.cell.leaves_open(batch):
            raise ValueError("its answer leaves guesses of the task unsolved")
        self.scanned += result.scanned

    def progress(self) -> ClusterProgress:
        """Return the progress for a report."""
        threads = sum(self.workers.look().values())
        refused = next(iter(self.workers.refused.values()), "")
        return ClusterProgress.from_schedule(self.schedule, threads, len(self.tasks), refused)
