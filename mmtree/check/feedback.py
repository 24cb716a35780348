"""The checker's own feedback, counted peg by peg.

It shares no code with :mod:`mmtree.game.feedback`, so that an error in one cannot confirm itself.
"""

from __future__ import annotations

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
