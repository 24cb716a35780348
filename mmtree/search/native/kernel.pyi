"""The native kernel, compiled from the C files here; mmtree.search.kernel says whether it is there.

Codes are named by rank. Arrays are contiguous; one of another kind, size or range raises TypeError,
ValueError or BufferError. Ctrl-C is honoured within every call.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.search.solved_parts import Packed

LARGEST_CELL: int
EXPECTED_SIZE: int
MOST_CELLS: int
WEIGHTS: int

class PartsError(ValueError):
    """The parts given contradict each other."""

class Game:
    """The codes of some rules, ready to be compared.

    digits: uint8[pegs, N], the colour on each peg; feedbacks: 10·black + white in canonical order.
    """

    def __init__(
        self,
        digits: NDArray[np.uint8],
        pegs: int,
        colors: int,
        distinct: bool,
        whites: bool,
        feedbacks: bytes,
    ) -> None: ...
    def cell_sizes(
        self, secrets: NDArray[np.uint32], guesses: NDArray[np.uint32], sizes: NDArray[np.int32]
    ) -> None:
        """Fill sizes, int32[feedbacks, guesses]."""

    def split(
        self, secrets: NDArray[np.uint32], guess: int, cells: NDArray[np.uint32]
    ) -> list[tuple[int, int]]:
        """Fill cells with the secrets, sorted by feedback; return (feedback, size) of each cell."""

    def canonical_form(self, secrets: NDArray[np.uint32]) -> bytes:
        """The set under new names of positions and colours: rising numbers (uint32), base colors.

        Sets of the same form are alike up to such names. ValueError where numbers do not fit.
        """

    def choose(
        self,
        secrets: NDArray[np.uint32],
        history: NDArray[np.uint32],
        rule: int,
        weights: NDArray[np.int64] | None,
    ) -> int:
        """The guess of the best score; of equals, a secret of the set, then the lowest.

        rule: LARGEST_CELL, EXPECTED_SIZE, MOST_CELLS, or WEIGHTS: least sum of weights[cell size].
        Returns −1 where no guess splits the secrets.
        """

    def representatives(self, history: NDArray[np.uint32], lowest: NDArray[np.uint8]) -> None:
        """Fill lowest: 1 for each code that no symmetry of the history is found to map lower."""

    def within(
        self,
        secrets: NDArray[np.uint32],
        history: NDArray[np.uint32],
        left: int,
        tries: int,
        most: NDArray[np.uint32],
    ) -> bytes | None:
        """Guesses (uint32 each) of the tree that finds all secrets within so many guesses.

        The order is that of mmtree.search.feasibility, as are tries (0 for all) and most,
        uint32[levels, feedbacks]: of the secrets of a cell, no more can be found within 0, 1, 2 … guesses. None
        where there is no such tree. Only of all secrets that agree with the history symmetries are
        made use of.
        """

    def search(
        self,
        secrets: NDArray[np.uint32],
        history: NDArray[np.uint32],
        openings: NDArray[np.uint32] | None,
        prices: NDArray[np.int64],
        slack: int,
        jobs: int,
        report: Callable[[tuple[Any, ...], Packed], None] | None,
        parts: Packed | None,
        plain: bool = False,
        limit: int = ...,
        memory: object = None,
        beam: tuple[int, NDArray[np.uint32], NDArray[np.int64]] | None = None,
    ) -> tuple[int | None, int, bytes, int]:
        """Price, most guesses, guesses of the tree (uint32 each), and sets looked at.

        prices: c(1), c(2), …, strictly rising, infinite beyond. limit: only prices below it are
        looked for; where there is none, the price is None. report is called with the share of
        the search that is closed, the best price, a lower bound, and the parts settled since (only
        where parts is not None). plain: as NativeSearch has it. MemoryError,
        PartsError, and what report raises come out of it. memory: what memory() gave, which lends
        the search its frame and table; the openings are then tried in a frame of the secrets, and
        ValueError says that one has no place there, or that it is of other prices or in use. beam:
        as :meth:`mmtree.search.beam.Beam.packed` gives it.
        """

    def memory(self) -> object:
        """What is kept from one search of this game to the next, of one price list and slack."""

def vectors() -> str:
    """The instruction set in use: baseline, avx2 or avx512."""

def use_vectors(name: str) -> None:
    """Use another instruction set; ValueError where the machine has it not."""
