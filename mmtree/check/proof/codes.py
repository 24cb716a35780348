"""Codes of a game as numbers, with their feedbacks and their images under renamings, in NumPy.

Feedback is counted here and not imported, so that an error elsewhere cannot confirm itself.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.rules import Rules

Array = NDArray[Any]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
MAX_CODES = 1 << 16
BLOCK = 1 << 19
"""The number of feedbacks computed at a time, which fit into the processor's cache."""


class Renaming(NamedTuple):
    """A renaming: at position j, an image has the colour ``color[j, code[source[j]]]``."""

    source: Array
    color: Array

    def inverse(self) -> "Renaming":
        """Return the renaming that undoes this one."""
        source = np.argsort(self.source)
        return Renaming(source, np.argsort(self.color, axis=1)[source])


class Codes:
    """All codes of some rules, numbered from 0 in rising order.

    Attributes:
        kinds: the number of feedbacks, F in the README.
        digits, counts: the colours of each code, a row for each; its pegs of each colour, a column.
        every, secrets: the numbers of all codes.
        table: None, as the feedbacks of all codes for each other would be large.
        patterns: the first code of each class; each code has an image among them.
        pattern: for each code, the one among them.

    Raises:
        SizeError: there are too many.
    """

    table: Array | None = None
    identified = consistent = False

    def __init__(self, rules: Rules) -> None:
        if rules.secrets > MAX_CODES:
            raise SizeError(f"{rules}: {rules.secrets} codes; at most {MAX_CODES} can be checked")
        self.rules, self.kinds = rules, len(rules.feedbacks)
        digits = np.zeros((1, 0), np.uint8)
        for _ in range(rules.pegs):
            color = np.tile(np.arange(rules.colors, dtype=np.uint8), len(digits))[:, None]
            digits = np.repeat(digits, rules.colors, axis=0)
            allowed = ~(digits == color).any(axis=1) if rules.distinct else slice(None)
            digits = np.hstack([digits, color])[allowed]
        self.digits, self.every = digits, np.arange(len(digits))
        self.secrets = self.every
        counts = [(digits == color).sum(axis=1) for color in range(rules.colors)]
        self.counts = np.array(counts, np.uint8)
        self.powers = rules.colors ** np.arange(rules.pegs - 1, -1, -1)
        self.numbers = digits @ self.powers
        # Codes are images of each other if their colours occur equally often; all codes are, if
        # the colours of each position are renamed separately.
        self.separate = not rules.whites and not rules.distinct
        rows = rules.pegs if self.separate else 1
        self.renaming_bytes = rules.pegs + rows * rules.colors
        shapes = np.sort(self.counts, axis=0) * np.uint8(not self.separate)
        _, self.patterns, shape = np.unique(shapes, axis=1, return_index=True, return_inverse=True)
        self.pattern = self.patterns[shape.ravel()]
        self.kind = np.full((rules.pegs + 1) ** 2, 255, np.uint8)
        for at, feedback in enumerate(rules.feedbacks):
            black, white = divmod(feedback, 10)
            self.kind[black * (rules.pegs + 1) + (black + white if rules.whites else 0)] = at
        self.most_cells = cache(self._most_cells)
        self.mask = np.uint16 if self.kinds <= 16 else np.uint32 if self.kinds <= 32 else np.uint64

    def spell(self, code: int) -> str:
        """Return a code in letters."""
        return "".join(LETTERS[color] for color in self.digits[code])

    def parse_opening(self, text: str) -> int | None:
        """Return the code of an opening in letters, or None if there is none."""
        digits, opening = self.digits.tolist(), [*map(LETTERS.index, text)]
        return digits.index(opening) if opening in digits else None

    def feedbacks(self, secrets: Array, guesses: Array) -> Array:
        """Return the number of the feedback of each guess (column) for each secret (row)."""
        table = np.empty((len(secrets), len(guesses)), np.uint8)
        digits, counts = self.digits[guesses].T.copy(), self.counts[:, guesses]
        step = max(1, BLOCK // len(guesses))
        for start in range(0, len(secrets), step):
            some = secrets[start : start + step]
            at = np.zeros((len(some), len(guesses)), np.uint8)
            for mine, theirs in zip(digits, self.digits[some].T, strict=True):
                at += (mine == theirs[:, None]).view(np.uint8)
            at *= self.rules.pegs + 1
            if self.rules.whites:  # count the pegs of each colour that both codes have
                for mine, theirs in zip(counts, self.counts[:, some], strict=True):
                    at += np.minimum(mine, theirs[:, None])
            table[start : start + step] = self.kind[at]
        if table.max() >= self.kinds:
            raise AssertionError(f"{self.rules}: a feedback that is not among those of the rules")
        return table

    def cell_sizes(self, table: Array) -> Array:
        """Return the size of the cell of each feedback (row) in each column of a table.

        Args:
            table: feedbacks for some secrets (rows), uint8.
        """
        secrets, width = table.shape
        sizes = np.zeros((self.kinds, width), np.uint8 if secrets < 256 else np.int32)
        step = min(255, max(1, BLOCK // width))
        for start in range(0, secrets, step):
            some = table[start : start + step]
            for kind, row in enumerate(sizes):
                row += np.add.reduce((some == kind).view(np.uint8), axis=0, dtype=np.uint8)
        return sizes

    def masks(self, table: Array) -> Array:
        """Return for each feedback a number with one bit, another one for each feedback.

        For more than 64 feedbacks, it is a row of numbers.
        """
        if self.kinds > 64:
            place = table[..., None] // 64 == np.arange(-(-self.kinds // 64))
            return np.where(place, np.left_shift(np.uint64(1), table % 64)[..., None], np.uint64(0))
        return np.left_shift(self.mask(1), table, dtype=self.mask)

    def cells_after(self, guess: int) -> Iterator[Array]:
        """Yield how codes divide the cells of one of the patterns, some codes at a time.

        A renaming that keeps the guess maps each of its cells onto itself. So the codes are not
        all, but each code has an image among them.

        Yields:
            For each code (row) and cell (column), the sizes of the parts, by feedback; int64.
        """
        code, colors = self.digits[guess], np.arange(self.rules.colors)
        others = self.every[(self.digits < (2 if self.separate else len(colors))).all(axis=1)]
        for at in np.flatnonzero(code[1:] == code[:-1]):
            others = others[self.digits[others, at] <= self.digits[others, at + 1]]
        for at in np.flatnonzero(self.counts[1:, guess] == self.counts[:-1, guess]):
            color = np.where(colors == at, at + 1, np.where(colors == at + 1, at, colors))
            source = np.argsort(color[code], kind="stable")  # the guess has its colours in order
            renaming = Renaming(source, np.broadcast_to(color, (len(code), len(colors))))
            others = others[self.rename(others, renaming) >= others]
        cell = self.feedbacks(np.array([guess]), self.every)[0].astype(np.int64) * self.kinds
        step, square = max(1, BLOCK // len(self.every)), self.kinds**2
        for start in range(0, len(others), step):
            table = self.feedbacks(others[start : start + step], self.every)
            pairs = table + cell + np.arange(len(table))[:, None] * square
            sizes = np.bincount(pairs.ravel(), minlength=len(table) * square)
            yield sizes.reshape(-1, self.kinds, self.kinds)

    def _most_cells(self, guess: int) -> tuple[Array, Array]:
        """Return i and o of each cell of one of the patterns, all black excluded."""
        inside, any_code = np.zeros((2, self.kinds - 1), np.int64)
        for sizes in self.cells_after(guess):
            counts = np.count_nonzero(sizes[:, :-1], axis=2)
            any_code = np.maximum(any_code, counts.max(axis=0))
            inside = np.maximum(inside, (counts * (sizes[:, :-1, -1] > 0)).max(axis=0))
        return inside, any_code

    @cached_property
    def most_after(self) -> Array:
        """E(e, f) of the README for one code e of each pattern (row), and each f; int64."""
        return np.array([self.most_cells(code)[1] for code in self.patterns.tolist()])

    def parse_renaming(self, data: bytes) -> Renaming | None:
        """Return the renaming that these bytes define, or None if they are no permutations."""
        pegs, colors = self.rules.pegs, self.rules.colors
        values = np.frombuffer(data, np.uint8)
        source, color = values[:pegs], values[pegs:].reshape(-1, colors)
        for row, length in ((source, pegs), (color, colors)):
            if (np.sort(row) != np.arange(length)).any():
                return None
        return Renaming(source, np.broadcast_to(color, (pegs, colors)))

    def rename(self, codes: Array, renaming: Renaming) -> Array:
        """Return the images of codes."""
        places = np.arange(self.rules.pegs)
        numbers = renaming.color[places, self.digits[codes][:, renaming.source]] @ self.powers
        return np.searchsorted(self.numbers, numbers)


def orbits(count: int, images: Callable[[], Iterable[Array]]) -> Array:
    """Return for each number below a count the least one into which permutations turn it."""
    least = np.arange(count)
    while True:
        before = least
        for image in images():
            least = np.minimum(least, least[image])
            least[image] = np.minimum(least[image], least)
        least = least[least]
        if np.array_equal(least, before):
            return least


def count_ones(masks: Array) -> Array:
    """Return the number of bits that are 1."""
    if hasattr(np, "bitwise_count"):  # NumPy 2
        return np.asarray(np.bitwise_count(masks))
    octets = masks[..., None].view(np.uint8)
    return np.asarray(np.unpackbits(octets, axis=-1).sum(axis=-1, dtype=np.uint8))
