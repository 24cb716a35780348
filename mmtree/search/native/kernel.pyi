"""The native kernel, compiled from the C files here; mmtree.search.kernel says if it is available.

Guesses are named by rank, and so are secrets, which are also guesses. A set of secrets is rising,
except for cell_sizes and split, and a history has at most 1000 guesses. Arrays are C-contiguous. An
argument of another kind, size or range raises TypeError, ValueError, OverflowError or BufferError,
and memory that runs short MemoryError. Ctrl-C ends every long call.
"""

from array import array
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mmtree.search.solved_parts import Packed

LARGEST_CELL: int
EXPECTED_SIZE: int
MOST_CELLS: int
WEIGHTS: int

Progress: TypeAlias = tuple[
    int | None,  # best price so far
    int,  # lower bound of the opening being tried
    int,  # its cells done
    bytes,  # sizes of its other open cells (uint32 each), at most 64
    float,  # solved part of the first of these, from 0 to 1
    int,  # openings done
    int,  # openings in all
    bytes,  # the current and later ones (uint32 each), at most 64
    bytes,  # their bounds (int64 each)
]
"""Not a name of the compiled module, nor are those below."""

_Uint8 = NDArray[np.uint8] | bytes
_Uint32 = NDArray[np.uint32] | array[int]
_Int64 = NDArray[np.int64] | array[int]

class PartsError(ValueError):
    """The parts contradict each other."""

