"""The numbers of a seed form, which :mod:`mmtree.export.seed` defines, and the guess they give."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from mmtree.errors import ExportError
from mmtree.game.rules import Rules

MAX_CODES = 1 << 16
"""The most codes that a small machine can list."""


@dataclass(frozen=True)
class Seed:
    """A tree in the seed form.

    Attributes:
        rules: the rules of the game.
        ask: the least number of codes left for which bits are asked, 2 to 255.
        escape: the ones before a code is named by its place, 1 to 64.
        bits: the bits of a place, 1 to 17.
        start: modulo 256, one more than the number of the first bit asked before a guess.
        step: the number added to each byte of a row, 0 to 255.
        table: the bytes from which the bits are computed.
        max: the most guesses any secret needs.
    """

    rules: Rules
    ask: int
    escape: int
    bits: int
    start: int
    step: int
    table: bytes
    max: int


def draw_row(history: bytes, number: int, step: int, size: int) -> int:
    """Draw the row of a bit from the history; the first byte of the row is the lowest.

    Args:
        history: the :func:`turn_bytes` of all turns so far.
        number: the number of the bit among those asked before a guess.
        step: the number added to each byte.
        size: the bytes of the table, and so of the row.
    """
    read = (bytes([number]) + history)[::-1]
    read *= -(-size // len(read))
    after = _row_bytes(step)
    c = number
    drawn = bytearray()
    for byte in read[:size]:
        c = after[c + byte]
        drawn.append(c)
    return int.from_bytes(drawn, "little")


@lru_cache
def _row_bytes(step: int) -> bytes:
    """Return the next byte of a row, by the sum of the previous byte and the byte read."""
    return bytes((c << 4 & 240 | c >> 4 & 15) + step & 255 for c in range(511))


def turn_bytes(guess: int, feedback: int, rules: Rules) -> bytes:
    """Return the bytes that a guess and its feedback 10·black + white add to the history."""
    return bytes((*rules.digits(guess), feedback // 10 * 16 + feedback % 10))


def next_guess(seed: Seed, history: bytes, listed: list[int], codes: list[int]) -> int:
    """Return the guess after a history.

    Args:
        history: the :func:`turn_bytes` of all turns so far.
        listed: the codes that agree with the history, in order.
        codes: all codes, in order.

    Raises:
        ExportError: the bits name no code.
    """
    if len(listed) < seed.ask:
        return listed[0]
    table = int.from_bytes(seed.table, "little")
    numbers = count(seed.start - 1, -1)

    def ask() -> int:
        drawn = draw_row(history, next(numbers) & 255, seed.step, len(seed.table))
        return (drawn & table).bit_count() & 1

    rank = 0
    while ask():
        rank += 1
        if rank == seed.escape:
            place = 0
            for _ in range(seed.bits):
                place = 2 * place + ask()
            if not 0 < place <= len(codes):
                raise ExportError(f"the seed form names code {place} of {len(codes)}")
            return codes[place - 1]
    if rank >= len(listed):
        raise ExportError(f"the seed form names code {rank + 1} of {len(listed)} left")
    return listed[rank]
