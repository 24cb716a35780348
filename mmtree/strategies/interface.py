"""What every strategy is: a function that sets it to work on a task and gives a chooser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mmtree.game.code import format_code
from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks
from mmtree.tree.tree import CLUSTER, Proof, Strategy, StrategyTree

if TYPE_CHECKING:
    from mmtree.search.checkpoint import Checkpoint
    from mmtree.search.cluster.workers import Workers
    from mmtree.strategies.upper_bound import Below

History = tuple[tuple[int, int], ...]
"""The guesses made so far (ranks), each with the feedback 10·black + white it got."""

Progress = Callable[[int, int, str], None]
"""Called with the work done, all the work, and a word on the best found so far."""


@dataclass
class Task:
    """What a tree is to be built for, and how; only the first two change the tree.

    Attributes:
        table: the codes.
        opening: rank of the first guess; None leaves it to the strategy.
        progress: called as the work proceeds.
        jobs: number of threads.
        checkpoint: where an exact search keeps what is settled.
        below: what limits an exact search beforehand: a tree that there is, or a total.
        workers: of a cluster, which share a search; None to search alone.
        improves: a tree to go on from, where the strategy can.
        seconds: after so many, what was found so far is taken, where the strategy can.
        scanned: the sets of secrets for which exact searches have looked at all guesses.
    """

    table: CodeTable
    opening: int | None = None
    progress: Progress | None = None
    jobs: int = 1
    checkpoint: Checkpoint | None = None
    below: Below | None = None
    workers: Workers | None = None
    improves: StrategyTree | None = None
    seconds: float | None = None
    scanned: int = 0

    @property
    def searched_by(self) -> str | None:
        """:data:`CLUSTER` where workers are believed, of this run or one before; else None."""
        by_workers = self.workers or (self.checkpoint and self.checkpoint.by_cluster)
        return CLUSTER if by_workers else None

    @property
    def opened(self) -> str:
        """What an objective says of the opening asked for, as ", opened AABC"; or nothing."""
        if self.opening is None:
            return ""
        return f", opened {format_code(int(self.table.numbers[self.opening]), self.table.rules)}"


@dataclass(frozen=True)
class Chooser:
    """A strategy at work.

    Attributes:
        choose: the rank of the next guess, from the secrets left (two or more) and the history. It
            is asked for each position once, in preorder of the tree, so a seeded strategy may draw
            as it goes; a given opening is not asked for.
        proof: what was proved about the tree that follows, if anything.
        made_by: what the tree names as its strategy; None for the row and the options asked for.
        interrupted: somebody did not want to wait for more than what follows.
    """

    choose: Callable[[Ranks, History], int]
    proof: Proof | None = None
    made_by: Strategy | None = None
    interrupted: bool = False


Make = Callable[..., Chooser]
"""A strategy: called with the task, and by name with each option that its row declares."""
