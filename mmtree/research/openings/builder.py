"""Builds the trees of one strategy, opening by opening, in one process or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from functools import cache
from typing import Any

from mmtree.errors import NoTreeError
from mmtree.game.code_table import CodeTable
from mmtree.processes import process_pool
from mmtree.strategies.builder import prepare, run_strategy
from mmtree.strategies.interface import Task
from mmtree.strategies.options import Value
from mmtree.tree.provenance import Figures

_WAIT = 0.5
"""Seconds; Windows notices Ctrl-C only between two waits."""


class Builder:
    """Builds the trees of one strategy, and returns only their figures.

    Attributes:
        row: the strategy.
        table: the codes.
        options: the options of the strategy, including defaults that matter.

    Raises:
        StrategyError, RulesError, SizeError: as :func:`mmtree.strategies.builder.build_tree`.
    """

    def __init__(
        self, strategy: str, rules: str, options: Mapping[str, Value | None], jobs: int = 1
    ) -> None:
        self.row, task, checked = prepare(strategy, rules, None, options)
        self.table: CodeTable = task.table
        self.options = {
            name: value
            for name, value in checked.items()
            if value is not None and value is not False
        }
        self._checked, self._jobs = checked, jobs

    def build_figures(self, opening: int) -> Figures | None:
        """Return the figures of the tree with an opening; None if no tree exists, as is proved."""
        task = Task(self.table, self.table.rank(opening), jobs=self._jobs)
        try:
            return run_strategy(self.row, task, self._checked).figures
        except NoTreeError:
            return None


@cache
def _builder(
    strategy: str, rules: str, options: tuple[tuple[str, Value | None], ...], jobs: int
) -> Builder:
    return Builder(strategy, rules, dict(options), jobs)


def _build(arguments: tuple[Any, ...], opening: int) -> Figures | None:
    """Build an opening in a worker process, which prepares a strategy once."""
    return _builder(*arguments).build_figures(opening)


def iter_figures(
    strategy: str,
    rules: str,
    options: Mapping[str, Value | None],
    openings: Sequence[int],
    processes: int,
    threads: int,
) -> Iterator[tuple[int, Figures | None]]:
    """Yield the figures of each opening as they are built; None if no tree exists, as is proved.

    When the generator ends, also by an interruption, the processes end.

    Args:
        strategy, rules, options: what is built, already checked.
        openings: code numbers.
        processes: the number of processes.
        threads: the threads of an exact search in each process.

    Raises:
        MmtreeError: a process ended before its work was done.
        MemoryError: a process ran out of memory.
    """
    arguments = strategy, rules, tuple(options.items()), threads
    with process_pool(processes) as pool:
        builds = {pool.submit(_build, arguments, opening): opening for opening in openings}
        waiting = set(builds)
        while waiting:
            done, waiting = wait(waiting, _WAIT, FIRST_COMPLETED)
            yield from ((builds[build], build.result()) for build in done)
