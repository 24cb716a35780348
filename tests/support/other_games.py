"""Small games of every kind that is not classic."""

from __future__ import annotations

from random import Random

from mmtree.game.read_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.game.table_rules import table_rules
from mmtree.game.word_rules import word_rules

WORDS = sorted({"".join(Random(seed).choices("abcdé", k=4)) for seed in range(60)})
"""Words of four letters, some with a repeated letter; every second one can be the secret."""

_RANDOM = Random(1)
_SECRETS = [f"secret {place}" for place in range(1, 19)]
_QUESTIONS = [f"question {place}" for place in range(1, 31)]
_CELLS = [[_RANDOM.choice(("yes", "no", "perhaps")) for _ in _SECRETS] for _ in _QUESTIONS]

OTHER_GAMES: dict[str, Rules] = {
    "distinct-secrets": parse_rules("3p4c-distinct-secrets"),
    "holes": parse_rules("3p3c-holes"),
    "places": parse_rules("3p3c-places"),
    "right": parse_rules("3p3c-right"),
    "consistent": parse_rules("3p4c-consistent"),
    "words": word_rules(WORDS[::2], WORDS[1::2]),
    "words-pegs": word_rules(WORDS[::2], WORDS[1::2], answers="pegs"),
    "table": table_rules(_QUESTIONS, _SECRETS, _CELLS),
    "table-guessed": table_rules(_QUESTIONS, _SECRETS, _CELLS, end="guessed"),
}
