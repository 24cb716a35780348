"""Small games of every kind that is not classic."""

from __future__ import annotations

from itertools import combinations
from random import Random

from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.game.word_rules import word_rules

WORDS = sorted({"".join(Random(seed).choices("abcdé", k=4)) for seed in range(60)})
"""Words of four letters, some with a repeated letter; every second one can be the secret."""

_HEBREW = str.maketrans("abcdé", "אבשםמ")
_RANDOM = Random(1)
_SECRETS = [f"secret {place}" for place in range(1, 19)]
_QUESTIONS = [f"question {place}" for place in range(1, 31)]
_CELLS = [[_RANDOM.choice(("yes", "no", "perhaps")) for _ in _SECRETS] for _ in _QUESTIONS]
_MANY = {f"q{place}": [f"{place}.{_RANDOM.randrange(3)}" for _ in _SECRETS] for place in range(90)}
_LONG = sorted({"".join(Random(seed).choices("abcd", k=6)) for seed in range(40)})

OTHER_GAMES: dict[str, Rules] = {
    "distinct-secrets": parse_rules("3p4c-distinct-secrets"),
    "holes": parse_rules("3p3c-holes"),
    "places": parse_rules("3p3c-places"),
    "right": parse_rules("3p3c-right"),
    "common": parse_rules("3p3c-common"),
    "consistent": parse_rules("3p4c-consistent"),
    "words": word_rules(WORDS[::2], WORDS[1::2]),
    "words-pegs": word_rules(WORDS[::2], WORDS[1::2], answers="pegs"),
    "nozero": parse_rules("3p4c-nozero"),
    "identified": parse_rules("3p3c-identified"),
    "words-identified": word_rules(WORDS[::2], WORDS[1::2], identified=True),
    "words-common": word_rules(WORDS[::2], WORDS[1::2], answers="common"),
    "words-black": word_rules(WORDS[::2], WORDS[1::2], answers="black"),
    "hebrew": word_rules([word.translate(_HEBREW) for word in WORDS[::2]], name="hebrew"),
    "table": table_rules(_QUESTIONS, _SECRETS, _CELLS),
    "table-guessed": table_rules(_QUESTIONS, _SECRETS, _CELLS, end="guessed"),
    "table-words": table_rules(_SECRETS[:9] + _QUESTIONS[:3], _SECRETS, _CELLS[:12], end="guessed"),
    "wide-words": word_rules(_LONG[::2], _LONG[1::2]),
    "wide-pegs": parse_rules("6p2c-places"),
    "wide-table": table_rules([*_MANY], _SECRETS, [*_MANY.values()]),
    "wide-table-guessed": table_rules([*_MANY], _SECRETS, [*_MANY.values()], end="guessed"),
}


def twelve_coins(most: int) -> Rules:
    """Return a table of weighings: one coin is heavier or lighter, up to so many are on each pan."""
    coins = range(1, 13)
    secrets = [(coin, weight) for coin in coins for weight in ("heavy", "light")]
    weighings = [
        (left, right)
        for size in range(1, most + 1)
        for left in combinations(coins, size)
        for right in combinations([coin for coin in coins if coin not in left], size)
        if left < right
    ]

    def heavier(left: tuple[int, ...], right: tuple[int, ...], coin: int, weight: str) -> str:
        if coin not in left + right:
            return "equal"
        return "left" if (coin in left) == (weight == "heavy") else "right"

    return table_rules(
        [" : ".join(" ".join(map(str, side)) for side in sides) for sides in weighings],
        [f"{coin} {weight}" for coin, weight in secrets],
        [[heavier(*sides, *secret) for secret in secrets] for sides in weighings],
        name="twelve-coins",
    )
