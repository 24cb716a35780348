"""Hints: what hard play demands of every later guess, once a guess is answered by marks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Hint:
    """A colour that every later guess must have.

    Attributes:
        color: the colour.
        place: where it must be, from 0 on; None for anywhere.
        least: how often the guess must have it at least.
    """

    color: int
    place: int | None
    least: int = 1

    def is_used(self, code: Any) -> Any:
        """Return whether a code uses the hint.

        Args:
            code: its colours; or those of many codes, as an array [pegs, codes].

        Returns:
            bool, or an array of bool.
        """
        if self.place is not None:
            return code[self.place] == self.color
        return sum(color == self.color for color in code) >= self.least


def list_hints(guess: Sequence[int], marks: Sequence[int]) -> list[Hint]:
    """Return the hints of an answer.

    Args:
        guess: the colours of the guess.
        marks: the mark of each place: 2 right, 1 elsewhere, 0 neither.
    """
    right = [
        Hint(color, place)
        for place, (color, mark) in enumerate(zip(guess, marks, strict=True))
        if mark == 2
    ]
    found = Counter(color for color, mark in zip(guess, marks, strict=True) if mark)
    return right + [Hint(color, None, count) for color, count in found.items()]
