"""How hard the secrets of each pattern are for a tree, and which are the hardest of all."""

from __future__ import annotations

from collections import Counter, defaultdict

from mmtree.game.code import LETTERS
from mmtree.game.rules import Rules
from mmtree.literature.games import Games
from mmtree.play.patterns import pattern_of, patterns
from mmtree.tree.tree import Claim


def by_pattern(games: Games, places: bool = False) -> dict[str, Claim]:
    """The figures of the secrets of each pattern, from one colour to the most: AAAA, AAAB …

    Args:
        games: of the tree.
        places: tell patterns apart by places: AABC, ABAC, ABCA … rather than AABC.
    """
    rules = games.tree.rules
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for secret, guesses in games.guesses.items():
        shape = placed_pattern(secret, rules) if places else pattern_of(secret, rules)
        found[shape][guesses] += 1
    order = {pattern: at for at, pattern in enumerate(patterns(rules))}

    def place(shape: str) -> tuple[int, str]:
        counts = sorted(Counter(shape).values(), reverse=True)
        pattern = "".join(letter * count for letter, count in zip(LETTERS, counts, strict=False))
        return order[pattern], shape

    return {
        shape: Claim.of(found[shape][guesses] for guesses in range(1, max(found[shape]) + 1))
        for shape in sorted(found, key=place)
    }


def placed_pattern(code: int, rules: Rules) -> str:
    """The pattern of a code by places, its letters in order of appearance: CABA is ABCB.

    Raises:
        RulesError: the number is no code of the rules.
    """
    colors = rules.digits(code)
    names = dict(zip(dict.fromkeys(colors), LETTERS, strict=False))
    return "".join(names[color] for color in colors)


def hardest(games: Games) -> list[int]:
    """The secrets that need the most guesses, rising."""
    most = max(games.guesses.values())
    return [secret for secret, guesses in games.guesses.items() if guesses == most]
