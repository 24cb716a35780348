"""The codes of a game by rank: their places 0 … N−1 among all that may be guessed, ascending."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from mmtree.errors import SizeError
from mmtree.game.rules import Rules

MAX_RANKED = 3_000_000
"""The most codes to enumerate; a strategy tree with more would not fit in memory."""


class Codes:
    """All codes that may be guessed by some rules; for most rules, rank and number are equal.

    Attributes:
        rules: the rules.

    Raises:
        SizeError: there are more codes than can be enumerated.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        if rules.guesses > MAX_RANKED:
            raise SizeError(
                f"{rules} has {rules.guesses} codes, and a tree names every one of them: "
                f"at most {MAX_RANKED} are supported"
            )

    @cached_property
    def in_order(self) -> Sequence[int]:
        """The code numbers in ascending order."""
        rules = self.rules
        if rules.guesses == rules.colors**rules.pegs:
            return range(rules.guesses)
        return array("Q", rules.codes())

    @cached_property
    def secret_ranks(self) -> "array[int]":
        """array of uint32, the ranks of the codes that can be the secret, rising."""
        if self.rules.secrets == self.rules.guesses:
            return array("I", range(self.rules.secrets))
        return array("I", map(self.rank, self.rules.secret_codes()))

    @cached_property
    def weights(self) -> "array[int]":
        """array of int64, the weight of each secret, as their ranks rise; 1 where all are equal."""
        return array("q", self.rules.weights or [1] * self.rules.secrets)

    def rank(self, number: int) -> int:
        """Return the rank of a code number, which must be a code of the rules."""
        return bisect_left(self.in_order, number)
