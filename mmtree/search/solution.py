"""The result of an exact search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """The result of an exact search.

    Attributes:
        price: the least price, or ``INFINITE`` if no tree keeps within the price list and below the
            limit.
        most: the most guesses that a secret needs from this set on.
        guesses: the tree, as ranks in preorder: the root, and every set of three or more secrets.
            For one or two secrets, the lower one is guessed.
        scanned: the number of sets for which all guesses were bounded; it differs between kernels,
            and between runs of several threads.
    """

    price: int
    most: int
    guesses: tuple[int, ...]
    scanned: int
