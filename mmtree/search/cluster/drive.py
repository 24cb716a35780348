"""The exact search, its parts handed out to the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

import numpy as np

from mmtree.errors import ClusterError
from mmtree.game.table import CodeTable
from mmtree.search.cluster.cells import Batch, Cell
from mmtree.search.cluster.schedule import Frame, Schedule
from mmtree.search.cluster.standing import Shared
from mmtree.search.cluster.work import Answer, Question, search_part
from mmtree.search.cluster.workers import Future, Workers, ended
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.parts import Packed, Parts
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import Report
from mmtree.search.solution import Solution

_DEPTH = 2
"""Batches for each thread of a worker: while it searches one, the next is there."""
_WAIT = 0.2
"""Seconds between two looks at what changed."""
_DEATHS = 3
"""So many times a batch may be lost with a worker."""


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
            ClusterError: the scheduler is gone, or workers end one after the other.
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
            search.known = Parts.of(*settled).packed
        search.keep = self.keep
        solution = search.solve(secrets, (), openings, None, limit)
        return Solution(solution.price, solution.most, solution.guesses, run.scanned)


class _Run:
    """One search, from the first batch to the last."""

    def __init__(self, schedule: Schedule, workers: Workers, report: Report | None) -> None:
        self.schedule, self.workers, self.report = schedule, workers, report
        self.queue: SimpleQueue[Future] = SimpleQueue()
        self.flight: dict[Future, tuple[Batch, str]] = {}
        self.near: dict[str, Cell] = {}
        self.deaths: dict[tuple[Cell, int], int] = {}
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
                self.take_in([*ended(self.queue, _WAIT)])
        finally:
            self.workers.cancel(list(self.flight))

    def hand_out(self) -> bool:
        """As much as keeps all workers busy, one to each before any gets the next.

        Returns whether there may be more.
        """
        threads = self.workers.look()
        load = dict.fromkeys(threads, 0)
        for _, where in self.flight.values():
            load[where] = load.get(where, 0) + 1
        slots = sum(threads.values())
        for depth in range(1, _DEPTH + 1):
            for where, count in threads.items():
                while load[where] < depth * count:
                    batch = self.schedule.batch(self.near.get(where), slots)
                    if batch is None:
                        return False
                    self.near[where] = batch.cell
                    load[where] += 1
                    future = self.workers.submit(where, search_part, self.question(batch))
                    self.flight[future] = batch, where
                    future.add_done_callback(self.queue.put)
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

    def take_in(self, futures: list[Future]) -> None:
        """What has ended, well or not."""
        here = [future for future in futures if future in self.flight]
        well = [future for future in here if future.status == "finished"]
        answers: list[Answer] = self.workers.gather(well) if well else []
        for future, answer in zip(well, answers, strict=True):
            batch, _ = self.flight.pop(future)
            self.schedule.settle(batch, answer.parts, answer.seconds)
            self.scanned += answer.scanned
        for future in here:
            if future.status == "cancelled":
                raise self.workers.gone()
            if future.status == "error":
                batch, _ = self.flight.pop(future)
                self.schedule.lost(batch)
                self.bear(future.exception(), batch)
        useless = [
            future for future, (batch, _) in self.flight.items() if not self.schedule.useful(batch)
        ]
        for future in useless:
            batch, _ = self.flight.pop(future)
            self.schedule.lost(batch)
        self.workers.cancel(useless)

    def bear(self, error: Exception, batch: Batch) -> None:
        """A batch came to nothing: go on where another worker may do it.

        Raises:
            ClusterError: it ended several workers.
            Exception: what a search raises, as SizeError.
        """
        if isinstance(error, ClusterError):  # a worker of another version
            return
        if type(error).__name__ != "KilledWorker":
            raise error
        key = batch.cell, int(batch.numbers[0])
        self.deaths[key] = self.deaths.get(key, 0) + 1
        if self.deaths[key] >= _DEATHS:
            raise ClusterError(
                "several workers ended at the same part of the search: give them more memory"
            )

    def standing(self) -> Shared:
        """How far it is."""
        threads = self.workers.look()
        refused = next(iter(self.workers.refused.values()), "")
        return Shared.of(self.schedule, sum(threads.values()), len(self.flight), refused)
