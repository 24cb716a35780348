"""Parses posters in PDF from letters, digits, colours, key pegs and lines, without importing mmtree.

A poster is read from its middle outwards: the largest letters are the first guess, key pegs and
digits around it are the answers to it. A line leads from the end of a code to an answer with the next
code or codes. A peg without a letter has the letter of the others of its colour.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise

from support.paper import Cells, MisprintError, Rows, read_answer
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
        ways: the runs at both ends of each line from a code to the next.
        drawn: the letters and digits on radii.
    """

    def __init__(self, found: Print, pegs: int, symbols: str, digits: int) -> None:
        self.pegs, self.symbols, self.digits = pegs, symbols, digits
        self.found = found
        discs = [shape for shape in found.bare if shape.circle and shape.black]
        disc = max(discs, key=lambda shape: shape.size)
        self.middle, self.disc = disc.at, disc.size / 2
        inside = [glyph for glyph in found.glyphs if self._from(glyph.at)[0] < self.disc]
        largest = max(glyph.size for glyph in inside)
        first = [glyph for glyph in inside if glyph.size == largest]  # the badge is smaller
        self.first = "".join(glyph.text for glyph in sorted(first, key=lambda glyph: glyph.at))
        circles = [self._from(shape.at)[0] for shape in found.bare if shape.circle]
        self._keys = min(far for far in circles if far > self.disc)
        rays = self._rays()
        self.drawn = [glyph for ray in rays for _, glyph in ray]
        self.runs = [run for ray in rays for run in self._split(ray)]
        self.dial = [run for run in self.runs if not run.codes]
        self.rim: list[str] = []
        self._check_pegs()
        self._join()
        self.rows: Rows = {}
        self._row(self.first, [(run.answer, to) for run in self.dial for to in self.after[run]])

    def _from(self, at: Point) -> Point:
        """Return distance and direction from the middle."""
        x, y = at[0] - self.middle[0], at[1] - self.middle[1]
        return math.hypot(x, y), math.atan2(y, x)

    def _marks(self) -> list[Glyph]:
        """Return the letters and digits outside the disc; also letters for pegs that have none."""
        names = {glyph.fill: glyph.text for glyph in self.found.glyphs if glyph.fill}
        bare = [shape for shape in self.found.bare if names.get(shape.fill, " ") in self.symbols]
        sizes = Counter(round(shape.size, 2) for shape in bare).most_common(1)
        # Digits on circles are the numbers of the example's guesses.
        marks = [
            glyph
            for glyph in self.found.glyphs
            if len(glyph.text) == 1
            and self._from(glyph.at)[0] > self.disc
            and not (glyph.fill and glyph.text.isdigit())
        ]
        return marks + [
            replace(shape, text=names[shape.fill])
            for shape in bare
            if round(shape.size, 2) == sizes[0][0]
        ]

    def _rays(self) -> list[list[tuple[float, Glyph]]]:
        """Return the letters and digits along each radius, from the middle outwards."""
        rays: defaultdict[tuple[float, bool], list[tuple[float, Glyph]]] = defaultdict(list)
        for glyph in self._marks():
            far, angle = self._from(glyph.at)
            aside = far * math.sin(angle - glyph.turned)
            if abs(aside) < 0.2 * glyph.size:
                outwards = math.cos(angle - glyph.turned) > 0
                rays[round(glyph.turned, 5), outwards].append((far, glyph))
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
        outwards = math.cos(self._from(glyphs[0].at)[1] - glyphs[0].turned) > 0
        # A second guess has no answer before it, and is outside the dial.
        second = len(text) == self.pegs and part[0][0] > self._keys
        answer, code = rf"\d{{{0 if second else self.digits}}}", f"[{self.symbols}]{{{self.pegs}}}"
        found = re.fullmatch(f"({answer})({code})?({code})?", text)
        if not found:
            raise MisprintError(f"no answer and codes: {text}")
        words = [word if outwards else word[::-1] for word in found.groups() if word is not None]
        size = max(glyph.size for glyph in glyphs)
        turned = glyphs[0].turned + (0 if outwards else math.pi)
        inner, outer = part[0][0] - size / 2, part[-1][0] + size / 2
        return Run(words[0], tuple(words[1:]), turned, inner, outer, size)

    def _check_pegs(self) -> None:
        """Check that the key pegs on the dial agree with the digits next to them."""
        least = min(run.inner for run in self.runs if run.codes)
        keys = [
            (shape, angle)
            for shape in self.found.bare
            for far, angle in [self._from(shape.at)]
            if shape.circle and self.disc < far < least
        ]
        largest = max(shape.size for shape, _ in keys)
        counted = Counter(
            (self._behind(angle), shape.black)
            for shape, angle in keys
            if shape.size > 0.7 * largest  # smaller ones are holes
        )
        for run in self.dial:
            if read_answer(run.answer) != (counted[run, True], counted[run, False]):
                raise MisprintError(f"other key pegs are next to {run}")

    def _join(self) -> None:
        """Find the runs at both ends of each line."""
        self.after: defaultdict[Run, list[Run]] = defaultdict(list)
        self.ways: dict[Line, tuple[Run, Run]] = {}
        coded = [run for run in self.runs if run.codes]
        # The runs with codes by their direction, in 600 parts of a turn.
        self._directions: defaultdict[int, list[Run]] = defaultdict(list)
        for run in coded:
            self._directions[round(600 * run.angle / math.tau) % 600].append(run)
        edge, most = min(run.inner - 0.2 * run.size for run in coded), max(r.outer for r in coded)
        joins = 0
        for line in self.found.lines:
            (inner, start), (outer, end) = sorted(map(self._from, (line.start, line.end)))
            if outer < edge or inner > most:
                continue  # on the dial, or outside
            toward = [self._toward(angle) for angle in (start, end)]
            starts = [run for run in toward[0] if abs(run.outer - inner) < run.size]
            ends = [run for run in toward[1] if abs(run.inner - outer) < run.size]
            if ends:
                self.ways[line] = starts[0] if starts else self._behind(start, 0.01), ends[0]
            elif any(len(r.codes) == 2 and r.inner < inner < outer < r.outer for r in toward[0]):
                joins += 1
            else:
                raise MisprintError(f"{line} leads nowhere")
        for of, to in self.ways.values():
            self.after[of].append(to)
        # A second guess is behind its answer, without a line.
        for run in coded:
            if not run.answer:
                self.after[self._behind(run.angle, 0.001)].append(run)
        reached = sum(map(len, self.after.values()))
        if reached != len(coded):
            raise MisprintError(f"{reached} lines to {len(coded)} codes")
        if joins != sum(len(run.codes) == 2 for run in coded):
            raise MisprintError(f"{joins} pairs of codes are joined")

    def _toward(self, angle: float) -> list[Run]:
        """Return the runs with codes in a direction, the nearest to it first."""
        part = round(600 * angle / math.tau)
        near = (run for at in (part - 1, part, part + 1) for run in self._directions[at % 600])
        off = {run: abs(_turn(run.angle - angle)) for run in near}
        return sorted((run for run in off if off[run] < 0.002), key=lambda run: off[run])

    def _behind(self, angle: float, most: float = math.pi) -> Run:
        """Return the answer on the dial in a direction, from which it differs by so much at most."""
        of = min(self.dial, key=lambda run: abs(_turn(run.angle - angle)))
        if abs(_turn(of.angle - angle)) > most:
            raise MisprintError(f"no answer is on the dial at {angle}")
        return of

    def _row(self, guess: str, cells: list[tuple[str, Run]]) -> int:
        """Number a row and those below it, and check the codes on the rim."""
        number = len(self.rows) + 1
        follows: Cells = {}
        self.rows[number] = guess, follows
        for answer, run in cells:
            value = read_answer(answer)
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

    def coloured(self) -> list[str]:
        """Return the codes to which coloured lines lead, from the middle outwards."""
        runs = [to for line, (_, to) in self.ways.items() if line.coloured]
        return [code for run in sorted(runs, key=lambda run: run.inner) for code in run.codes]

    def numbered(self) -> list[str]:
        """Return the codes next to numbers in the colour of these lines, in the order of these."""
        [color] = {line.color for line in self.ways if line.coloured}
        badges = {int(glyph.text): glyph for glyph in self.found.glyphs if glyph.fill == color}
        codes = [self.first]  # the number in the disc
        for _, glyph in sorted(badges.items())[1:]:
            far, angle = self._from(glyph.at)
            near = self._toward(angle)
            run = min(near, key=lambda run: min(abs(run.inner - far), abs(run.outer - far)))
            codes.append(next(code for code in run.codes if code not in codes))
        return codes

    def game(self) -> str:
        """Return the letters on the board below: the secret and the guesses."""
        lowest = self.middle[1] - max(run.outer for run in self.runs)
        return "".join(
            glyph.text
            for glyph in self.found.glyphs
            if glyph.text in self.symbols and glyph.turned == 0 and glyph.at[1] < lowest
        )


def _turn(angle: float) -> float:
    """Normalise an angle to between −π and π."""
    return math.remainder(angle, math.tau)
