"""Answers numbered for each guess: the first that the guess can get is 0, the next is 1, and so on.

Few of the many answers of a wide game are given to any one guess: of the 723 marks for six letters,
a word gets at most 286 from an invented list of 2,000, and fewer from a shorter one. A search needs
to know only which secrets a guess separates. With places instead of numbers, it counts fewer cells,
and the places often fit a byte.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.game.answers import BYTE_ANSWERS
from mmtree.game.rules import Rules

_BLOCK = 1 << 22
"""The maximal number of answers numbered in one go, so that temporary arrays stay small."""


@dataclass(frozen=True, eq=False)
class AnswerPlaces:
    """The answers of a wide game by their places.

    Attributes:
        by_secret: uint8 or uint16[secrets, N]: the place of the answer of every guess to every
            secret. All right is ``width − 1`` for every guess.
        numbers: uint16[N, width]: the numbers of the answers of each guess, rising, at their
            places; then all right.
    """

    by_secret: NDArray[np.uint8 | np.uint16]
    numbers: NDArray[np.uint16]

    @property
    def width(self) -> int:
        """The most answers of one guess, all right included."""
        return int(self.numbers.shape[1])


def number_answers(
    rules: Rules, secrets: NDArray[np.intp], answers: Callable[[slice], NDArray[Any]]
) -> AnswerPlaces:
    """Number the answers of each guess.

    Args:
        rules: the rules of a wide game.
        secrets: the ranks of the secrets.
        answers: returns the numbers of the answers of some guesses, by rank, to all secrets.
    """
    right = rules.all_right
    by_secret = np.empty((rules.secrets, rules.guesses), np.uint16)
    occurring = []
    step = max(1, _BLOCK // (rules.secrets + right))
    for start in range(0, rules.guesses, step):
        numbers = answers(slice(start, start + step)).astype(np.intp)
        occurs = np.zeros((len(numbers), right + 1), bool)
        np.put_along_axis(occurs, numbers, True, axis=1)
        occurs[:, right] = False
        places = occurs.cumsum(axis=1, dtype=np.int32) - 1
        by_secret[:, start : start + step] = np.take_along_axis(places, numbers, axis=1).T
        occurring += [np.flatnonzero(row).astype(np.uint16) for row in occurs]
    width = 1 + max(map(len, occurring))
    by_secret[np.arange(len(secrets)), secrets] = width - 1  # only the secret itself is right
    listed = np.full((rules.guesses, width), right, np.uint16)
    for row, given in zip(listed, occurring, strict=True):
        row[: len(given)] = given
    return AnswerPlaces(by_secret.astype(np.uint8) if width <= BYTE_ANSWERS else by_secret, listed)
