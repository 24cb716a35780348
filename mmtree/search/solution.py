"""What an exact search finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """What a search found.

    Attributes:
        price: the least price, or ``INFINITE`` where no strategy stays within the price list and
            below the limit.
        most: the most guesses that any of the secrets needs from here on.
        guesses: the tree, as ranks in preorder: the root, and every set of three secrets or more.
            Of one or two secrets left, the lower one is guessed.
        scanned: for how many sets of secrets all guesses were looked at; differs between kernels,
            and between runs of several threads.
    """

    price: int
    most: int
    guesses: tuple[int, ...]
    scanned: int
