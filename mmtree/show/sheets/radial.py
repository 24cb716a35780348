"""A strategy tree laid out in rings around its first guess.

The answers to the first guess are on a dial around it; then follow a ring of second guesses, a ring
of third ones …, and on the rim all secrets, in the order of the tree, clockwise from the top. Codes
and answers are set along the radius. Where that makes them larger, the rim has two rows of codes:
single ones are in the inner and the outer row by turns, and two last codes take both rows. A line
between two rings turns from its angle on the inner ring to its angle on the outer ring, all lines
by the same part of their turn at the same radius. No two lines cross, since the order is the same
on all rings. No line passes under a code, since lines turn only between rings, and have a place of
their own on each ring that they pass.

Lengths are parts of the radius of the rim; angles are radians clockwise from the top.
"""

import math
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise

from mmtree.show.sheets.overlap_removal import place_around
from mmtree.show.sheets.poster_nodes import PosterNode, list_nodes
from mmtree.show.sheets.sheet import Sheet

DIGIT, GAP, THEN = 0.48, 0.3, 0.36
"""The width of a digit of an answer, the gap after the answer, and the gap between two last codes,
as multiples of the size."""
DISC = 0.205
"""Radius of the disc around the first guess."""
FIRST_PITCH = 1.12
"""From one peg of the first guess to the next, as a multiple of their diameter."""
KEY_PITCH = 1.14
"""From one key peg to the next, as a multiple of their diameter."""
_KEY = 0.475
"""Greatest diameter of a key peg, as a multiple of that of the first guess's pegs."""
_SECOND = 0.6
"""Greatest size of a second guess, as a multiple of the first."""
_SHRINK, _STEEP = 0.8, 0.52
"""Greatest and least size of any other guess, as a multiple of the one before."""
_BETWEEN = 0.28
"""By how much the guesses halfway to the rim are larger than an even descent would have them."""
_LEAST = 0.41
"""The factor by which many rings may shrink the codes, from the second guesses to the rim."""
_CLEAR = 1.3
"""Room for a code across the radius, as a multiple of the size."""
_LINE, _BORDER = 0.0032, 0.005
"""The space for a line, or for the border of a sector, on a ring that it passes."""
_TAKEN, _STAGGER = 0.96, 0.555
"""The part of its slot on the rim that a code takes, and the part of a slot from a code in one row
to the next in the other row."""
_SPLIT = 0.01
"""The widest gap on the rim between two sectors, in radians."""
_FULL = 0.8
"""How much of a ring may be taken."""
_LINK, _BEHIND = 0.05, 0.012
"""The least space between two rings (less if there are many), and between the dial and the second
guesses."""
_WIDE = 0.3 * math.tau
"""The widest part of the rim whose codes are all read in one direction."""


@dataclass(frozen=True)
class Ring:
    """The inner and outer radius of a ring, or of a row in it, and the size of its codes."""

    inner: float
    outer: float
    size: float


