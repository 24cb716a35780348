"""Many searches of sets that have nothing to do with each other, several at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass

from mmtree.game.rules import Rules
from mmtree.search.beam import Beam
from mmtree.search.exact_native import remembering, table_of
from mmtree.search.kernel import kernel
from mmtree.search.partition import Ranks
from mmtree.search.prices import Prices
from mmtree.search.progress import Standing
from mmtree.search.solution import Solution
from mmtree.strategies.choice import Task


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
        rules = self.task.table.rules
        if self.task.workers:
            pool, stop = self.task.workers.executor(), None  # an event stays in its process
        else:
            pool, stop = (
                ThreadPoolExecutor(1 if kernel() == "numpy" else self.task.jobs),
                self._stop,
            )
        order = sorted(range(len(questions)), key=lambda at: -len(questions[at].secrets))
        asked = {pool.submit(answer, rules, self.prices, questions[at], stop): at for at in order}
        waiting = set(asked)
        try:
            while waiting and (patient or not self._is_late()):
                done, waiting = wait(waiting, 0.2, FIRST_COMPLETED)
                for future in done:
                    answers[asked[future]] = future.result()
                    told(len(questions[asked[future]].secrets))
        except KeyboardInterrupt:
            self.stopped = self.interrupted = True
            if patient:
                raise
        finally:
            if waiting:
                self._stop.set()
            pool.shutdown(wait=not self.task.workers, cancel_futures=True)
        return answers

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
    limit = question.total + len(question.secrets) * len(question.history)
    is_wanted = _wanted() if stop is None else lambda: not stop.is_set()

    def report(standing: Standing | None) -> None:
        if not is_wanted():
            raise StoppedError

    report(None)
    if kernel() == "numpy":
        from mmtree.search.exact import Search

        search = Search(table_of(rules), prices, question.slack, question.beam)
        return search.solve(question.secrets, question.history, None, report, limit)
    fast = remembering(rules, prices, question.slack, beam=question.beam)
    return fast.solve(question.secrets, question.history, None, report, limit)


def _wanted() -> Callable[[], bool]:
    from mmtree.search.cluster.work import wanted

    return wanted()
