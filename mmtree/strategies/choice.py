"""What every strategy is: a function that chooses the next guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks
from mmtree.search.prices import Objective
from mmtree.tree.tree import Proof

if TYPE_CHECKING:
    from mmtree.search.checkpoint import Checkpoint

History = tuple[tuple[int, int], ...]
"""The guesses made so far (ranks), each with the feedback 10·black + white it got."""

Progress = Callable[[int, int, str], None]
"""Called with the work done, all the work, and a word on the best found so far."""


@dataclass(frozen=True)
class Options:
    """What a strategy can be told; each says in the registry which of these it takes.

    Attributes:
        opening: number of the code to open with; None leaves it to the strategy.
        seed: of the random numbers.
        samples: guesses drawn for each choice.
        direction: in which the counting strategy counts.
        objective: what an exact search minimises.
        slack: guesses whose bound exceeds the least bound of their set by more are not tried by an
            exact search; None for no limit.
        price: of a bit that is stored, in thousandths of a guess; 0: the total comes first.
        ask: least number of secrets left from which on a guess is stored.
    """

    opening: int | None = None
    seed: int = 0
    samples: int = 100
    direction: Literal["up", "down"] = "up"
    objective: Objective = field(default_factory=Objective)
    slack: int | None = None
    price: int = 0
    ask: int = 3


@dataclass
class Run:
    """How to build: nothing here changes the tree.

    Attributes:
        progress: called as the work proceeds.
        jobs: number of threads.
        checkpoint: where an exact search keeps what is settled.
        scanned: the sets of secrets for which exact searches have looked at all guesses.
    """

    progress: Progress | None = None
    jobs: int = 1
    checkpoint: Checkpoint | None = None
    scanned: int = 0


@dataclass(frozen=True)
class Chooser:
    """A strategy at work.

    Attributes:
        choose: the rank of the next guess, from the secrets left (two or more) and the history. It
            is asked for each position once, in preorder of the tree, so a seeded strategy may draw
            as it goes.
        proof: what was proved about the tree that follows, if anything.
    """

    choose: Callable[[Ranks, History], int]
    proof: Proof | None = None


Make = Callable[[CodeTable, Options, Run], Chooser]
"""Sets a strategy to work on the codes of a table."""
