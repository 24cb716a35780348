"""Builds the trees of one strategy, opening by opening, with tables that are computed once."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from mmtree.errors import NoTreeError
from mmtree.game.table import CodeTable
from mmtree.strategies.builder import prepare, run_strategy
from mmtree.strategies.interface import Task
from mmtree.strategies.options import Value
from mmtree.tree.provenance import Figures


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


def main() -> None:
    """Build the trees that standard input names: a line of JSON for the strategy, then openings.

    Each answer is a line of JSON: a histogram, null if there is no tree, or an error as text.
    """
    builder = Builder(*json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        answer: object
        try:
            figures = builder.build_figures(int(line))
            answer = None if figures is None else figures.histogram
        except MemoryError:
            answer = "memory"
        except Exception as error:  # the parent process reports it
            answer = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
