"""The native kernel, compiled from kernel.c; mmtree.build.kernel says whether it is there."""

from collections.abc import Callable, Sequence

from numpy import generic
from numpy.typing import NDArray

Buffer = NDArray[generic]

Part = tuple[tuple[int, int, int, int], int, bool, bytes]

LARGEST_CELL: int
EXPECTED_SIZE: int
MOST_CELLS: int
WEIGHTS: int

class Game:
    """The codes of some rules, ready to be compared. Codes are named by rank (uint32 buffers)."""

    def __init__(
        self, digits: Buffer, pegs: int, colors: int, distinct: bool, whites: bool, feedbacks: bytes
    ) -> None: ...
    def cell_sizes(self, secrets: Buffer, guesses: Buffer, sizes: Buffer) -> None: ...
    def split(self, secrets: Buffer, guess: int, cells: Buffer) -> list[tuple[int, int]]: ...
    def choose(
        self, secrets: Buffer, history: Buffer, rule: int, weights: Buffer | None
    ) -> int: ...
    def search(
        self,
        secrets: Buffer,
        history: Buffer,
        openings: Buffer | None,
        prices: Buffer,
        slack: int,
        jobs: int,
        report: Callable[[float, int | None, int, list[Part]], None] | None,
        parts: Sequence[Part] | None,
    ) -> tuple[int | None, int, bytes, tuple[int, int, int]]: ...

def vectors() -> str: ...
def use_vectors(name: str) -> None: ...
