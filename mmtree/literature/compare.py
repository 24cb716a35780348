"""Two trees of the same rules, secret by secret and guess by guess."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.literature.games import Games, Turn
from mmtree.literature.renaming import Renaming, renamed_in_branches, renaming


@dataclass(frozen=True)
class Better:
    """The secrets that one tree finds by fewer guesses than the other.

    Attributes:
        secrets: how many they are.
        most: by how many guesses at most; 0 where there is none.
        example: the first secret in order where it is so many; None where there is none.
    """

    secrets: int
    most: int
    example: int | None


@dataclass(frozen=True)
class Difference:
    """Where two trees first guess otherwise, in the order of their nodes.

    Attributes:
        before: the guesses and answers that lead there, which both trees have.
        first, second: what each of them guesses.
    """

    before: tuple[Turn, ...]
    first: int
    second: int


@dataclass(frozen=True)
class Comparison:
    """What two trees have in common and what not.

    Attributes:
        first, second: their games.
        difference: where they first guess otherwise; None where they are the same.
        renaming: how the first becomes the second, where they differ in places and colours alone.
        in_branches: True where they do so with exchanges that differ from branch to branch.
        better: the secrets that the first finds by fewer guesses.
        worse: those that the second does.
    """

    first: Games
    second: Games
    difference: Difference | None
    renaming: Renaming | None
    in_branches: bool
    better: Better
    worse: Better

    @property
    def equal(self) -> int:
        """How many secrets both find by as many guesses."""
        return len(self.first.guesses) - self.better.secrets - self.worse.secrets


def compare(first: Games, second: Games) -> Comparison:
    """Hold two trees of the same rules against each other."""
    difference = first_difference(first, second)
    renamed = renaming(first.tree, second.tree) if difference else None
    in_branches = (
        difference is not None and renamed is None and renamed_in_branches(first.tree, second.tree)
    )
    gains = better(first, second), better(second, first)
    return Comparison(first, second, difference, renamed, in_branches, *gains)


def better(first: Games, second: Games) -> Better:
    """The secrets that the first tree finds by fewer guesses than the second."""
    gains = {
        secret: second.guesses[secret] - guesses
        for secret, guesses in first.guesses.items()
        if guesses < second.guesses[secret]
    }
    most = max(gains.values(), default=0)
    example = next((secret for secret, gain in gains.items() if gain == most), None)
    return Better(len(gains), most, example)


def first_difference(first: Games, second: Games) -> Difference | None:
    """Where two trees of the same rules first guess otherwise; None where they never do."""
    pairs = zip(first.tree.guess, second.tree.guess, strict=False)
    # Up to there the same guesses have had the same answers, so the nodes have the same numbers.
    for node, (mine, theirs) in enumerate(pairs):
        if mine != theirs:
            return Difference(tuple(first.before(node)), mine, theirs)
    return None
