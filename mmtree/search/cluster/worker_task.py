"""The task of a worker: the search of some second guesses of a cell by the native kernel."""

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
from mmtree.search.exact_native import get_cached_search, table_of
from mmtree.search.kernel import kernel
from mmtree.search.partition import Ranks
from mmtree.search.prices import Prices
from mmtree.search.progress import SearchProgress
from mmtree.search.solved_parts import PART, Packed, SolvedParts

BuildInfo = tuple[str, str, str]
"""The version, the kernel and the byte order, which must be the same on all machines."""


def build_info() -> BuildInfo:
    """Return the version, the kernel and the byte order of this process."""
    return mmtree.__version__, kernel(), sys.byteorder


@dataclass(frozen=True)
class CellTask:
    """Second guesses of a cell whose prices are wanted.

    Attributes:
        rules, prices: of the whole search.
        opening: rank of the first guess.
        feedback: index of the cell's feedback in the canonical order.
        guesses: uint32 in bytes, the second guesses to try, as rising ranks.
        limit: only prices below it are sought.
    """

    rules: Rules
    prices: Prices
    opening: int
    feedback: int
    guesses: bytes
    limit: int


@dataclass(frozen=True)
class CellResult:
    """The result of a task.

    Attributes:
        parts: prices with their trees, or bounds, of the second guesses.
        seconds: the time that the search took.
        scanned: the number of sets for which all guesses were bounded.
    """

    parts: Packed
    seconds: float
    scanned: int


def search_cell(task: CellTask) -> CellResult:
    """Search the second guesses of a task; called on a worker.

    Raises:
        SizeError: the search needs more memory than there is.
        CancelledError: the task was cancelled.
    """
    is_wanted = wanted()

    def stop_if_unwanted(progress: SearchProgress) -> None:
        if not is_wanted():
            raise CancelledError

    start = time.perf_counter()
    solved: list[Packed] = []
    search = get_cached_search(task.rules, task.prices, keep=solved.append)
    solution = search.solve(
        _secrets(task.rules, task.opening, task.feedback),
        (task.opening,),
        np.frombuffer(task.guesses, np.uint32).astype(np.intp),
        stop_if_unwanted,
        task.limit,
    )
    found = SolvedParts.unpack(*solved)
    records = np.zeros(len(found), PART)
    records["guess"], records["feedback"] = task.opening, task.feedback
    records["second"], records["answer"] = found.records["guess"], found.records["feedback"]
    records["price"], records["length"] = found.records["price"], found.records["length"]
    packed = SolvedParts(records, found.plans).packed
    return CellResult(packed, time.perf_counter() - start, solution.scanned)


def format_mismatch(worker: BuildInfo, expected: BuildInfo) -> str:
    """Return the reason why a worker cannot be used, as a predicate for "the worker at …"."""
    if worker[0] != expected[0]:
        return f"has mmtree {worker[0]}, not {expected[0]}; install the same version there"
    if worker[1] != expected[1]:
        return f"has the {worker[1]} kernel; a cluster needs the native one"
    return "has another byte order"


def wanted() -> Callable[[], bool]:
    """Return a function that checks whether this thread's Dask task is still wanted.

    A search may take hours, and Dask itself does not interrupt a running task.
    """
    try:
        worker = sys.modules["distributed"].get_worker()
        key, tasks = worker.get_current_task(), worker.state.tasks
    except (KeyError, ValueError, AttributeError):  # not a task of Dask
        return lambda: True

    def is_wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return is_wanted


@lru_cache(maxsize=64)
def _secrets(rules: Rules, opening: int, feedback: int) -> Ranks:
    return cell_secrets(table_of(rules), opening, feedback)
