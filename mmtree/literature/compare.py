"""Two trees of the same rules, secret by secret and guess by guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from mmtree.game.rules import Rules
from mmtree.literature.games import Games, Turn
from mmtree.tree.tree import StrategyTree


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
class Renaming:
    """How one tree becomes another.

    Attributes:
        places: for each place of the other tree's codes, the place its peg comes from.
        colors: for each of those places, what each colour becomes. It is the same for all places
            but where only black pegs are answered and colours may repeat.
    """

    places: tuple[int, ...]
    colors: tuple[dict[int, int], ...]


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


def renaming(first: StrategyTree, second: StrategyTree) -> Renaming | None:
    """How to exchange places and colours such that the first tree becomes the second.

    One exchange is looked for that holds for the whole tree. None where there is none.
    """
    if first.feedback != second.feedback or first.extent != second.extent:
        return None  # an exchange changes no answer
    rules = first.rules
    pairs = list(dict.fromkeys(zip(first.guess, second.guess, strict=True)))
    rows = [(rules.digits(mine), rules.digits(theirs)) for mine, theirs in pairs]
    for places in permutations(range(rules.pegs)):
        if colors := _colors(rows, places, rules):
            return Renaming(places, colors)
    return None


def _colors(
    rows: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], places: Sequence[int], rules: Rules
) -> tuple[dict[int, int], ...] | None:
    """What the colours become where the places are exchanged so; None where that cannot be."""
    alone = not rules.whites and not rules.distinct
    named: tuple[dict[int, int], ...] = tuple({} for _ in places)
    if not alone:
        named = named[:1] * rules.pegs
    for mine, theirs in rows:
        for names, place, color in zip(named, places, theirs, strict=True):
            if names.setdefault(mine[place], color) != color:
                return None
    if any(len(set(names.values())) < len(names) for names in named):
        return None
    return named
