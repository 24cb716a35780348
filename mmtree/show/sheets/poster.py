"""The poster: the whole tree on one large page, all around its first guess."""

from __future__ import annotations

import math
from collections.abc import Iterator

from mmtree.errors import SheetError
from mmtree.show.sheets.curves import Curve, Place, Polar, round_numbers
from mmtree.show.sheets.instructions import drawn_poster
from mmtree.show.sheets.layout import MM, PAPERS, Element, Layout, Page
from mmtree.show.sheets.overlap_removal import place_around
from mmtree.show.sheets.poster_nodes import PosterNode
from mmtree.show.sheets.radial import DISC, FIRST_PITCH, KEY_PITCH, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_start
from mmtree.show.sheets.styles import STYLES

LEAST = 0.45 * MM
"""The smallest pegs that are printed, in rows half a millimetre apart."""
_MARGIN, _ABOVE, _BELOW = 0.03, 0.15, 0.24
"""Parts of the width: the margin on all sides, and the space above and below the rim."""
_STROKE, _HAIR = 0.085, 0.25
"""Thickness of a line, as a multiple of the size of the codes it leads to, and at least; points."""
_EDGE, _LABEL, _OUT = 1.01, 0.022, 1.04
"""The outer radius of tints, the size of the answers outside it, and their outer radius."""
_SEAM = 0.003
"""Between two sectors of the dial."""


def poster(sheet: Sheet, paper: str) -> Layout:
    """Lay out a poster.

    Raises:
        SheetError: the pegs on the rim would be too small to print.
    """
    radial = Radial(sheet)
    width, height = PAPERS[paper]
    margin, above, below = (part * width for part in (_MARGIN, _ABOVE, _BELOW))
    out = _reach(paper)
    size = round(radial.rings[radial.rim].size * out / _OUT, 2) if radial.rings else 0.0
    if size < LEAST:
        raise SheetError(_too_small(sheet, radial, paper))
    # The space left is divided equally above and below.
    above += (height - 2 * (margin + out) - above - below) / 2
    middle = margin + above + out
    radial.turn()
    drawing = _Drawing(sheet, radial, Polar(width / 2, middle, out / _OUT))
    more: dict[str, object] = {
        "unit": width / 1000,
        "above": above,
        "below": height - 2 * margin - above - 2 * out,
        "middle": middle,
        "reach": out,
        "how": list(drawn_poster(sheet)),
        "said": spoken_start(sheet),
    }
    page = Page(list(drawing.elements()))
    return Layout(size, width, height, margin, [page], more=more | drawing.figure())


def _reach(paper: str) -> float:
    """Return the distance from the middle to the outermost element, in points."""
    width, height = PAPERS[paper]
    return min(width / 2, (height - (_ABOVE + _BELOW) * width) / 2) - _MARGIN * width


def _too_small(sheet: Sheet, radial: Radial, paper: str) -> str:
    """Return the advice for a poster that does not fit."""
    if not radial.rings:
        return (
            f"{radial.rim} guesses in a row are too many for a poster of {sheet.rules}: "
            "take another style, or --format html or txt"
        )
    size = radial.rings[radial.rim].size / _OUT
    fit = [other for other in STYLES["poster"].papers if size * _reach(other) >= LEAST]
    # The smallest paper, of the same series (a0, a1 … or the American papers) if possible.
    fit.sort(key=lambda other: (other[1:].isdigit() != paper[1:].isdigit(), _reach(other)))
    instead = f"--paper {fit[0]}" if fit else "another style, or --format html or txt"
    return (
        f"a poster of {sheet.rules} on {paper} would have pegs of "
        f"{size * _reach(paper) / MM:.2f} mm on its rim, too small to print: take {instead}"
    )


