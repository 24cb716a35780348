"""Figures of the trees of one strategy, opening after opening; tables are made once."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from mmtree.errors import NoTreeError
from mmtree.game.table import CodeTable
from mmtree.strategies.builder import prepare, run_strategy
from mmtree.strategies.interface import Task
from mmtree.strategies.options import Value
from mmtree.tree.tree import Claim


class Builder:
    """Builds the trees of one strategy, and keeps none.

    Attributes:
        table: the codes.
        options: what the strategy is told, the defaults that count included.

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

    def figures(self, opening: int) -> Claim | None:
        """Of the tree with that opening, a code; None where it is proved that there is none."""
        task = Task(self.table, self.table.rank(opening), jobs=self._jobs)
        try:
            return run_strategy(self.row, task, self._checked).figures
        except NoTreeError:
            return None


def main() -> None:
    """Build what standard input asks for, a line of JSON each: a strategy, then opening by opening.

    Each answer is a histogram, null where there is no tree, or a text: what went wrong.
    """
    builder = Builder(*json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        answer: object
        try:
            figures = builder.figures(int(line))
            answer = None if figures is None else figures.histogram
        except MemoryError:
            answer = "memory"
        except Exception as error:  # told by the process that asked
            answer = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
