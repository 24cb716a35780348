"""The shapes of secrets: AABC is one colour twice and two others once, at any places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from mmtree.arguments import expect
from mmtree.errors import CodeError
from mmtree.game.code import LETTERS, Code, to_code
from mmtree.game.rules import Rules


def patterns(rules: Rules) -> tuple[str, ...]:
    """The patterns of the secrets of some rules, from one colour to the most: AAAA, AAAB …

    Raises:
        TypeError: the rules are no Rules.
    """
    expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
    if rules.distinct:
        return (_written([1] * rules.pegs),)
    return tuple(map(_written, _partitions(rules.pegs, rules.colors, rules.pegs)))


def pattern_of(code: int, rules: Rules) -> str:
    """Return the pattern of a code: AABC for CABA.

    Raises:
        RulesError: the number is not a code of the rules.
        TypeError: the code is not a number.
    """
    return _written(Counter(rules.digits(code)).values())


def parse_pattern(text: str, rules: Rules) -> str:
    """Read a pattern, its letters in any order: CABA and xxyz are AABC.

    Raises:
        CodeError: the text is not a pattern, or no secret of the rules has it.
        TypeError: the text is not a string, or the rules are not Rules.
    """
    expect(str, text, "pattern", "it as text, as 'AABC'")
    known = patterns(rules)
    letters = text.strip().upper()
    pattern = _written(Counter(letters).values()) if len(letters) == rules.pegs else ""
    if pattern not in known or not set(letters) <= set(LETTERS):
        raise CodeError(f"no secret of {rules} has pattern {text!r}: there are {' '.join(known)}")
    return pattern


def random_secret(rules: Rules, pattern: str | None = None, seed: int | None = None) -> Code:
    """Return a random secret, uniformly distributed.

    Args:
        rules: the rules.
        pattern: the pattern of the secret, as :func:`parse_pattern` reads it; None for any.
        seed: the same seed gives the same secret; None for a seed from the system.

    Raises:
        CodeError: no secret of the rules has the pattern.
        TypeError: an argument has a wrong type.
    """
    expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
    expect((int, type(None)), seed, "seed", "a whole number or None")
    random = Random(seed)
    if pattern is None and not rules.distinct:
        return to_code(int(random.random() * rules.secrets), rules)
    letters = parse_pattern(pattern, rules) if pattern is not None else LETTERS[: rules.pegs]
    # However the letters are placed, as many choices of their colours give a secret.
    colors = dict(zip(sorted(set(letters)), _shuffled(rules.colors, random), strict=False))
    places = _shuffled(rules.pegs, random)
    return to_code(rules.number(tuple(colors[letters[place]] for place in places)), rules)


def _partitions(pegs: int, parts: int, largest: int) -> Iterator[list[int]]:
    """Yield the partitions of a number into a limited number of falling parts, greatest first."""
    if pegs == 0:
        yield []
    elif parts:
        for first in range(min(pegs, largest), 0, -1):
            yield from ([first, *rest] for rest in _partitions(pegs - first, parts - 1, first))


def _written(counts: Iterable[int]) -> str:
    """Return the pattern with these numbers of pegs of each colour."""
    return "".join(LETTERS[at] * n for at, n in enumerate(sorted(counts, reverse=True)))


def _shuffled(count: int, random: Random) -> list[int]:
    """Return numbers from 0 in random order; only ``random()`` gives the same in all versions."""
    return sorted(range(count), key=lambda _: random.random())
