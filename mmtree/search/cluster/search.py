"""The exact search, its parts handed out to the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.cluster.cells import Batch, Cell
from mmtree.search.cluster.check_answers import check_answer
from mmtree.search.cluster.pending_tasks import PendingTasks
from mmtree.search.cluster.progress import ClusterProgress
from mmtree.search.cluster.schedule import Frame, Schedule
from mmtree.search.cluster.worker_task import Question, search_part
from mmtree.search.cluster.workers import Workers
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import Report
from mmtree.search.solution import Solution
from mmtree.search.solved_parts import Packed, SolvedParts

_WAIT = 0.2
"""Seconds between two looks at what changed."""


class ClusterSearch:
    """What :class:`mmtree.search.exact_native.NativeSearch` does, on a cluster.

    The workers settle the parts: of every opening its cells, by their second guesses. In the end
    the ordinary search runs from them, so that the tree and what is proved come from there.

    Args:
        table, prices, slack, jobs, known, keep: as there.
        workers: the cluster's.
    """

    def __init__(
        self,
        table: CodeTable,
        prices: Prices,
        slack: int | None,
        workers: Workers,
        jobs: int = 1,
        known: Packed = (b"", b""),
        keep: Callable[[Packed], None] | None = None,
    ) -> None:
        self.table, self.prices, self.slack = table, prices, slack
        self.workers, self.jobs = workers, jobs
        self.known = known
        self.keep = keep or (lambda parts: None)

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: Report | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """As :meth:`mmtree.search.exact.Search.solve`, of all secrets.

        Raises:
            ClusterError: the scheduler is gone, or no usable worker is left.
            SizeError: the search needs more memory than there is.
            CheckpointError: the known parts cannot all be true.
        """
        if history or len(secrets) != len(self.table.numbers):
            raise ValueError("a cluster searches all secrets")
        frame = Frame(self.table, self.prices, self.slack, limit)
        schedule = Schedule(frame, openings, self.known, self.keep)
        run = _Run(schedule, self.workers, report)
        run.go_on()
        search = NativeSearch(self.table, self.prices, self.slack, self.jobs, schedule.known)
        settled: list[Packed] = [schedule.known]
        search.keep = settled.append
        if schedule.winner >= 0:  # the whole opening, from its cells, so that it comes first
            winner = np.array([schedule.openings[schedule.winner].guess])
            search.solve(secrets, (), winner, None, limit)
            search.known = SolvedParts.of(*settled).packed
        search.keep = self.keep
        solution = search.solve(secrets, (), openings, None, limit)
        return Solution(solution.price, solution.most, solution.guesses, run.scanned)


class _Run:
    """One search, from the first batch to the last."""

    def __init__(self, schedule: Schedule, workers: Workers, report: Report | None) -> None:
        self.schedule, self.workers, self.report = schedule, workers, report
        self.flight = PendingTasks(workers, partial(check_answer, schedule.frame))
        self.near: dict[str, Cell] = {}
        self.scanned = 0

    def go_on(self) -> None:
        """Until all is settled; whatever ends it, nothing is left with the workers."""
        try:
            while not self.schedule.ended:
                left = self.hand_out()
                if not left and not self.flight:
                    return  # whatever is missing, the ordinary search finds
                if self.report:
                    self.report(self.standing())
                self.take_in()
        finally:
            self.flight.drop(lambda batch, where: True)

    def hand_out(self) -> bool:
        """As much as keeps all workers busy. Returns whether there may be more."""
        slots = sum(self.workers.look().values())
        for where in self.flight.free():
            batch = self.schedule.batch(self.near.get(where), slots)
            if batch is None:
                return False
            self.near[where] = batch.cell
            self.flight.submit(where, batch, search_part, self.question(batch))
        return True

    def question(self, batch: Batch) -> Question:
        """What a worker is asked."""
        frame, cell = self.schedule.frame, batch.cell
        return Question(
            frame.table.rules,
            frame.prices,
            frame.slack,
            cell.opening,
            cell.feedback,
            batch.guesses.tobytes(),
            batch.limit,
        )

    def take_in(self) -> None:
        """Take in the answers that have come, and take back what is of no use any more."""
        for batch, answer in self.flight.landed(_WAIT):
            if answer is None:
                self.schedule.lost(batch)
            else:
                self.schedule.settle(batch, answer.parts, answer.seconds)
                self.scanned += answer.scanned
        for batch in self.flight.drop(lambda batch, where: not self.schedule.useful(batch)):
            self.schedule.lost(batch)

    def standing(self) -> ClusterProgress:
        """How far it is."""
        threads = self.workers.look()
        refused = next(iter(self.workers.refused.values()), "")
        return ClusterProgress.of(self.schedule, sum(threads.values()), len(self.flight), refused)
