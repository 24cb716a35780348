"""The poster: the whole tree on one large page, all around its first guess."""

from __future__ import annotations

import math
from collections.abc import Iterator

from mmtree.errors import SheetError
from mmtree.show.sheets.curves import Place, Point, Polar
from mmtree.show.sheets.instructions import drawn_poster
from mmtree.show.sheets.overlap_removal import place_around
from mmtree.show.sheets.papers import MM, PAPERS
from mmtree.show.sheets.poster_nodes import PosterNode
from mmtree.show.sheets.radial import DIGIT, DISC, FIRST_PITCH, KEY_PITCH, THEN, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_start
from mmtree.show.sheets.styles import STYLES

LEAST, LETTER = 0.45 * MM, 5.0
"""The smallest pegs that are printed, in rows half a millimetre apart, and the smallest letters on
pegs of the rim, in points; smaller pegs have none."""
_MARGIN, _ABOVE, _BELOW = 0.021, 0.098, 0.302
"""Parts of the width: the margin on all sides, and the space above and below the rim."""
_STROKE, _HAIR, _RED = 0.07, 0.25, 0.003
"""The thickness of a line, as a multiple of the size of the codes that it leads to; the least, in
points; and that of the example's line, as a part of the radius."""
_EDGE, _LABEL, _BADGE, _OUT = 1.007, 0.021, 0.0115, 1.033
"""The outer radius of tints, the size of the answers outside it, and of the numbers of the game's
guesses there, and their outer radius."""
_SEAM = 0.003
"""Between two sectors of the dial."""
_TINTS, _DIAL = ("#f2f0ea", "#ffffff", "#f9f8f5"), ("#d6d6d6", "#e3e3e3", "#dddddd")
"""The shades of even and odd sectors, and of the last of an odd number, which is between two even
ones: outside the dial, and on it."""
_GAME, _LINE, _LAST, _PAIR = "#c8102e", "#525252", "#8a8a8a", "#0f0f0f"
"""The colours of lines: of the example, to guesses, to the rim, and between two last codes."""

Element = list[object]


def poster(sheet: Sheet, paper: str) -> dict[str, object]:
    """Return the elements of a poster and their places, for its template.

    Raises:
        SheetError: the smallest pegs, mostly those on the rim, would be too small to print.
    """
    radial = Radial(sheet)
    width, height = PAPERS[paper]
    out = _reach(paper)
    if radial.least * out / _OUT < LEAST:
        raise SheetError(_too_small(sheet, radial, paper))
    size = round(radial.rings[radial.rim].size * out / _OUT, 2)
    margin = _MARGIN * width
    # The space left is divided equally above and below.
    above = height / 2 - margin - out - (_BELOW - _ABOVE) / 2 * width
    middle = margin + above + out
    radial.turn()
    drawing = _Drawing(sheet, radial, Polar(width / 2, middle, out / _OUT))
    figures = sheet.tree.figures
    return {
        "size": size,
        "margin": margin,
        "above": above,
        "below": height - margin - middle - out,
        "middle": middle,
        "reach": out,
        "lettered": size >= LETTER or len({peg.fill for peg in sheet.pegs}) < len(sheet.pegs),
        "in-words": sheet.in_words,
        "proof": sheet.proof_in_words,
        "subtitle": sheet.texts(
            "posterFigures",
            secrets=f"{figures.secrets:,}".replace(",", sheet.texts("thousands")),
            max=figures.max,
            average=sheet.texts.decimal(float(figures.average)),
        ),
        "how": list(drawn_poster(sheet)),
        "said": spoken_start(sheet),
        "step": radial.step,
        "digit": DIGIT,
        "elements": list(drawing.elements()),
        **drawing.figure(),
    }


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
    size = radial.least / _OUT
    fit = [other for other in STYLES["poster"].papers if size * _reach(other) >= LEAST]
    # The smallest paper, of the same series (a0, a1 … or the American papers) if possible.
    fit.sort(key=lambda other: (other[1:].isdigit() != paper[1:].isdigit(), _reach(other)))
    instead = f"--paper {fit[0]}" if fit else "another style, or --format html or txt"
    return (
        f"a poster of {sheet.rules} on {paper} would have pegs of "
        f"{size * _reach(paper) / MM:.2f} mm, too small to print: take {instead}"
    )


