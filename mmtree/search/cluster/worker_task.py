"""What runs on a worker: some second guesses of a cell, searched by the native kernel."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import mmtree
from mmtree.game.rules import Rules
from mmtree.search.cluster.openings import cell_secrets
from mmtree.search.exact_native import remembering, table_of
from mmtree.search.kernel import kernel
from mmtree.search.partition import Ranks
from mmtree.search.prices import Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.solved_parts import PART, Packed, SolvedParts

About = tuple[str, str, str]


def about() -> About:
    """What must be the same everywhere: the version, the kernel, and the order of bytes."""
    return mmtree.__version__, kernel(), sys.byteorder


@dataclass(frozen=True)
class Question:
    """Which prices a search has to settle.

    Attributes:
        rules, prices, slack: of the whole search.
        opening: rank of the first guess.
        feedback: the place of its feedback, which makes the cell.
        guesses: uint32 in bytes, the second guesses to be tried, as rising ranks.
        limit: only prices below it are looked for.
    """

    rules: Rules
    prices: Prices
    slack: int | None
    opening: int
    feedback: int
    guesses: bytes
    limit: int


@dataclass(frozen=True)
class Answer:
    """What was settled.

    Attributes:
        parts: prices, with their trees, or bounds of the second guesses.
        seconds: what that took.
        scanned: for how many sets all guesses were looked at.
    """

    parts: Packed
    seconds: float
    scanned: int


def search_part(question: Question) -> Answer:
    """Search one part, on a worker.

    Raises:
        SizeError: the search needs more memory than there is.
        CancelledError: nobody wants it any more.
    """
    is_wanted = wanted()

    def ask(standing: SearchProgress) -> None:
        if not is_wanted():
            raise CancelledError

    start = time.perf_counter()
    settled: list[Packed] = []
    search = remembering(question.rules, question.prices, question.slack, keep=settled.append)
    solution = search.solve(
        _secrets(question.rules, question.opening, question.feedback),
        (question.opening,),
        np.frombuffer(question.guesses, np.uint32).astype(np.intp),
        ask,
        question.limit,
    )
    found = SolvedParts.of(*settled)
    records = np.zeros(len(found), PART)
    records["guess"], records["feedback"] = question.opening, question.feedback
    records["second"], records["answer"] = found.records["guess"], found.records["feedback"]
    records["price"], records["length"] = found.records["price"], found.records["length"]
    packed = SolvedParts(records, found.plans).packed
    return Answer(packed, time.perf_counter() - start, solution.scanned)


def difference(here: About, asked: About) -> str:
    """Why a worker cannot be used, in words that follow its address."""
    if here[0] != asked[0]:
        return f"has mmtree {here[0]}, not {asked[0]}; install the same version there"
    if here[1] != asked[1]:
        return f"has the {here[1]} kernel; a cluster needs the native one"
    return "has another byte order"


def wanted() -> Callable[[], bool]:
    """Whether the task that this thread runs for Dask is still wanted: a search may take hours."""
    try:
        worker = sys.modules["distributed"].get_worker()
        key, tasks = worker.get_current_task(), worker.state.tasks
    except (KeyError, ValueError, AttributeError):  # no task of Dask
        return lambda: True

    def is_wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return is_wanted


@lru_cache(maxsize=64)
def _secrets(rules: Rules, opening: int, feedback: int) -> Ranks:
    return cell_secrets(table_of(rules), opening, feedback)
