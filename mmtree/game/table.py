"""Feedback of many pairs of codes at once, with NumPy.

Codes are given by their rank 0 … N−1 in ascending order of their numbers; rank and number differ
only for distinct colours.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.rules import Rules

MAX_RANKED = 3_000_000
"""The most codes to enumerate; a strategy tree with more would not fit in memory."""

_Which = NDArray[np.intp] | slice

_BLOCK = 1 << 22
"""Feedbacks computed in one go, so that temporary arrays stay small."""

_DEFAULT_MEMORY = 4_000_000_000
"""Bytes of memory to assume if the system does not report them."""


class CodeTable:
    """All codes of some rules, and the feedback between them.

    Attributes:
        rules: the rules.

    Raises:
        SizeError: there are more codes than can be enumerated.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        if rules.secrets > MAX_RANKED:
            raise SizeError(
                f"{rules} has {rules.secrets} codes, and a tree names every one of them: "
                f"at most {MAX_RANKED} are supported"
            )

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """int64[N], the code numbers in ascending order."""
        if not self.rules.distinct:
            return np.arange(self.rules.secrets)
        return np.fromiter(self.rules.codes(), np.int64, self.rules.secrets)

    @cached_property
    def digits(self) -> NDArray[np.uint8]:
        """uint8[pegs, N], the colour on each peg of each code."""
        colors = self.rules.colors
        weights = colors ** np.arange(self.rules.pegs - 1, -1, -1, dtype=np.int64)
        return (self.numbers // weights[:, None] % colors).astype(np.uint8)

    @cached_property
    def _counts(self) -> NDArray[np.uint8]:
        """uint8[colors, N]: how often each colour occurs in each code."""
        colors = np.arange(self.rules.colors, dtype=np.uint8)
        return np.stack([(self.digits == c).sum(axis=0, dtype=np.uint8) for c in colors])

    def rank(self, number: int) -> int:
        """Return the rank of a code number, which must be a code of the rules."""
        return int(np.searchsorted(self.numbers, number))

    def answers(self, guesses: _Which, secrets: _Which) -> NDArray[np.uint8]:
        """Return the feedback 10·black + white of every guess with every secret, given by ranks.

        Args:
            guesses, secrets: ranks in an array, or a slice of all ranks.

        Returns:
            uint8[guesses, secrets].
        """
        if "full" in vars(self):  # already computed
            return self.full[guesses][:, secrets]
        first, second = self.digits[:, guesses], self.digits[:, secrets]
        answers = np.zeros((first.shape[1], second.shape[1]), np.uint8)
        for mine, theirs in zip(first, second, strict=True):
            answers += mine[:, None] == theirs
        if not self.rules.whites:
            answers *= np.uint8(10)
            return answers
        answers *= np.uint8(9)
        for count in self._counts:
            mine = count[guesses]
            if mine.any():
                answers += np.minimum(mine[:, None], count[secrets])
        return answers

    def check_size(self) -> None:
        """Check that the full table would fit in memory, without allocating it.

        Raises:
            SizeError: the table would take more than half of the memory.
        """
        size = self.rules.secrets**2
        room = _memory() // 2
        if size > room:
            raise SizeError(
                f"the feedback table of {self.rules} would take {size / 1e9:.1f} GB, more "
                f"than half of the memory ({room / 1e9:.1f} GB): use smaller rules, or a strategy "
                "(lexicographic, counting, random) or kernel (native) that needs no table"
            )

    @cached_property
    def full(self) -> NDArray[np.uint8]:
        """uint8[N, N]: the feedback 10·black + white of every pair of codes; symmetric.

        Raises:
            SizeError: the table would take more than half of the memory.
        """
        self.check_size()
        size = self.rules.secrets
        table = np.empty((size, size), np.uint8)
        step = max(1, _BLOCK // size)
        for start in range(0, size, step):
            block = slice(start, start + step)
            table[block] = self.answers(block, slice(None))
        return table


def _memory() -> int:
    """Return the bytes of memory that this process may use."""
    if sys.platform == "win32":
        return _DEFAULT_MEMORY
    import resource

    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return _DEFAULT_MEMORY
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return memory if limit == resource.RLIM_INFINITY else min(memory, limit)