class _Drawing:
    """The elements of a poster: codes and answers, and the lines and tints behind them."""

    def __init__(self, sheet: Sheet, radial: Radial, polar: Polar) -> None:
        self.sheet = sheet
        self.radial = radial
        self.polar = polar
        self.game = self._played()

    def _played(self) -> list[PosterNode]:
        """Return the nodes of the example game, from the second guess to the rim."""
        secret = self.sheet.example[-1].guess
        ends = (node for node in self.radial.nodes if node.last and secret in node.codes)
        played = [next(ends)]
        while before := played[0].before:
            played.insert(0, before)
        return played

    def elements(self) -> Iterator[Element]:
        """Yield every code and answer: its kind, the middle of its left edge in reading direction,
        its rotation in degrees, its size, and its content."""
        radial, rules = self.radial, self.sheet.rules
        size = radial.first * self.polar.radius
        left = self.polar.x - ((rules.pegs - 1) * FIRST_PITCH + 1) * size / 2
        colors = rules.digits(self.sheet.tree.root.guess)
        yield ["first", round(left, 2), round(self.polar.y, 2), 0.0, round(size, 2), colors]
        for node in radial.nodes:
            answer = divmod(node.answer, 10)
            if node.before is None:
                angle, (at, size) = radial.angles[node][1], radial.digits
                right = math.sin(angle) >= 0
                reach = at, at + radial.answer * size
                yield self._element("answer", angle, right, reach, size, answer)
                yield self._element("keys", angle, right, radial.keys, radial.key, answer)
            number = radial.rim if node.last else node.turn
            angle, size = radial.angles[node][number], radial.rings[number].size
            at, outwards = radial.inner(node), radial.outwards(node)
            if node.before or node.last:
                reach = at, at + radial.answer * size
                yield self._element("answer", angle, outwards, reach, size, answer)
                at += (radial.length() - radial.code) * size
            for code in node.codes:
                reach = at, at + radial.code * size
                yield self._element("code", angle, outwards, reach, size, rules.digits(code))
                at += (radial.code + THEN) * size
        yield from self._labels()
        yield from self._badges()

    def _element(
        self, kind: str, angle: float, outwards: bool, reach: Place, size: float, shown: object
    ) -> Element:
        """Return an element along the radius, between two distances from the middle."""
        x, y = self.polar.at(reach[not outwards], angle)
        turned = math.degrees(angle) - (90 if outwards else 270)
        return [kind, x, y, round(turned, 2) + 0.0, round(size * self.polar.radius, 2), shown]

    def _labels(self) -> Iterator[Element]:
        """Yield the answers to the first guess again, around the rim."""
        radial = self.radial
        wide, at = radial.answer * _LABEL, (_EDGE + _OUT) / 2
        half = math.atan(wide / 2 / at)
        badge = radial.angles[self.game[-1]][radial.rim]
        firsts = [node for node in radial.nodes if node.before is None]
        wished = []
        for node in firsts:
            low, high = radial.borders[radial.rim][node.sector : node.sector + 2]
            if node is self.game[0]:  # next to the numbers of its last guesses
                low, high = (low, badge) if badge - low > high - badge else (badge, high)
            wished.append((low + high) / 2)
        places = place_around(wished, [1.4 * wide / at] * len(firsts))
        for node, angle in zip(firsts, places, strict=True):
            up = math.cos(angle) >= 0
            x, y = self.polar.at(at / math.cos(half), angle - half if up else angle + half)
            turned = round(math.degrees(angle) - (0 if up else 180), 2) + 0.0
            size = round(_LABEL * self.polar.radius, 2)
            yield ["answer", x, y, turned, size, divmod(node.answer, 10)]

    def _badges(self) -> Iterator[Element]:
        """Yield the numbers of the guesses of the example: in the disc, before codes, and outside
        the rim behind the last codes."""
        radial = self.radial
        size = min(0.4 * radial.first, 0.05)
        places = [(0.55 * radial.first + 0.75 * size, 0.0, size)]
        for node in self.game[:-1]:
            ring = radial.rings[node.turn]
            # Before a second guess there is no line, but a gap behind the key pegs.
            gap = 1.2 * ring.size if node.before else ring.inner - radial.keys[1]
            size = min(0.8 * ring.size, 0.85 * gap)
            places.append((ring.inner - gap / 2, radial.angles[node][node.turn], size))
        last = self.game[-1]
        for behind in range(len(last.codes)):
            at = _EDGE + 0.002 + (0.5 + 1.1 * behind) * _BADGE
            places.append((at, radial.angles[last][radial.rim], _BADGE))
        for number, (at, angle, size) in enumerate(places, 1):
            x, y = self.polar.at(at, angle)
            size *= self.polar.radius
            yield ["badge", round(x - size / 2, 2), y, 0.0, round(size, 2), number]

    def figure(self) -> dict[str, object]:
        """Return the tints and lines behind the elements."""
        radial, polar = self.radial, self.polar
        sectors = range(len(radial.borders[1]) - 1)
        tints = [[self._shade(_TINTS, sector), self._tint(sector)] for sector in sectors]
        dial = [[self._shade(_DIAL, sector), self._sector(sector)] for sector in sectors]
        lines: dict[int, list[list[Point]]] = {}
        game = [self._sector(self.game[0].sector)]
        pairs: list[list[Point]] = []
        for node in radial.nodes:
            if places := self._line(node):
                number = radial.rim if node.last else node.turn
                some = game if node in self.game else lines.setdefault(number, [])
                some.append(polar.path(*places))
            if len(node.codes) == 2:
                size, angle = radial.rings[radial.rim].size, radial.angles[node][radial.rim]
                end = radial.inner(node) + radial.length() * size
                pairs.append(polar.path((end, angle), (end + THEN * size, angle)))
        return {
            "disc": round(DISC * polar.radius, 2),
            "areas": [*tints, *dial],
            "lines": [
                *(
                    [self._stroke(number), _LAST if number == radial.rim else _LINE, some]
                    for number, some in sorted(lines.items())
                ),
                [self._stroke(radial.rim), _PAIR, pairs],
                [round(_RED * polar.radius, 2), _GAME, game],
            ],
            "accent": _GAME,
            "across": radial.across,
            "first-pitch": FIRST_PITCH,
            "key-pitch": KEY_PITCH,
        }

    def _shade(self, shades: tuple[str, str, str], sector: int) -> str:
        count = len(self.radial.borders[1]) - 1
        return shades[2 if 0 < sector == count - 1 and count % 2 else sector % 2]

    def _stroke(self, number: int) -> float:
        size = self.radial.rings[number].size * self.polar.radius
        return max(_HAIR, round(_STROKE * size, 2))

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
        ring, angle = radial.rings[end], radial.angles[node][end]
        places.append((ring.inner - 0.18 * ring.size, angle))
        if node in radial.outside:
            places.append((radial.inner(node) - 0.18 * ring.size, angle))
        return places

    def _border(self, sector: int) -> list[Place]:
        """Return the border before a sector, from the dial to the edge."""
        radial = self.radial
        places = [(radial.dial[1], radial.borders[1][sector])]
        for number, ring in radial.rings.items():
            angle = radial.borders[number][sector]
            places += [(ring.inner, angle), (_EDGE if number == radial.rim else ring.outer, angle)]
        return places

    def _tint(self, sector: int) -> list[Point]:
        """Return the outline of a sector outside of the dial."""
        here, there = self._border(sector), self._border(sector + 1)
        return self.polar.path(*here, *reversed(there), here[0])

    def _sector(self, sector: int) -> list[Point]:
        """Return the outline of a sector of the dial."""
        start, end = self.radial.borders[1][sector : sector + 2]
        (inner, near), (outer, far) = ((at, _SEAM / 2 / at) for at in self.radial.dial)
        first = inner, start + near
        return self.polar.path(
            first, (inner, end - near), (outer, end - far), (outer, start + far), first
        )
