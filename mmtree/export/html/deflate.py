"""Deflate (RFC 1951, 1996) with the same bytes on every machine, which no zlib promises of another.

One block of fixed codes: enough for a script of some ten thousand characters.
"""

from __future__ import annotations

_NEAREST = 32  # so many earlier places of the same three bytes are tried
_WINDOW = 1 << 15
_LONGEST = 258


def deflate(data: bytes) -> bytes:
    """The data compressed, as browsers read ``deflate-raw``."""
    stream = _Bits()
    stream.add(0b011, 3)  # the last block, of fixed codes
    seen: dict[bytes, list[int]] = {}
    at = 0
    found = _match(data, 0, seen)
    while at < len(data):
        length, distance = found
        seen.setdefault(data[at : at + 3], []).append(at)
        after = _match(data, at + 1, seen)
        if length >= 3 and after[0] <= length:  # else the next place has a longer match
            stream.add_match(length, distance)
            for place in range(at + 1, at + length):
                seen.setdefault(data[place : place + 3], []).append(place)
            at += length
            found = _match(data, at, seen)
        else:
            stream.add_literal(data[at])
            at, found = at + 1, after
    stream.add_literal(256)  # the end
    return stream.bytes()


def _match(data: bytes, at: int, seen: dict[bytes, list[int]]) -> tuple[int, int]:
    """Length and distance of the longest earlier text that goes on here; the nearest of them."""
    best = (0, 0)
    most = min(_LONGEST, len(data) - at)
    for place in seen.get(data[at : at + 3], ())[-1 : -_NEAREST - 1 : -1]:
        if at - place > _WINDOW:
            break
        length = 0
        while length < most and data[place + length] == data[at + length]:
            length += 1
        if length > best[0]:
            best = (length, at - place)
    return best


def _steps(first: int, plain: int, group: int, count: int) -> list[tuple[int, int]]:
    """The least value of each code and the number of bits that follow it: RFC 1951, 3.2.5."""
    codes, value = [], first
    for code in range(count):
        extra = max(0, (code - plain) // group + 1) if code >= plain else 0
        codes.append((value, extra))
        value += 1 << extra
    return codes


_LENGTHS = [*_steps(3, 8, 4, 28), (_LONGEST, 0)]
_DISTANCES = _steps(1, 4, 2, 30)


class _Bits:
    """A stream of bits, the lowest first."""

    def __init__(self) -> None:
        self._value = 0
        self._count = 0
        self._done = bytearray()

    def add(self, value: int, count: int) -> None:
        """So many bits of a number."""
        self._value |= value << self._count
        self._count += count
        while self._count >= 8:
            self._done.append(self._value & 255)
            self._value >>= 8
            self._count -= 8

    def add_code(self, code: int, count: int) -> None:
        """A Huffman code, whose highest bit comes first."""
        self.add(int(f"{code:0{count}b}"[::-1], 2), count)

    def add_literal(self, symbol: int) -> None:
        """The fixed code of a byte, the end (256) or a length: RFC 1951, 3.2.6."""
        if symbol < 144:
            self.add_code(0x30 + symbol, 8)
        elif symbol < 256:
            self.add_code(0x190 + symbol - 144, 9)
        elif symbol < 280:
            self.add_code(symbol - 256, 7)
        else:
            self.add_code(0xC0 + symbol - 280, 8)

    def add_match(self, length: int, distance: int) -> None:
        """So many bytes from so far back."""
        symbol = max(i for i, (least, _) in enumerate(_LENGTHS) if least <= length)
        least, extra = _LENGTHS[symbol]
        self.add_literal(257 + symbol)
        self.add(length - least, extra)
        symbol = max(i for i, (least, _) in enumerate(_DISTANCES) if least <= distance)
        least, extra = _DISTANCES[symbol]
        self.add_code(symbol, 5)
        self.add(distance - least, extra)

    def bytes(self) -> bytes:
        """All bits so far, in whole bytes."""
        return bytes(self._done) + (bytes([self._value]) if self._count else b"")