class Radial:
    """The layout of a tree around its first guess.

    Attributes:
        nodes: all nodes, in the order of the tree.
        step: from peg to peg, letter to letter or digit to digit, as a multiple of the size.
        code, answer: the width of a code and of an answer, as multiples of the size.
        first: the size of the first guess.
        marked: whether answers are marks of places.
        across, along: the key pegs of an answer on the dial, across and along the radius.
        digits, keys, dial: the answers to the first guess in digits and in pegs, and both.
        rim: the number of the outermost ring.
        rings: the rings by number; ring 1 is the dial, ring 2 has the second guesses. None if they
            do not fit.
        outside: the nodes in the outer row of the rim.
        angles: the angle of each node, or of the line to it, by ring, set by :meth:`turn`.
        borders: the angles of the borders before each sector and after the last, by ring.
    """

    def __init__(self, sheet: Sheet) -> None:
        rules = sheet.rules
        self.nodes = list_nodes(sheet.tree)
        # M, the thirteenth letter, is wide.
        letter = 0.95 if rules.colors > 12 else 0.72
        self.step = {"pegs": 1.03, "letters": letter}.get(sheet.symbols, 0.62)
        self.code = self.step * rules.pegs
        self.marked = rules.kind.levels > 0
        self.answer = DIGIT * (rules.pegs if self.marked else 2 if rules.whites else 1)
        self._ends = [node for node in self.nodes if node.last]
        self._turns = Counter(node.ring for node in self.nodes if not node.last)
        self._starts = Counter(node.start for node in self._ends)
        self._sectors = self.nodes[-1].sector + 1
        self.rim = self._ends[0].ring
        self.first = (DISC - 0.025) / math.hypot(FIRST_PITCH * rules.pegs / 2, 0.5)
        # Marks are in one row, which no digits repeat.
        self.across = 1 if self.marked else min(2, rules.pegs)
        self.along = rules.pegs if self.marked else -(-rules.pegs // 2)
        self._lay_dial(_KEY * self.first)
        self._lay_dial(
            self.keys.size * min(1.0, 0.85 * math.tau / self._sectors / self._key_angle())
        )
        self.borders: dict[int, list[float]] = {}
        self.angles: dict[PosterNode, dict[int, float]] = {node: {} for node in self.nodes}
        self._fill_rim(max((1, 2), key=self._fill_rim))

    def _lay_dial(self, key: float) -> None:
        """Place the answers to the first guess, with key pegs of this diameter."""
        start, size = DISC + 0.006, 0.0 if self.marked else 0.75 * key
        self.digits = Ring(start + 0.35 * key, start + 0.35 * key + self.answer * size, size)
        inner = self.digits.outer + (0.0 if self.marked else 0.35 * key)
        self.keys = Ring(inner, inner + ((self.along - 1) * KEY_PITCH + 1) * key, key)
        self.dial = Ring(start, self.keys.outer + 0.4 * key, key)

    @property
    def least(self) -> float:
        """The size of the smallest codes; 0 if the rings do not fit."""
        return min((ring.size for ring in self.rings.values()), default=0.0)

    def _key_angle(self) -> float:
        """Return the angle that the key pegs of an answer need on the dial."""
        key = self.keys.size
        radius = self.keys.inner + 0.5 * key
        aside = (self.across - 1) * KEY_PITCH / 2 * key
        return 2 * math.atan(aside / radius) + 2 * math.asin(0.62 * key / radius)

    def length(self, codes: int = 1) -> float:
        """Return the length of an answer and a number of codes, as a multiple of the size."""
        return self.answer + GAP + codes * self.code + (codes - 1) * THEN

    def row(self, node: PosterNode) -> Ring:
        """Return the place of the answer and the codes of a node; second guesses have no answer."""
        ring = self.rings[node.ring]
        if node.ring < self.rim:
            return ring
        inner = ring.inner + (self.length() + THEN) * ring.size * (node in self.outside)
        return Ring(inner, inner + self.length(len(node.codes)) * ring.size, ring.size)

    def _fill_rim(self, rows: int) -> float:
        """Fill the rim in one or two rows; return the size of its codes, 0 if they do not fit."""
        self.outside: set[PosterNode] = set()
        self._slots = {self._ends[0]: 0.0}  # where each node is on the rim
        for before, node in pairwise(self._ends):
            pair = len(before.codes) + len(node.codes) > 2
            stagger = rows == 2 and not pair and before.sector == node.sector
            if stagger and before not in self.outside:
                self.outside.add(node)
            self._slots[node] = self._slots[before] + (_STAGGER if stagger else 1.0)
        self._count = self._slots[self._ends[-1]] + 1.0
        most = max(len(node.codes) for node in self._ends)
        self._long = 2 * self.length() + THEN if rows == 2 else self.length(most)
        low, high = 0.0, _SECOND * self.first
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self._rings(middle) else (low, middle)
        self.rings = self._rings(low)
        return self.rings[self.rim].size if self.rings else 0.0

    def _rings(self, second: float) -> dict[int, Ring]:
        """Return the rings with second guesses of about this size; none if they do not fit."""
        steps = self.rim - 2
        # The width of a slot at the inner end of the codes, whose radius depends on their size.
        widest = _TAKEN * self._slot / (1 + _TAKEN * self._slot * self._long)
        rim = min(second * max(_SHRINK**steps, _LEAST), widest)
        if not 0 < second * _STEEP**steps <= rim:
            return {}
        shrink = (rim / second) ** (1 / max(steps, 1))
        sizes: list[float] = []
        for step in range(steps):  # inner rings are larger, to be read from further away
            more = 1 + _BETWEEN * math.sin(math.pi * step / steps)
            least = _SHRINK * sizes[-1] if sizes else second
            sizes.append(min(second * shrink**step * more, least))
        start, last = self.dial.outer + _BEHIND, 1 - self._long * rim
        rings = {number: Ring(1.0, 1.0, size) for number, size in enumerate(sizes, 2)}
        for _ in range(8):  # how much fits into a ring depends on its radius
            sizes = [min(ring.size, self._fits(n, ring.inner)) for n, ring in rings.items()]
            # The answers before the second guesses are on the dial.
            lengths = [size * (self.length() if at else self.code) for at, size in enumerate(sizes)]
            # The second guesses are close to the dial; the lines to the rim turn most.
            share = (last - start - sum(lengths)) / (steps + 0.5 if steps else 1)
            if share < min(_LINK, 0.25 / max(steps, 1)) or min(lengths, default=1) <= 0:
                return {}
            inner = start
            for number, (size, length) in enumerate(zip(sizes, lengths, strict=True), 2):
                rings[number] = Ring(inner, inner + length, size)
                inner += length + share
        if any(self._fits(n, ring.inner) < 0.98 * ring.size for n, ring in rings.items()):
            return {}
        return {1: self.dial, **rings, self.rim: Ring(last, 1.0, rim)}

    def _fits(self, number: int, inner: float) -> float:
        """Return the greatest size of the codes on a ring that begins at this radius."""
        passing = sum(count for start, count in self._starts.items() if start < number)
        free = _FULL * math.tau * inner - self._line * passing - _BORDER * self._sectors
        return free / (self._turns[number] * _CLEAR)

    @property
    def _slot(self) -> float:
        """The angle of a slot on the rim."""
        split = min(_SPLIT, 2.5 * math.tau / (self._count + 2.5 * self._sectors))
        return (math.tau - split * self._sectors) / self._count

    @property
    def _line(self) -> float:
        return min(_LINE, 0.55 * math.tau / len(self._ends))

    def middle(self, node: PosterNode) -> float:
        """Return the angle of the middle of a node's part of the rim."""
        return self.angles[node.ends[0]][self.rim] + self._wide(node) / 2

    def outwards(self, node: PosterNode) -> bool:
        """Return whether the code of a node is read outwards, as on the right half.

        All codes of a sector are read in one direction, unless the sector is very wide: then those
        below the guesses whose part of the rim is narrower.
        """
        while node.before and self._wide(node.before) < _WIDE:
            node = node.before
        return math.sin(self.middle(node)) >= 0

    def _wide(self, node: PosterNode) -> float:
        return self.angles[node.ends[-1]][self.rim] - self.angles[node.ends[0]][self.rim]

    def turn(self) -> None:
        """Find the angle of every node, and of every line on each ring that it passes."""
        split = (math.tau - self._count * self._slot) / self._sectors
        self.borders[self.rim] = []
        for node in self._ends:
            start = self._slots[node] * self._slot + node.sector * split
            if len(self.borders[self.rim]) == node.sector:
                self.borders[self.rim].append(start)
            self.angles[node][self.rim] = start + (split + self._slot) / 2
        self.borders[self.rim].append(math.tau)
        for number in range(1, self.rim):
            if number != 2:
                self._turn_ring(number)
                continue
            self.borders[2] = self.borders[1]  # the second guesses follow their answers
            for node in self.nodes:
                if not node.before:
                    self.angles[node][2] = self.angles[node][1]

    def _turn_ring(self, number: int) -> None:
        """Find the angles on a ring, near the middles of the parts of the rim."""
        # Nodes, or None for a border, with the wanted angle and the angle needed.
        elements: list[tuple[PosterNode | None, float, float]] = []
        border = _BORDER / self.rings[number].inner if number > 1 else 0.0
        some = (node for node in self.nodes if node.start < number <= node.ring)
        for sector, nodes in groupby(some, key=lambda node: node.sector):
            elements.append((None, self.borders[self.rim][sector], border))
            elements += [(node, self.middle(node), self._needed(node, number)) for node in nodes]
        places = place_around(
            [wished for _, wished, _ in elements], [needed for _, _, needed in elements]
        )
        self.borders[number] = []
        for (placed, _, _), place in zip(elements, places, strict=True):
            if placed:
                self.angles[placed][number] = place
            else:
                self.borders[number].append(place)
        self.borders[number].append(self.borders[number][0] + math.tau)

    def _needed(self, node: PosterNode, number: int) -> float:
        """Return the angle that a node, its key pegs or the line to it needs on a ring."""
        if number > 1:
            ring = self.rings[number]
            return (self._line if node.last else _CLEAR * ring.size) / ring.inner
        keys = self._key_angle()
        return keys if node.last else max(keys, self._needed(node, 2))
