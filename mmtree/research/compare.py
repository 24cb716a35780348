"""Comparison of two trees of the same rules, by secret, by guess and up to renaming."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from mmtree.game.rules import Rules
from mmtree.research.games import Games, Turn
from mmtree.tree.tree import StrategyTree


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
class TreeRenaming:
    """A permutation of positions and colours that turns one tree into another.

    Attributes:
        places: for each position of the other tree's codes, the position its peg comes from.
        colors: for each of those positions, the new name of each colour. All positions share one
            map, unless the colours of each can be renamed separately.
    """

    places: tuple[int, ...]
    colors: tuple[dict[int, int], ...]


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
    renaming: TreeRenaming | None
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
    trees = first.tree, second.tree
    renamed = find_renaming(*trees) if difference else None
    in_branches = bool(difference and not renamed and find_renaming(*trees, by_branch=True))
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


def find_renaming(
    first: StrategyTree, second: StrategyTree, by_branch: bool = False
) -> TreeRenaming | None:
    """Return a renaming of the first tree to the second; None if there is none.

    Args:
        first, second: trees of the same rules.
        by_branch: each game has its own renaming, of which that of the last game is returned. It
            may change after each answer, as long as it maps the earlier guesses as before, which
            changes neither the answers nor the secrets left.
    """
    if first.feedback != second.feedback or first.extent != second.extent:
        return None  # a renaming changes no answer
    path = [list(_empty_renamings(first.rules))]  # the renamings left after each guess
    for node, depth in first.walk():
        path = path[: depth + 1] if by_branch else path[-1:]
        pair = first.guess[node], second.guess[node]
        extended = (_extend(known, first.rules, *pair) for known in path[-1])
        path.append([found for found in extended if found])
        if not path[-1]:
            return None
    return path[-1][0]


def _empty_renamings(rules: Rules) -> Iterator[TreeRenaming]:
    """Yield every order of the positions, with no colours renamed yet but a hole, which stays."""
    if rules.renaming == "never":
        return
    orders = permutations(range(rules.pegs))
    for places in orders if rules.permuting == "always" else [next(orders)]:
        hole = {rules.colors - 1: rules.colors - 1} if rules.holes else {}
        names = tuple(dict(hole) for _ in places)
        separate = rules.renaming == "separately"
        yield TreeRenaming(places, names if separate else names[:1] * rules.pegs)


def _extend(known: TreeRenaming, rules: Rules, guess: int, image: int) -> TreeRenaming | None:
    """Extend a renaming so that it maps a guess to its image; return None if it cannot."""
    before, after = rules.digits(guess), rules.digits(image)
    copies = {id(names): dict(names) for names in known.colors}
    colors = tuple(copies[id(names)] for names in known.colors)
    for names, place, color in zip(colors, known.places, after, strict=True):
        if names.setdefault(before[place], color) != color:
            return None
    if any(len(set(names.values())) < len(names) for names in copies.values()):
        return None
    return TreeRenaming(known.places, colors)
