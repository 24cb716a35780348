"""The interface of a strategy: a function from a task to a chooser of guesses, or to a tree.

Both become the nodes of a tree: :func:`grow_tree` plays the chooser, :func:`expand_tree` adds the
guesses for one or two secrets, and the feedbacks.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from mmtree.errors import StrategyError
from mmtree.game.code import format_code
from mmtree.game.codes import Codes
from mmtree.progress import OnProgress, Progress
from mmtree.search.native_game import (
    by_weight,
    native_game,
    native_weights,
    searches_natively,
    split_natively,
)
from mmtree.tree.provenance import CLUSTER, Proof, Strategy
from mmtree.tree.tree import StrategyTree, extents_of

if TYPE_CHECKING:  # an exact search by the native kernel needs no NumPy
    from fractions import Fraction

    from mmtree.game.code_table import CodeTable
    from mmtree.search.checkpoint import Checkpoint
    from mmtree.search.cluster.cluster import Cluster
    from mmtree.search.partition import Ranks

History = tuple[tuple[int, int], ...]
"""The guesses made so far (ranks), each with the feedback 10·black + white it got."""

BelowLimit = StrategyTree | int
"""A tree: trees of a higher total are pruned. A number: only trees of a lower total are found."""


@dataclass(eq=False, repr=False)
class Task:
    """The arguments of a build. Only the codes and the opening change the tree.

    Attributes:
        codes: the codes; a CodeTable to share it with other tasks.
        opening: rank of the first guess; None leaves it to the strategy.
        progress: called as the work proceeds.
        jobs: number of threads.
        checkpoint: the saved state of an exact search.
        below: an upper bound for an exact search: a known tree, or a total.
        cluster: the cluster whose workers run the search; None for this process.
        improves: the tree from which a beam starts.
        seconds: the time after which a search returns the best tree so far.
        gap: the gap at which an exact search returns the best tree so far.
        scanned: the number of sets of secrets for which exact searches have bounded all guesses.
    """

    codes: Codes
    opening: int | None = None
    progress: OnProgress | None = None
    jobs: int = 1
    checkpoint: Checkpoint | None = None
    below: BelowLimit | None = None
    cluster: Cluster | None = None
    improves: StrategyTree | None = None
    seconds: float | None = None
    gap: Fraction | None = None
    scanned: int = 0

    @cached_property
    def table(self) -> CodeTable:
        """The codes with their feedback."""
        from mmtree.game.code_table import CodeTable

        return CodeTable.of(self.codes)

    @property
    def searched_by(self) -> str | None:
        """:data:`CLUSTER` if workers searched, in this run or an earlier one; else None."""
        by_workers = self.cluster or (self.checkpoint and self.checkpoint.by_cluster)
        return CLUSTER if by_workers else None

    @property
    def opening_text(self) -> str:
        """The given opening as text, as an objective names it; else empty."""
        if self.opening is None:
            return ""
        return format_code(self.codes.in_order[self.opening], self.codes.rules)

    def check_start_tree(
        self, what: str, tree: StrategyTree, most: int | None, instead: str = ""
    ) -> None:
        """Refuse a tree that a search cannot start from.

        Args:
            what: the name of the argument.
            most: the most guesses allowed, or None.
            instead: the end of the message.

        Raises:
            StrategyError: it has other rules or another opening, or takes too many guesses.
            TreeError: it is not a strategy tree.
        """
        rules, opened = self.codes.rules, tree.root.guess
        if tree.rules != rules:
            same = str(tree.rules) == str(rules)
            named = f"another game called {rules}" if same else f"{tree.rules}, not for {rules}"
            raise StrategyError(f"{what}: the tree is for {named}")
        if self.opening is not None and opened != self.codes.in_order[self.opening]:
            raise StrategyError(
                f"{what}: the tree opens {format_code(opened, rules)}, "
                f"not {self.opening_text}{instead}"
            )
        if most is not None and tree.max > most:
            raise StrategyError(f"{what}: the tree takes {tree.max} guesses, not {most}{instead}")


Chooser = Callable[["Ranks", History], int]
"""Returns the rank of the next guess for the secrets left (two or more) and the history. It is
called once for each position, in preorder of the tree, so that a seeded strategy may draw random
numbers as it goes; it is not called for a given opening."""


class SearchResult(NamedTuple):
    """The tree that a search found.

    Attributes:
        guesses: as in :class:`mmtree.search.prices.Solution`, for all secrets; a given opening
            comes first.
        proof: what was proved about the tree, if anything.
        made_by: the strategy that the tree names; None for the row and its options.
        interrupted: the user interrupted the search, and this is the best tree so far.
    """

    guesses: Sequence[int]
    proof: Proof | None = None
    made_by: Strategy | None = None
    interrupted: bool = False


Make = Callable[..., Chooser | SearchResult]
"""A strategy's function: called with the task, and by name with each option of its row."""

