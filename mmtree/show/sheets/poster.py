"""The poster: the whole tree on one large page, all around its first guess."""

import math
from collections.abc import Iterator
from itertools import pairwise

from mmtree.errors import SheetError
from mmtree.show.sheets.content import answer_parts
from mmtree.show.sheets.instructions import drawn_poster
from mmtree.show.sheets.overlap_removal import place_around
from mmtree.show.sheets.poster_nodes import PosterNode
from mmtree.show.sheets.radial import DIGIT, DISC, FIRST_PITCH, GAP, KEY_PITCH, THEN, Radial, Ring
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_start
from mmtree.show.sheets.styles import MM, PAPERS, STYLES

LEAST, LETTER = 0.45 * MM, 5.0
"""The smallest pegs that are printed, in rows half a millimetre apart, and the smallest letters on
pegs of the rim, in points; smaller pegs have none."""
_MARGIN, _ABOVE, _BELOW = 0.021, 0.098, 0.302
"""Parts of the width: the margin on all sides, and the space above and below the rim."""
_STROKE, _TRUNK, _HAIR, _RED = 0.07, 0.45, 0.25, 0.003
"""The thickness of a line, as a multiple of the size of the codes that it leads to; the part of it
that a line to a single end has twice; the least, in points; and that of the example's line."""
_EDGE, _LABEL, _BADGE, _OUT = 1.007, 0.021, 0.0115, 1.033
"""The outer radius of tints, the size of the answers outside it, and of the numbers of the game's
guesses there, and their outer radius."""
_SEAM = 0.003
"""Between two sectors of the dial."""
_PIECE = 0.02
"""The greatest turn of one straight piece, in radians: a fortieth of a point off a circle on A1."""
_TINTS, _DIAL = ("#f2f0ea", "#ffffff", "#f9f8f5"), ("#d6d6d6", "#e3e3e3", "#dddddd")
"""The shades of even and odd sectors, and of the last of an odd number, which is between two even
ones: outside the dial, and on it."""
_GAME, _LINE, _LAST = "#c8102e", "#525252", "#8a8a8a"
"""The colours of lines: of the example, to guesses, and to the rim."""

Element = list[object]
Point = list[float]
"""To the right of the middle and below it, in points."""
Place = tuple[float, float]
"""Radius, and radians clockwise from the top."""


def poster(sheet: Sheet, paper: str) -> dict[str, object]:
    """Return the elements of a poster and their places, for its template.

    All lengths are in points.

    Raises:
        SheetError: the smallest pegs, mostly those on the rim, would be too small to print.
    """
    radial = Radial(sheet)
    radius = _radius(paper)
    if radial.least * radius < LEAST:
        raise SheetError(_too_small(sheet, radial, paper))
    radial.turn()
    drawing = _Drawing(sheet, radial, radius)
    width, height = PAPERS[paper]
    size = round(radial.rings[radial.rim].size * radius, 2)
    figures = sheet.tree.figures
    return {
        "margin": _MARGIN * width,
        # The space left is divided equally above and below.
        "above": height / 2 - (_MARGIN + (_BELOW - _ABOVE) / 2) * width - _OUT * radius,
        "reach": _OUT * radius,
        "size": size,
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
        "gap": GAP,
        "then": THEN,
        "first-pitch": FIRST_PITCH,
        "key-pitch": KEY_PITCH,
        "disc": DISC * radius,
        "accent": _GAME,
        "elements": list(drawing.elements()),
        "areas": list(drawing.areas()),
        "lines": list(drawing.lines()),
    }


def _radius(paper: str) -> float:
    """Return the radius of the rim, in points."""
    width, height = PAPERS[paper]
    return (min(width / 2, (height - (_ABOVE + _BELOW) * width) / 2) - _MARGIN * width) / _OUT


def _too_small(sheet: Sheet, radial: Radial, paper: str) -> str:
    """Return the advice for a poster that does not fit."""
    if not radial.rings:
        return (
            f"{radial.rim} guesses in a row are too many for a poster of {sheet.rules}: "
            "take another style, or --format html or txt"
        )
    size = radial.least
    fit = [other for other in STYLES["poster"].papers if size * _radius(other) >= LEAST]
    # The smallest paper, of the same series (a0, a1 … or the American papers) if possible.
    fit.sort(key=lambda other: (other[1:].isdigit() != paper[1:].isdigit(), _radius(other)))
    instead = f"--paper {fit[0]}" if fit else "another style, or --format html or txt"
    return (
        f"a poster of {sheet.rules} on {paper} would have pegs of "
        f"{size * _radius(paper) / MM:.2f} mm, too small to print: take {instead}"
    )


