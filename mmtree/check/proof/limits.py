"""The most cells of the secrets with one feedback, and how many secrets are found so."""

import numpy as np

from mmtree.check.proof.codes import Codes

LEVELS = 31
"""The most guesses for which secrets are counted."""


class CellLimits:
    """What a certificate of version 3 counts of a game.

    Attributes:
        cells: E(f) of the README, int64[feedbacks], without all black.
        found: N(g, k) of the README, int64[31, feedbacks + 1], from g = 1.
    """

    def __init__(self, codes: Codes) -> None:
        self.cells = codes.most_after.max(axis=0)
        sizes = codes.cell_sizes(codes.feedbacks(codes.every, codes.patterns))
        largest = sizes[:-1].max(axis=1)
        self.found = np.ones((LEVELS, codes.kinds + 1), np.int64)
        for guesses in range(1, LEVELS):
            for k in range(codes.kinds + 1):
                before = self.found[guesses - 1, np.minimum(self.cells, k)]
                most = np.sort(np.minimum(before, largest))[::-1]
                self.found[guesses, k] = most[:k].sum() + (k == codes.kinds)

    def of_cell(self, kind: int, most: int) -> int:
        """Return the most cells of a cell with this feedback, on a set with so many at most."""
        return min(int(self.cells[kind]), most)