Nodes = tuple["array[int]", "array[int]", "array[int]"]
"""Guesses, feedbacks and extents, as :class:`mmtree.tree.tree.StrategyTree` takes them."""


def grow_tree(
    table: CodeTable, chooser: Chooser, opening: int | None, progress: OnProgress | None
) -> Nodes:
    """Play a chooser against every secret.

    Args:
        chooser: called for every set of two secrets or more, in preorder.
        opening: rank of the first guess; None leaves it to the chooser.
        progress: called with the secrets found after each node with branches.
    """
    from mmtree.search.partition import split

    def choose(secrets: Ranks, history: History) -> int:
        return chooser(secrets, history) if history or opening is None else opening

    return _grow(table, table.secrets, choose, partial(split, table), progress)


def expand_tree(codes: Codes, guesses: Sequence[int], progress: OnProgress | None) -> Nodes:
    """Add to the guesses of a search those for one or two secrets, and the feedbacks.

    Args:
        guesses: as in :class:`mmtree.search.prices.Solution`, for all secrets.
        progress: called with the secrets found after each node with branches.
    """
    planned = iter(guesses)
    first_of_two: Callable[[Any], int] = itemgetter(0)

    def choose(secrets: Any, history: History) -> int:
        return first_of_two(secrets) if history and len(secrets) == 2 else next(planned)

    rules = codes.rules
    if searches_natively(rules) and not rules.wide:
        split = partial(split_natively, native_game(rules))
        weights = native_weights(codes)
        secrets = by_weight(codes.secret_ranks, weights) if weights else codes.secret_ranks
        return _grow(codes, secrets, choose, split, progress)
    from mmtree.game.code_table import CodeTable
    from mmtree.search import partition
    from mmtree.search.weighted import weights_of

    table = CodeTable.of(codes)
    first_of_two = partial(partition.first_of_two, table, weights=weights_of(table))
    return _grow(table, table.secrets, choose, partial(partition.split, table), progress)


def _grow(
    codes: Codes,
    everything: Any,
    choose: Callable[[Any, History], int],
    split: Callable[[Any, int], list[tuple[int, Any]]],
    progress: OnProgress | None,
) -> Nodes:
    """Play a chooser against all secrets, in an array of any kind that it and ``split`` take."""
    guesses, feedbacks, depths = array("Q"), array(codes.rules.typecode), array("I")
    all_right, work, found = codes.rules.all_right, len(everything), 0
    if progress:
        progress(Progress(found, work))
    waiting: list[tuple[int, Any, History]] = [(0, everything, ())]
    while waiting:
        feedback, secrets, history = waiting.pop()
        one = len(secrets) == 1
        guess = int(secrets[0]) if one else choose(secrets, history)
        guesses.append(codes.in_order[guess])
        feedbacks.append(feedback)
        depths.append(len(history))
        cells = [] if one else split(secrets, guess)
        if one or cells[-1][0] == all_right:
            found += 1
            del cells[-1:]
        if progress and (cells or found == work):  # leaves take no time
            progress(Progress(found, work))
        waiting += [(value, cell, (*history, (guess, value))) for value, cell in reversed(cells)]
    return guesses, feedbacks, extents_of(depths)
