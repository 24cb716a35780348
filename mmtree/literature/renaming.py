"""Whether two trees are the same but for the order of places and the names of colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree


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


def renaming(first: StrategyTree, second: StrategyTree) -> Renaming | None:
    """How to exchange places and colours such that the first tree becomes the second.

    One exchange is looked for that holds for the whole tree. None where there is none.
    """
    if first.feedback != second.feedback or first.extent != second.extent:
        return None  # an exchange changes no answer
    pairs = list(dict.fromkeys(zip(first.guess, second.guess, strict=True)))
    for known in _unnamed(first.rules):
        found: Renaming | None = known
        for mine, theirs in pairs:
            found = found and _named(found, first.rules, mine, theirs)
            if not found:
                break
        else:
            return found
    return None


def renamed_in_branches(first: StrategyTree, second: StrategyTree) -> bool:
    """Whether each game of the first tree becomes one of the second by some exchange of its own.

    Behind each answer another exchange may be made, if only it leaves the guesses before as they
    are: it changes neither answers nor what they tell.
    """
    if first.feedback != second.feedback or first.extent != second.extent:
        return False
    path = [list(_unnamed(first.rules))]  # the exchanges that are left at each depth
    for node, depth in first.walk():
        del path[depth + 1 :]
        pair = first.guess[node], second.guess[node]
        named = (_named(known, first.rules, *pair) for known in path[depth])
        left = [found for found in named if found]
        if not left:
            return False
        path.append(left)
    return True


def _unnamed(rules: Rules) -> Iterator[Renaming]:
    """Every order of the places, with no colour named yet."""
    alone = not rules.whites and not rules.distinct
    for places in permutations(range(rules.pegs)):
        names: tuple[dict[int, int], ...] = tuple({} for _ in places)
        yield Renaming(places, names if alone else names[:1] * rules.pegs)


def _named(known: Renaming, rules: Rules, mine: int, theirs: int) -> Renaming | None:
    """The exchange that also makes one guess another, None where it cannot."""
    before, after = rules.digits(mine), rules.digits(theirs)
    copies = {id(names): dict(names) for names in known.colors}
    colors = tuple(copies[id(names)] for names in known.colors)
    for names, place, color in zip(colors, known.places, after, strict=True):
        if names.setdefault(before[place], color) != color:
            return None
    if any(len(set(names.values())) < len(names) for names in copies.values()):
        return None
    return Renaming(known.places, colors)
