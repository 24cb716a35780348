"""Comparison of two trees of the same rules, by secret and by guess."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.research.games import Games, Turn
from mmtree.research.renaming import Renaming, find_renaming, is_renamed_in_branches


@dataclass(frozen=True)
class Gain:
    """The secrets that one tree finds by fewer guesses than the other.

    Attributes:
        secrets: the number of these secrets.
        most: the largest number of guesses saved; 0 if no secret.
        example: the first secret in order with this number; None if no secret.
    """

    secrets: int
    most: int
    example: int | None


@dataclass(frozen=True)
class Difference:
    """The first different guess of two trees, in preorder.

    Attributes:
        before: the turns that lead there, which both trees share.
        first, second: the guess of each tree.
    """

    before: tuple[Turn, ...]
    first: int
    second: int


@dataclass(frozen=True)
class Comparison:
    """The differences of two trees.

    Attributes:
        first, second: their games.
        difference: the first different guess; None if the trees are the same.
        renaming: how the first becomes the second, if they differ only in positions and colours.
        in_branches: True if each branch becomes the other by a renaming of its own.
        first_gain: the secrets that the first tree finds by fewer guesses.
        second_gain: the secrets that the second tree finds by fewer guesses.
    """

    first: Games
    second: Games
    difference: Difference | None
    renaming: Renaming | None
    in_branches: bool
    first_gain: Gain
    second_gain: Gain

    @property
    def equal(self) -> int:
        """The number of secrets that both find by the same number of guesses."""
        return len(self.first.guesses) - self.first_gain.secrets - self.second_gain.secrets


def compare(first: Games, second: Games) -> Comparison:
    """Compare two trees of the same rules."""
    difference = find_difference(first, second)
    renamed = find_renaming(first.tree, second.tree) if difference else None
    in_branches = (
        difference is not None
        and renamed is None
        and is_renamed_in_branches(first.tree, second.tree)
    )
    gains = find_gain(first, second), find_gain(second, first)
    return Comparison(first, second, difference, renamed, in_branches, *gains)


def find_gain(first: Games, second: Games) -> Gain:
    """Return the secrets that the first tree finds by fewer guesses than the second."""
    gains = {
        secret: second.guesses[secret] - guesses
        for secret, guesses in first.guesses.items()
        if guesses < second.guesses[secret]
    }
    most = max(gains.values(), default=0)
    example = next((secret for secret, gain in gains.items() if gain == most), None)
    return Gain(len(gains), most, example)


def find_difference(first: Games, second: Games) -> Difference | None:
    """Return the first different guess of two trees of the same rules; None if there is none."""
    pairs = zip(first.tree.guess, second.tree.guess, strict=False)
    # Before it, equal guesses have equal answers, so the nodes have the same numbers.
    for node, (guess, other) in enumerate(pairs):
        if guess != other:
            return Difference(tuple(first.path_to(node)), guess, other)
    return None
