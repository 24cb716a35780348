"""The side of the codemaker: a secret at random, by its pattern if wanted, and truthful answers.

A pattern such as AABC is one colour twice and two others once, at any places.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, repeat
from random import Random

from mmtree.arguments import expect, whole_number
from mmtree.errors import CodeError
from mmtree.game.code import LETTERS, Code, to_code
from mmtree.game.feedback import Feedback, feedback, to_feedback
from mmtree.game.rules import Rules


class Codemaker:
    """Answers guesses about one secret.

    Raises:
        RulesError: the rules have no such secret.
        TypeError: the secret is no number, or the rules are no Rules.
    """

    def __init__(self, secret: int, rules: Rules) -> None:
        expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
        self.rules = rules
        feedback(secret, secret, rules)  # it is a secret
        self._secret = rules.prepare(secret)

    def __repr__(self) -> str:  # the secret stays one
        return f"<Codemaker for {self.rules}>"

    def answer(self, guess: int) -> Feedback:
        """Return the feedback to a guess, a code or its number.

        Raises:
            RulesError: the guess is not a code of the rules.
            TypeError: the guess is not a number.
        """
        rules = self.rules
        return to_feedback(rules.answer(rules.prepare(guess), self._secret), rules)


def patterns(rules: Rules) -> tuple[str, ...]:
    """Return the patterns of the secrets, from one colour to the most: AAAA, AAAB …"""
    if rules.distinct or rules.distinct_secrets:
        return (to_pattern([1] * rules.pegs),)
    colors = rules.colors - rules.holes
    return tuple(map(to_pattern, _partitions(rules.pegs, colors, rules.pegs)))


def pattern_of(code: int, rules: Rules) -> str:
    """Return the pattern of a code: CABA has AABC.

    Raises:
        RulesError: the number is not a code of the rules.
        TypeError: the code is not a number.
    """
    return to_pattern(Counter(rules.digits(code)).values())


def parse_pattern(text: str, rules: Rules) -> str:
    """Read a pattern, its letters in any order: CABA and xxyz are AABC.

    Raises:
        CodeError: the text is not a pattern, or no secret of the rules has it or colours at all.
    """
    if not rules.uses_pegs:
        raise CodeError(f"a pattern is of colours, but secrets of {rules} have none")
    known = patterns(rules)
    letters = text.strip().upper()
    pattern = to_pattern(Counter(letters).values()) if len(letters) == rules.pegs else ""
    if pattern not in known or not set(letters) <= set(LETTERS):
        raise CodeError(f"no secret of {rules} has pattern {text!r}: use {' '.join(known)}")
    return pattern


def random_secret(rules: Rules, pattern: str | None = None, seed: int | None = None) -> Code:
    """Return a random secret, each with the same probability or, with weights, by its weight.

    Args:
        pattern: the pattern of the secret, as :func:`parse_pattern` reads it; None for any.
        seed: at least 0; the same seed gives the same secret. None for a seed from the system.

    Raises:
        CodeError: no secret of the rules has the pattern.
        TypeError: an argument has a wrong type.
        ValueError: the seed is negative.
    """
    expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
    if seed is not None:
        seed = whole_number(seed, "seed", "a whole number or None", 0)
    if pattern is not None:
        expect(str, pattern, "pattern", "it as text, as 'AABC'")
    random = Random(seed)
    if rules.weights or (rules.nozero and pattern is not None):
        wanted = None if pattern is None else parse_pattern(pattern, rules)
        weights = {
            code: weight
            for code, weight in zip(rules.secret_codes(), rules.weights or repeat(1), strict=False)
            if wanted is None or pattern_of(code, rules) == wanted
        }
        left = int(random.random() * sum(weights.values()))
        for code, weight in weights.items():
            left -= weight
            if left < 0:
                return to_code(code, rules)
    if pattern is None and (rules.nozero or not rules.distinct):
        at = int(random.random() * rules.secrets)
        whole = rules.secrets == rules.colors**rules.pegs
        return to_code(at if whole else next(islice(rules.secret_codes(), at, None)), rules)
    letters = parse_pattern(pattern, rules) if pattern is not None else LETTERS[: rules.pegs]
    # Each placement of the letters has the same number of colourings.
    colors = dict(
        zip(sorted(set(letters)), _shuffle(rules.colors - rules.holes, random), strict=False)
    )
    places = _shuffle(rules.pegs, random)
    return to_code(rules.number(tuple(colors[letters[place]] for place in places)), rules)


def _partitions(pegs: int, parts: int, largest: int) -> Iterator[list[int]]:
    """Yield the partitions of a number into at most ``parts`` falling parts, largest first."""
    if pegs == 0:
        yield []
    elif parts:
        for first in range(min(pegs, largest), 0, -1):
            yield from ([first, *rest] for rest in _partitions(pegs - first, parts - 1, first))


def to_pattern(counts: Iterable[int]) -> str:
    """Return the pattern with these numbers of pegs of each colour."""
    return "".join(LETTERS[at] * n for at, n in enumerate(sorted(counts, reverse=True)))


def _shuffle(count: int, random: Random) -> list[int]:
    """Return range(count) in random order; Python keeps only ``random()`` the same."""
    return sorted(range(count), key=lambda _: random.random())
