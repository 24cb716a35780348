"""The checker's own feedback, counted peg by peg, or marked place by place.

It shares no code with :mod:`mmtree.game.feedback`, so that an error in one cannot confirm itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def answer(guess: Sequence[int], secret: Sequence[int], whites: bool) -> int:
    """Return the feedback 10·black + white of two rows of colours, crossing off pegs in turn."""
    black = 0
    rest = []
    unmatched = []
    for mine, theirs in zip(guess, secret, strict=True):
        if mine == theirs:
            black += 1
        else:
            unmatched.append(mine)
            rest.append(theirs)
    if not whites:
        return 10 * black
    white = 0
    for color in unmatched:
        if color in rest:
            rest.remove(color)
            white += 1
    return 10 * black + white


def marks(guess: Sequence[int], secret: Sequence[int], base: int) -> int:
    """Return the marks of a guess, one for each place, as digits of a number.

    Args:
        guess, secret: rows of colours or letters.
        base: 3 for right 2, elsewhere 1, nowhere 0; 2 for right 1, wrong 0.
    """
    signs = [base - 1 if mine == theirs else 0 for mine, theirs in zip(guess, secret, strict=True)]
    unused = Counter(theirs for theirs, sign in zip(secret, signs, strict=True) if not sign)
    value = 0
    for color, sign in zip(guess, signs, strict=True):
        if base == 3 and not sign and unused[color]:
            unused[color] -= 1
            sign = 1
        value = base * value + sign
    return value
