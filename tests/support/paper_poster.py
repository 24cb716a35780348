"""Parses posters in PDF from letters, digits, key pegs and lines, without importing mmtree.

A poster is read from its middle outwards: the largest letters are the first guess, key pegs and
digits around it are the answers to it. A line leads from the end of a code to an answer with the next
code or codes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from support.paper import Answer, Cells, MisprintError, Rows
from support.paper_drawing import Glyph, Line, Point, Print


@dataclass(frozen=True)
class Run:
    """An answer, one or two codes, or both, in a row on a radius.

    Attributes:
        answer: in digits; empty for a second guess, whose answer is on the dial.
        codes: the inner one first.
        angle: its direction from the middle.
        inner, outer: its ends, as distances from the middle.
        size: of its letters.
    """

    answer: str
    codes: tuple[str, ...]
    angle: float
    inner: float
    outer: float
    size: float


class Poster:
    """A parsed poster.

    Args:
        found: the contents of its page.
        pegs: the length of a code.
        symbols: the symbols of codes.
        digits: the digits of an answer, 1 or 2.

    Attributes:
        rows: the rows of the tree; the first guess is row 1.
        rim: all codes on the rim.
    """

    def __init__(self, found: Print, pegs: int, symbols: str, digits: int) -> None:
        self.pegs, self.symbols, self.digits = pegs, set(symbols), digits
        self.found = found
        self.middle = max((disc for disc in found.discs if disc.black), key=lambda d: d.size).at
        first = sorted(
            (g for g in found.glyphs if len(g.text) == 1 and self._from(g.at)[0] < self._disc),
            key=lambda glyph: glyph.at,
        )
        self.first = "".join(glyph.text for glyph in first)
        self.runs = [run for glyphs in self._rays() for run in self._split(glyphs)]
        self.dial = [run for run in self.runs if not run.codes]
        self.rim: list[str] = []
        self._check_pegs()
        self._join()
        self.rows: Rows = {}
        self._number()

    @property
    def _disc(self) -> float:
        return max(disc.size for disc in self.found.discs if disc.black) / 2

    def _from(self, at: Point) -> Point:
        """Return distance and direction from the middle."""
        x, y = at[0] - self.middle[0], at[1] - self.middle[1]
        return math.hypot(x, y), math.atan2(y, x)

    def _rays(self) -> list[list[Glyph]]:
        """Return the letters and digits along each radius, from the middle outwards."""
        rays: defaultdict[tuple[float, bool], list[tuple[float, Glyph]]] = defaultdict(list)
        for glyph in self.found.glyphs:
            sin, cos = math.sin(glyph.turned), math.cos(glyph.turned)
            # Capitals are two thirds of their size high.
            x = glyph.at[0] - glyph.size / 3 * sin - self.middle[0]
            y = glyph.at[1] + glyph.size / 3 * cos - self.middle[1]
            along, aside = x * cos + y * sin, y * cos - x * sin
            if len(glyph.text) == 1 and abs(aside) < 0.2 * glyph.size and abs(along) > self._disc:
                rays[round(glyph.turned, 5), along > 0].append((abs(along), glyph))
        return [sorted(ray, key=lambda found: found[0]) for ray in rays.values()]

    def _split(self, ray: list[tuple[float, Glyph]]) -> list[Run]:
        """Split the glyphs on a radius into runs."""
        parts = [ray[:1]]
        for inner, outer in pairwise(ray):
            near = outer[0] - inner[0] < 1.75 * max(inner[1].size, outer[1].size)
            parts[-1].append(outer) if near else parts.append([outer])
        return [self._run(part) for part in parts]

    def _run(self, part: list[tuple[float, Glyph]]) -> Run:
        glyphs = [glyph for _, glyph in part]
        text = "".join(glyph.text for glyph in glyphs)
        along = self._from(glyphs[0].at)[1]
        outwards = math.cos(along - glyphs[0].turned) > 0
        answer = self.digits
        # A second guess has no answer before it; one of two digits is outside the dial.
        if len(text) == self.pegs and (self.pegs != self.digits or part[0][0] > self._keys):
            answer = 0
        words = [text[:answer]]
        words += [text[at : at + self.pegs] for at in range(answer, len(text), self.pegs)]
        if not outwards:
            words = [word[::-1] for word in words]
        if not all(self.symbols.issuperset(word) and len(word) == self.pegs for word in words[1:]):
            raise MisprintError(f"no codes: {text}")
        if not (words[0].isdigit() or not words[0]) or len(words) > 3:
            raise MisprintError(f"no answer and codes: {text}")
        size = max(glyph.size for glyph in glyphs)
        turned = glyphs[0].turned + (0 if outwards else math.pi)
        return Run(
            words[0], tuple(words[1:]), turned, part[0][0] - size / 2, part[-1][0] + size / 2, size
        )

    @property
    def _keys(self) -> float:
        """The distance of the key pegs from the middle."""
        discs = [self._from(disc.at)[0] for disc in self.found.discs]
        return min(at for at in discs if at > self._disc)

    def _check_pegs(self) -> None:
        """Check that the key pegs on the dial agree with the digits next to them."""
        least = min(run.inner for run in self.runs if run.codes)
        counted: defaultdict[Run, list[bool]] = defaultdict(list)
        keys = [d for d in self.found.discs if self._disc < self._from(d.at)[0] < least]
        largest = max((disc.size for disc in keys), default=0.0)
        for disc in keys:
            if disc.size > 0.7 * largest:
                angle = self._from(disc.at)[1]
                run = min(self.dial, key=lambda run: abs(_turn(run.angle - angle)))
                counted[run].append(disc.black)
        for run in self.dial:
            black, white = counted[run].count(True), counted[run].count(False)
            if read(run.answer) != (black, white):
                raise MisprintError(f"{run} is next to {black} black and {white} white pegs")

    def _join(self) -> None:
        """Find the runs at both ends of each line."""
        self.after: defaultdict[Run | None, list[Run]] = defaultdict(list)
        self.way: dict[Line, tuple[Run, Run]] = {}
        ends: defaultdict[tuple[bool, int, int], list[tuple[Point, Run]]] = defaultdict(list)
        for run in self.runs:
            if run.codes:
                for inner, far in ((True, run.inner), (False, run.outer)):
                    at = self._point(run.angle, far)
                    ends[inner, *_cell(at)].append((at, run))
        edge = min(run.inner - 0.2 * run.size for run in self.runs if run.codes)
        most = max(run.outer for run in self.runs)
        joins = reached = 0
        for line in self.found.lines:
            start, end = sorted((line.start, line.end), key=lambda at: self._from(at)[0])
            if self._from(end)[0] < edge or self._from(start)[0] > most:
                continue  # on the dial, or outside
            to = self._nearest(end, ends, inner=True)
            if to is None:
                joins += self._joins(start, end)
                continue
            of = self._nearest(start, ends, inner=False)
            if of is None:
                angle = self._from(start)[1]
                of = min(self.dial, key=lambda run: abs(_turn(run.angle - angle)))
                if abs(_turn(of.angle - angle)) > 0.01:
                    raise MisprintError(f"{line} comes from nowhere")
            self.way[line] = of, to
            self.after[of].append(to)
            reached += 1
        # A second guess is behind its answer, without a line.
        for run in self.runs:
            if not run.answer:
                of = min(self.dial, key=lambda other: abs(_turn(other.angle - run.angle)))
                if abs(_turn(of.angle - run.angle)) > 0.001:
                    raise MisprintError(f"{run} stands behind no answer")
                self.after[of].append(run)
                reached += 1
        if reached != len(self.runs) - len(self.dial):
            raise MisprintError(f"{reached} lines to {len(self.runs) - len(self.dial)} codes")
        if joins != sum(len(run.codes) == 2 for run in self.runs):
            raise MisprintError(f"{joins} pairs of codes are joined")

    def _nearest(
        self, at: Point, ends: dict[tuple[bool, int, int], list[tuple[Point, Run]]], inner: bool
    ) -> Run | None:
        """Return the run that begins or ends at a point, or None."""
        x, y = _cell(at)
        cells = ((inner, x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        near = [end for cell in cells for end in ends.get(cell, ())]
        to, run = min(near, default=(at, None), key=lambda end: math.dist(at, end[0]))
        return run if run and math.dist(at, to) < run.size else None

    def _joins(self, start: Point, end: Point) -> bool:
        """Return whether a line joins two last codes; raise an error if it joins nothing."""
        middle = self._from(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        for run in self.runs:
            aside = abs(_turn(run.angle - middle[1])) * middle[0]
            between = run.inner < middle[0] < run.outer
            if len(run.codes) == 2 and aside < 0.2 * run.size and between:
                return True
        raise MisprintError(f"a line from {start} to {end} leads nowhere")

    def _number(self) -> None:
        """Number the rows, and check the codes on the rim."""
        self._row(self.first, [(run.answer, self._only(self.after[run])) for run in self.dial])

    def _row(self, guess: str, cells: list[tuple[str, Run]]) -> int:
        number = len(self.rows) + 1
        follows: Cells = {}
        self.rows[number] = guess, follows
        for answer, run in cells:
            value = read(answer)
            if value in follows:
                raise MisprintError(f"{answer} stands twice behind {guess}")
            if run.answer and run.answer != answer:
                raise MisprintError(f"{run} behind {answer}")
            if run in self.after:
                if len(run.codes) != 1:
                    raise MisprintError(f"{run} goes on")
                follows[value] = self._row(run.codes[0], [(r.answer, r) for r in self.after[run]])
                continue
            self.rim += run.codes
            if value[0] < self.pegs:
                follows[value] = run.codes
            elif run.codes != (guess,):
                raise MisprintError(f"{guess} is right, but {run} stands on the rim")
        return number

    def _only(self, runs: list[Run]) -> Run:
        if len(runs) != 1:
            raise MisprintError(f"{len(runs)} guesses behind an answer on the dial")
        return runs[0]

    def _point(self, angle: float, far: float) -> Point:
        return self.middle[0] + far * math.cos(angle), self.middle[1] + far * math.sin(angle)

    def drawn(self) -> list[Glyph]:
        """Return the letters and digits of the drawing."""
        return [glyph for ray in self._rays() for _, glyph in ray]

    def leads(self, line: Line) -> bool:
        """Return whether a line leads from a code to the next."""
        return line in self.way

    def thick(self) -> list[str]:
        """Return the codes to which the thickest lines lead, from the middle outwards."""
        thickest = max(line.thick for line in self.way)
        runs = [to for line, (_, to) in self.way.items() if line.thick == thickest]
        return [code for run in sorted(runs, key=lambda run: run.inner) for code in run.codes]

    def game(self) -> list[str]:
        """Return the codes on the board below: the secret and the guesses."""
        rows: defaultdict[float, list[Glyph]] = defaultdict(list)
        for glyph in self.found.glyphs:
            if len(glyph.text) == 1 and glyph.text in self.symbols and glyph.turned == 0:
                rows[round(glyph.at[1], 1)].append(glyph)
        lowest = self.middle[1] - max(run.outer for run in self.runs)
        return [
            "".join(glyph.text for glyph in sorted(row, key=lambda glyph: glyph.at))
            for at, row in sorted(rows.items(), reverse=True)
            if len(row) == self.pegs and at < self.middle[1] - 0.8 * (self.middle[1] - lowest)
        ]


def read(answer: str) -> Answer:
    """Return the black and white pegs of an answer in digits."""
    return int(answer[0]), int(answer[1:] or 0)


def _cell(at: Point) -> tuple[int, int]:
    return int(at[0] // 40), int(at[1] // 40)


def _turn(angle: float) -> float:
    """Normalise an angle to between −π and π."""
    return math.remainder(angle, math.tau)