class Game:
    """The guesses and secrets of a game, ready to be compared.

    The guesses are the codes of some rules in rising order, or the rows of a table of answers.

    Args:
        pegs, colors, distinct, whites: the rules; there are 1 to 9 pegs, 2 to 36 colours and 1 to
            2**30 − 1 codes.
        values: the feedbacks 10·black + white, rising up to all black, uint8. They must include
            every feedback of a code to a secret.
        secrets: the codes that can be the secret, rising; None for all.
        holes: the last colour stands for an empty place, which guesses may have but no secret. The
            secrets must be given.
        consistent: only the secrets of a set are guesses for it.
        symmetric: permutations of positions and of colours, other than that for an empty place,
            map the secrets onto themselves. Without whites or distinct colours, so do those of the
            colours of one peg.
        by_place: the answer marks the pegs that are right, as bits, that of the first peg highest.
            The values are all these numbers, and colours are not distinct.
    """

    def __init__(
        self,
        pegs: int,
        colors: int,
        distinct: bool,
        whites: bool,
        values: _Uint8,
        *,
        secrets: _Uint32 | None = None,
        holes: bool = False,
        consistent: bool = False,
        symmetric: bool = True,
        by_place: bool = False,
    ) -> None: ...
    @classmethod
    def of_table(
        cls,
        answers: NDArray[np.uint8],
        secrets: NDArray[np.uint32],
        values: NDArray[np.uint8],
        lowest: NDArray[np.uint32],
        *,
        consistent: bool = False,
        letters: NDArray[np.uint16] | None = None,
        elsewhere: bool = False,
    ) -> Game:
        """Return the game of a table of answers, which is copied.

        Args:
            answers: uint8[guesses, secrets]: the answer of each guess to each secret, as its place
                in canonical order. The last place is the answer to the right guess, and only to it.
            secrets: which guess is the secret of each column, rising.
            values: uint8[answers]: the number of each answer, of which there are 2 to 255.
            lowest: uint32[secrets]: the least secret that can be exchanged with each, by column, as
                :func:`mmtree.game.code_table.exchangeable_secrets` finds them.
            consistent: only the secrets of a set are guesses for it.
            letters: uint16[guesses, pegs]: the colours of each guess, for hard play; None for none.
            elsewhere: in hard play, whether answers show colours that are in other places.
        """

    def cell_sizes(
        self, secrets: _Uint32, guesses: _Uint32, sizes: NDArray[np.int32] | memoryview, /
    ) -> None:
        """Fill sizes, int32[feedbacks, guesses]."""

    def split(self, secrets: _Uint32, guess: int, cells: _Uint32, /) -> list[tuple[int, int]]:
        """Fill cells with the secrets, sorted by feedback; return (feedback, size) of each cell.

        The feedback is 10·black + white, or its number in a table's values; cells without secrets
        are left out.
        """

    def canonical_form(self, secrets: _Uint32, /) -> bytes:
        """Return the set with positions and colours renamed: rising numbers (uint32), base colors.

        Sets of equal form are equivalent. ValueError if the set is empty, numbers exceed 32 bits or
        a table gives the answers.
        """

    def choose(
        self,
        secrets: _Uint32,
        history: _Uint32,
        rule: int,
        weights: _Int64 | None,
        /,
    ) -> int:
        """Return the guess of the best score; of equal ones a secret of the set, then the lowest.

        rule: LARGEST_CELL, EXPECTED_SIZE or MOST_CELLS, with weights None; or WEIGHTS, the least
        sum of weights[cell size], int64[at least secrets + 1]. Returns −1 if no guess splits the
        secrets.
        """

    def representatives(self, history: _Uint32, lowest: NDArray[np.uint8] | bytearray, /) -> None:
        """Fill lowest, uint8[codes]: 0 for each code that a symmetry of the history maps lower.

        ValueError if a table gives the answers.
        """

    def within(
        self,
        secrets: _Uint32,
        history: _Uint32,
        left: int,
        tries: int,
        most: _Uint32,
        /,
    ) -> bytes | None:
        """Return the guesses (uint32 each) of a tree that finds all secrets within `left` guesses.

        None if there is no such tree. The guesses are tried in the order that
        mmtree.search.feasibility defines, `tries` of them on each set (0: all). most,
        uint32[levels, feedbacks]: the most secrets of a cell that can be found within 0, 1, 2 …
        guesses. Symmetry is used only if the secrets are all that agree with the history.
        """

    def search(
        self,
        secrets: _Uint32,
        history: _Uint32,
        openings: _Uint32 | None,
        prices: _Int64,
        jobs: int,
        report: Callable[[Progress, Packed], object] | None,
        parts: Packed | None,
        limit: int = ...,
        memory: object = None,
        beam: tuple[int, _Uint32, _Int64, int] | None = None,
        weights: _Int64 | None = None,
        uneven: bool = True,
    ) -> tuple[int | None, int, bytes, int]:
        """Return price, most guesses, guesses of the tree (uint32 each), number of sets scanned.

        Args:
            secrets: at least one.
            history: the guesses made before. Symmetry is used if the secrets are all that agree
                with some feedback to it.
            openings: the first guesses to try, rising; None for all.
            prices: c(1), c(2), …, strictly rising, infinite beyond.
            jobs: number of threads, from 1 to 1024.
            report: called with the progress and the parts solved since the last call, which are
                collected only if parts is not None. What it raises ends the search.
            parts: solved parts of an earlier run.
            limit: only prices below it are looked for; the price is None if there is none. The
                default is infinite, 2**50.
            memory: a result of memory(), which lends the search its feedback matrix and
                transposition table.
            beam: as :meth:`mmtree.search.beam.Beam.pack` returns it; only if no parts are
                collected. It applies above at least as many secrets as there are feedbacks, or
                above 8 or more if there are more than 56 feedbacks.
            weights: the weight of each guess that can be the secret, at least 1, their sum below
                2**50. The secrets are then sorted by falling weight, of equal weights by rank.
            uneven: whether some permutation of positions or colours changes weights. If False, the
                game is one of codes, and ``symmetric``.

        Raises:
            PartsError: the parts contradict each other.
            MemoryError: the search needs more memory than there is.
            OSError: no thread can be started.
            ValueError: an argument is out of range; with a memory, also if an opening is not a
                useful guess or the memory belongs to other prices or is in use.
        """

    def prove(
        self,
        openings: _Uint32 | None,
        prices: _Int64,
        report: Callable[[Progress, Packed], object] | None,
        limit: int,
        limited: bool,
        most: _Uint32,
        head: bytes,
        unchanged: bytes,
    ) -> bytes:
        """Return the records of a certificate.

        They show that no tree for all secrets has a price below the limit. One thread writes them.
        Arguments and errors are those of search(), but for:

        Args:
            limited: whether the bounds of cells count cell_limits().
            most: uint32[levels, feedbacks], as in within(), if the guesses are limited and all
                codes are secrets; else no levels.
            head: of a table, the head of the first record, with the renamings that map the openings
                to all others; empty for none.
            unchanged: of a table, the renaming after each reference.

        Raises:
            ValueError: also if there is a price below the limit.
        """

    def cell_limits(self) -> tuple[bytes, bytes] | None:
        """Return what limits the cells of this game, or None for a table.

        The first is uint8[feedbacks]: the most cells that any guess makes of the secrets that get
        the feedback from any other guess. The second is uint64[32, 65]: the most secrets that so
        many guesses find of a set of which no guess makes more cells, by guesses and cells.
        """

    def memory(self) -> object:
        """Return an empty search cache for searches of this game.

        They must have one price list, and beams of one slack or none.
        """

def vectors() -> str:
    """Return the instruction set in use: baseline, avx2 or avx512."""

def use_vectors(name: str, /) -> None:
    """Use another instruction set; ValueError if this machine does not support it."""