class _Drawing:
    """The elements of a poster: codes and answers, and the lines and tints behind them."""

    def __init__(self, sheet: Sheet, radial: Radial, polar: Polar) -> None:
        self.sheet = sheet
        self.radial = radial
        self.polar = polar

    def elements(self) -> Iterator[Element]:
        """Yield every code and answer: its kind, the middle of its left edge in reading direction,
        its rotation in degrees, its size, and its content."""
        radial, rules = self.radial, self.sheet.rules
        size = radial.first * self.polar.radius
        left = self.polar.x - ((rules.pegs - 1) * FIRST_PITCH + 1) * size / 2
        colors = rules.digits(self.sheet.tree.root.guess)
        yield ["first", *round_numbers((left, self.polar.y, 0.0, size)), colors]
        for node in radial.nodes:
            number = radial.rim if node.last else node.turn
            at = radial.rings[number].inner
            if node.before is None:
                angle = radial.angles[node][1]
                yield self._answer(node, angle, *radial.digits)
                yield self._element("keys", radial.keys, angle, radial.key, node.answer)
            if node.before or node.last:
                size = radial.rings[number].size
                yield self._answer(node, radial.angles[node][number], at, size)
                at += radial.before * size
            yield from self._codes(node, number, at)
        yield from self._labels()

    def _codes(self, node: PosterNode, number: int, at: float) -> Iterator[Element]:
        size = self.radial.rings[number].size
        length = self.radial.unit.code * size
        for code in node.codes:
            reach = at, at + length
            colors = self.sheet.rules.digits(code)
            yield self._element("code", reach, self.radial.angles[node][number], size, colors)
            at += length + self.radial.unit.then * size

    def _answer(self, node: PosterNode, angle: float, at: float, size: float) -> Element:
        reach = at, at + self.radial.unit.answer * size
        return self._element("answer", reach, angle, size, node.answer)

    def _labels(self) -> Iterator[Element]:
        """Yield the answers to the first guess again, around the rim."""
        radial = self.radial
        firsts = [node for node in radial.nodes if node.before is None]
        wide = radial.unit.answer * _LABEL
        ends = [[radial.angles[end][radial.rim] for end in node.ends] for node in firsts]
        middles = [(some[0] + some[-1]) / 2 for some in ends]
        at = (_EDGE + _OUT) / 2
        for node, angle in zip(
            firsts, place_around(middles, [1.4 * wide / at] * len(firsts)), strict=True
        ):
            up = math.cos(angle) >= 0
            half = math.atan(wide / 2 / at)
            x, y = self.polar.at(at / math.cos(half), angle - half if up else angle + half)
            turned = math.degrees(angle) % 360 - (0 if up else 180)
            size = _LABEL * self.polar.radius
            yield ["answer", *round_numbers((x, y, turned, size)), divmod(node.answer, 10)]

    def _element(
        self, kind: str, reach: tuple[float, float], angle: float, size: float, shown: object
    ) -> Element:
        """Return an element along the radius, turned so that it is never upside down."""
        right = math.sin(angle) >= 0
        x, y = self.polar.at(reach[not right], angle)
        turned = math.degrees(angle) % 360 - (90 if right else 270)
        if isinstance(shown, int):
            shown = divmod(shown, 10)
        return [kind, *round_numbers((x, y, turned, size * self.polar.radius)), shown]

    def figure(self) -> dict[str, object]:
        """Yield the lines and tints behind the elements."""
        radial, polar = self.radial, self.polar
        played = self._played()
        lines: dict[int, list[Curve]] = {}
        game: list[Curve] = []
        for node in radial.nodes:
            if places := self._line(node):
                number = radial.rim if node.last else node.turn
                (game if node in played else lines.setdefault(number, [])).append(
                    polar.path(places)
                )
        return {
            "disc": round(DISC * polar.radius, 2),
            "dial": [self._sector(at) for at in range(len(radial.borders[1]))],
            "tints": [self._tint(at) for at in range(0, len(radial.borders[1]), 2)],
            "lines": [[self._stroke(number), lines[number]] for number in sorted(lines)],
            "game": [self._stroke(min(3, radial.rim)), game],
            "hair": self._shade(),
            "pairs": [self._stroke(radial.rim), list(self._pairs())],
            "across": radial.across,
            "first-pitch": FIRST_PITCH,
            "key-pitch": KEY_PITCH,
        }

    def _stroke(self, number: int) -> float:
        size = self.radial.rings[number].size * self.polar.radius
        return max(_HAIR, round(_STROKE * size, 2))

    def _shade(self) -> int:
        """Return the grey of the lines to the rim, from 0 to 255: the denser, the lighter."""
        number = self.radial.rim
        taken = self._stroke(number) / (self.radial.rings[number].size * self.polar.radius)
        return round(255 * (1 - 0.42 * min(1.0, max(_STROKE / taken, 0.6))))

    def _played(self) -> list[PosterNode]:
        """Return the nodes of the example game, from the rim inwards."""
        secret = self.sheet.example[-1].guess
        node: PosterNode | None = next(
            node for node in self.radial.nodes if node.last and secret in node.codes
        )
        played = []
        while node:
            played.append(node)
            node = node.before
        return played

    def _line(self, node: PosterNode) -> list[Place]:
        """Return the line to a node; none to the second guesses, which are next to the dial."""
        radial = self.radial
        start, end = radial.start(node), radial.rim if node.last else node.turn
        if start == 1 and not node.last:
            return []
        places: list[Place] = []
        if start == 1:
            places.append((radial.dial[1] + 0.01, radial.angles[node][1]))
        else:
            assert node.before
            ring, angle = radial.rings[start], radial.angles[node.before][start]
            places += [(ring.outer + part * ring.size, angle) for part in (0.12, 0.2)]
        for number in range(start + 1, end):
            ring, angle = radial.rings[number], radial.angles[node][number]
            places += [(ring.inner, angle), (ring.outer, angle)]
        ring = radial.rings[end]
        return [*places, (ring.inner - 0.18 * ring.size, radial.angles[node][end])]

    def _pairs(self) -> Iterator[Curve]:
        """Yield the lines between the first and the second of two last codes."""
        radial = self.radial
        ring = radial.rings[radial.rim]
        end = ring.inner + radial.length(ring.size)
        for node in radial.nodes:
            if len(node.codes) == 2:
                angle = radial.angles[node][radial.rim]
                yield self.polar.path([(end, angle), (end + radial.unit.then * ring.size, angle)])

    def _border(self, sector: int) -> list[Place]:
        """Return the border before a sector, from the dial to the edge."""
        radial = self.radial
        turns, sector = divmod(sector, len(radial.borders[1]))
        places = [(radial.dial[1], radial.borders[1][sector])]
        for number, ring in radial.rings.items():
            angle = radial.borders[number][sector]
            outer = _EDGE if number == radial.rim else ring.outer
            places += [(ring.inner, angle), (outer, angle)]
        return [(radius, angle + turns * math.tau) for radius, angle in places]

    def _tint(self, sector: int) -> Curve:
        """Return the outline of a sector outside of the dial."""
        here, there = self._border(sector), self._border(sector + 1)
        curve = self.polar.path(here)
        curve += self.polar.arc(*here[-1], there[-1][1])
        curve += self.polar.path(there[::-1])[1:]
        return [*curve, *self.polar.arc(*there[0], here[0][1])]

    def _sector(self, sector: int) -> Curve:
        """Return the outline of a sector of the dial."""
        inner, outer = self.radial.dial
        start, end = self._border(sector)[0][1], self._border(sector + 1)[0][1]
        curve = [round_numbers(self.polar.at(inner, start + _SEAM / 2 / inner))]
        curve += self.polar.arc(inner, start + _SEAM / 2 / inner, end - _SEAM / 2 / inner)
        curve.append(round_numbers(self.polar.at(outer, end - _SEAM / 2 / outer)))
        return [*curve, *self.polar.arc(outer, end - _SEAM / 2 / outer, start + _SEAM / 2 / outer)]
