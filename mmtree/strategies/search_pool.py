"""Many searches of sets that have nothing to do with each other, several at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Protocol

from mmtree.game.rules import Rules
from mmtree.search.beam import Beam
from mmtree.search.exact_native import remembering, table_of
from mmtree.search.kernel import kernel
from mmtree.search.partition import Ranks
from mmtree.search.prices import Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.solution import Solution
from mmtree.strategies.interface import Task

_WAIT = 0.2
"""Seconds between two looks at the clock."""


@dataclass(frozen=True)
class Question:
    """The search of one set.

    Attributes:
        history: the guesses (ranks) made before.
        secrets: the secrets left (rising ranks).
        beam, slack: as :class:`mmtree.search.exact.Search` has them.
        total: only what takes fewer guesses from there on, over all its secrets, is looked for.
    """

    history: tuple[int, ...]
    secrets: Ranks
    beam: Beam
    slack: int
    total: int

    @property
    def limit(self) -> int:
        """Only a lower price is looked for: guesses are counted from the first of all."""
        return self.total + len(self.secrets) * len(self.history)


class Asked(Protocol):
    """Questions that are being answered."""

    @property
    def waiting(self) -> bool:
        """Whether some are not answered yet."""

    def landed(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        """The questions, by number, that were answered since; waits so long for the first."""

    def end(self) -> None:
        """No more answers are wanted."""


class _ThreadsAsked:
    """Questions that the threads of this process answer."""

    def __init__(
        self,
        jobs: int,
        stop: threading.Event,
        rules: Rules,
        prices: Prices,
        questions: Sequence[Question],
        order: list[int],
    ) -> None:
        self._stop = stop
        self._pool = ThreadPoolExecutor(jobs)
        self._numbers = {
            self._pool.submit(answer, rules, prices, questions[at], stop): at for at in order
        }
        self._waiting = set(self._numbers)

    @property
    def waiting(self) -> bool:
        return bool(self._waiting)

    def landed(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        done, self._waiting = wait(self._waiting, seconds, FIRST_COMPLETED)
        return [(self._numbers[future], future.result()) for future in done]

    def end(self) -> None:
        if self._waiting:
            self._stop.set()
        self._pool.shutdown(cancel_futures=True)


class StoppedError(Exception):
    """A search was told to stop."""


class Questions:
    """Answers questions by searches of one thread each, as many at a time as the task allows.

    Attributes:
        stopped: the time of the task is up, or somebody interrupted it: nothing more is answered.
        interrupted: it was the latter.
    """

    def __init__(self, task: Task, prices: Prices) -> None:
        self.task = task
        self.prices = prices
        self.stopped = self.interrupted = False
        self._stop = threading.Event()
        self._end = None if task.seconds is None else time.monotonic() + task.seconds

    def ask(
        self, questions: Sequence[Question], told: Callable[[int], None], patient: bool
    ) -> list[Solution | None]:
        """The answer to each, in their order; None where it was stopped before.

        Args:
            questions: what is to be searched, which is done from the largest on.
            told: called with the secrets of each that is answered.
            patient: wait, however long that takes.

        Raises:
            KeyboardInterrupt: somebody did not want to wait where it is patient.
        """
        answers: list[Solution | None] = [None] * len(questions)
        order = sorted(range(len(questions)), key=lambda at: -len(questions[at].secrets))
        asked = self._begin(questions, order)
        try:
            while asked.waiting and (patient or not self._is_late()):
                for at, solution in asked.landed(_WAIT):
                    answers[at] = solution
                    told(len(questions[at].secrets))
        except KeyboardInterrupt:
            self.stopped = self.interrupted = True
            if patient:
                raise
        finally:
            asked.end()
        return answers

    def _begin(self, questions: Sequence[Question], order: list[int]) -> Asked:
        """Have them answered, in this order, by threads or by the workers of a cluster."""
        task = self.task
        if task.workers:
            from mmtree.strategies.cluster_pool import WorkersAsked

            return WorkersAsked(task.workers, task.table, self.prices, questions, order)
        jobs = 1 if kernel() == "numpy" else task.jobs
        return _ThreadsAsked(jobs, self._stop, task.table.rules, self.prices, questions, order)

    def _is_late(self) -> bool:
        self.stopped |= self._end is not None and time.monotonic() >= self._end
        return self.stopped


def answer(
    rules: Rules, prices: Prices, question: Question, stop: threading.Event | None = None
) -> Solution:
    """Search one set.

    Args:
        rules, prices: of the whole tree.
        question: the set.
        stop: tells to stop; None on a worker of a cluster, where the answer may be wanted no more.

    Raises:
        StoppedError: it was told so.
    """
    is_wanted = _wanted() if stop is None else lambda: not stop.is_set()

    def report(standing: SearchProgress | None) -> None:
        if not is_wanted():
            raise StoppedError

    report(None)
    if kernel() == "numpy":
        from mmtree.search.exact import Search

        search = Search(table_of(rules), prices, question.slack, question.beam)
        return search.solve(question.secrets, question.history, None, report, question.limit)
    fast = remembering(rules, prices, question.slack, beam=question.beam)
    return fast.solve(question.secrets, question.history, None, report, question.limit)


def _wanted() -> Callable[[], bool]:
    from mmtree.search.cluster.worker_task import wanted

    return wanted()