class _Drawing:
    """The elements of a poster: codes and answers, and the lines and tints behind them."""

    def __init__(self, sheet: Sheet, radial: Radial, radius: float) -> None:
        self.sheet = sheet
        self.radial = radial
        self.radius = radius
        # The nodes of the example game, from the second guess to the rim.
        secret = sheet.example[-1].guess
        self.game = [next(node for node in radial.nodes if node.last and secret in node.codes)]
        while before := self.game[0].before:
            self.game.insert(0, before)

    def elements(self) -> Iterator[Element]:
        """Yield every code and answer: its kind, its middle, its rotation in degrees, its size, and
        its content."""
        radial = self.radial
        first = self._code(self.sheet.tree.root.guess)
        yield self._element("first", 0.0, 0.0, 0.0, radial.first, first)
        for node in radial.nodes:
            answer = self._answer(node.answer)
            if not node.before:
                angle = radial.angles[node][1]
                right = math.sin(angle) >= 0
                if not radial.marked:
                    yield self._along("answer", radial.digits, angle, right, answer)
                yield self._along("keys", radial.keys, angle, right, answer)
            codes = [*map(self._code, node.codes)]
            outwards = radial.outwards(node)
            row = outwards, answer if node.before or node.last else None, codes
            angle = radial.angles[node][node.ring]
            yield self._along("row", radial.row(node), angle, outwards, row)
        yield from self._labels()
        yield from self._badges()

    def _labels(self) -> Iterator[Element]:
        """Yield the answers to the first guess again, around the rim."""
        radial = self.radial
        at = (_EDGE + _OUT) / 2
        badge = radial.angles[self.game[-1]][radial.rim]
        firsts = [node for node in radial.nodes if not node.before]
        wished = []
        for node, (low, high) in zip(firsts, pairwise(radial.borders[radial.rim]), strict=True):
            if node is self.game[0]:  # next to the numbers of its last guesses
                low, high = (low, badge) if badge - low > high - badge else (badge, high)
            wished.append((low + high) / 2)
        places = place_around(wished, [1.4 * radial.answer * _LABEL / at] * len(firsts))
        for node, angle in zip(firsts, places, strict=True):
            turned = math.degrees(angle) - (0 if math.cos(angle) >= 0 else 180)
            yield self._element("answer", at, angle, turned, _LABEL, self._answer(node.answer))

    def _code(self, code: int) -> tuple[int, ...]:
        return self.sheet.from_left(self.sheet.rules.digits(code))

    def _answer(self, answer: int) -> tuple[int | str, ...]:
        return self.sheet.from_left(answer_parts(self.sheet, answer))

    def _badges(self) -> Iterator[Element]:
        """Yield the numbers of the guesses of the example: in the disc, before codes, and outside
        the rim behind the last codes."""
        radial = self.radial
        size = min(0.4 * radial.first, 0.05)
        places = [(0.55 * radial.first + 0.75 * size, 0.0, size)]
        for node in self.game[:-1]:
            ring = radial.rings[node.ring]
            # Before a second guess there is no line, but a gap behind the key pegs.
            gap = 1.2 * ring.size if node.before else ring.inner - radial.keys.outer
            size = min(0.8 * ring.size, 0.85 * gap)
            places.append((ring.inner - gap / 2, radial.angles[node][node.ring], size))
        last = self.game[-1]
        for behind in range(len(last.codes)):
            at = _EDGE + 0.002 + (0.5 + 1.1 * behind) * _BADGE
            places.append((at, radial.angles[last][radial.rim], _BADGE))
        for number, (at, angle, size) in enumerate(places, 1):
            yield self._element("badge", at, angle, 0.0, size, number)

    def areas(self) -> Iterator[list[object]]:
        """Yield the sectors outside the dial and on it, each with its colour."""
        radial = self.radial
        borders = []  # before each sector and after the last, from the dial to the edge
        for sector in range(len(radial.borders[1])):
            border = [
                (at, radial.borders[number][sector])
                for number, ring in radial.rings.items()
                for at in (ring.inner, ring.outer)
            ]
            borders.append([*border[1:], (_EDGE, border[-1][1])])
        for sector, sides in enumerate(pairwise(borders)):
            yield [self._shade(_TINTS, sector), self._area(*sides)]
        for sector in range(len(borders) - 1):
            yield [self._shade(_DIAL, sector), self._dial(sector)]

    def _shade(self, shades: tuple[str, str, str], sector: int) -> str:
        count = len(self.radial.borders[1]) - 1
        return shades[2 if 0 < sector == count - 1 and count % 2 else sector % 2]

    def _dial(self, sector: int) -> list[Point]:
        """Return the outline of a sector of the dial."""
        start, end = self.radial.borders[1][sector : sector + 2]
        dial = self.radial.dial
        seams = [(at, _SEAM / 2 / at) for at in (dial.inner, dial.outer)]
        return self._area(
            [(at, start + seam) for at, seam in seams], [(at, end - seam) for at, seam in seams]
        )

    def lines(self) -> Iterator[list[object]]:
        """Yield the thickness, the colour and the lines of that kind, and those of the example.

        A line is the thicker, the more secrets it leads to, as the branches of a tree are.
        """
        radial = self.radial
        game = [self._dial(self.game[0].sector)]
        lines: dict[tuple[float, str], list[list[Point]]] = {}
        for node in radial.nodes:
            if not (places := self._line(node)):
                continue
            path = self._path(*places)
            if node in self.game:
                game.append(path)
            else:
                branch = _TRUNK * (1 + math.sqrt(len(node.ends)))
                thickness = branch * _STROKE * radial.rings[node.ring].size * self.radius
                key = max(_HAIR, round(thickness, 1)), _LAST if node.last else _LINE
                lines.setdefault(key, []).append(path)
        for (thickness, colour), some in sorted(lines.items(), reverse=True):
            yield [thickness, colour, some]
        yield [round(_RED * self.radius, 2), _GAME, game]

    def _line(self, node: PosterNode) -> list[Place]:
        """Return the line to a node; none to the second guesses, which are next to the dial."""
        radial, angles = self.radial, self.radial.angles[node]
        if node.before:
            ring, angle = radial.rings[node.start], radial.angles[node.before][node.start]
            places = [(ring.outer + part * ring.size, angle) for part in (0.12, 0.2)]
        elif node.last:
            places = [(radial.dial.outer + 0.01, angles[1])]
        else:
            return []
        for number in range(max(2, node.start + 1), node.ring):
            ring = radial.rings[number]
            places += [(ring.inner, angles[number]), (ring.outer, angles[number])]
        ring = radial.rings[node.ring]
        for inner in (ring.inner, radial.row(node).inner):
            places.append((inner - 0.18 * ring.size, angles[node.ring]))
        return places

    def _element(
        self, kind: str, radius: float, angle: float, turned: float, size: float, shown: object
    ) -> Element:
        """Return an element with its middle at a radius and an angle, turned by so many degrees."""
        size = round(size * self.radius, 2)
        return [kind, *self._point(radius, angle), round(turned, 2) + 0.0, size, shown]

    def _along(self, kind: str, row: Ring, angle: float, outwards: bool, shown: object) -> Element:
        """Return an element along the radius, read from the middle or towards it."""
        turned = math.degrees(angle) - (90 if outwards else 270)
        return self._element(kind, (row.inner + row.outer) / 2, angle, turned, row.size, shown)

    def _area(self, side: list[Place], other: list[Place]) -> list[Point]:
        """Return the outline of the area between two lines from the middle outwards."""
        return self._path(*side, *reversed(other), side[0])

    def _path(self, *places: Place) -> list[Point]:
        """Return a line from place to place, straight along the radius or with soft turns.

        The angle of a turn grows as 3t² − 2t³ while its radius grows as t.
        """
        points = [self._point(*places[0])]
        for (radius, angle), (to_radius, to_angle) in pairwise(places):
            far, turn = to_radius - radius, to_angle - angle
            pieces = 8 + int(abs(turn) / _PIECE) if abs(turn) > 1e-9 else 1
            points += [
                self._point(radius + far * t, angle + turn * t * t * (3 - 2 * t))
                for t in (piece / pieces for piece in range(1, pieces + 1))
            ]
        return points

    def _point(self, radius: float, angle: float) -> Point:
        """Return the point of a place, in hundredths: the same on every machine."""
        out = radius * self.radius
        return [round(out * math.sin(angle), 2) + 0.0, round(-out * math.cos(angle), 2) + 0.0]
