"""The poster: the whole tree on one large page, branches to the right and downwards.

The tree is an outline in columns. A column that begins inside a branch shows the guesses before it
once more, so that a finger can follow every path.
"""

from __future__ import annotations

import math

from mmtree.show.outline import Line, outline
from mmtree.show.sheets.layout import MM, Layout, Metrics, Page, Thing
from mmtree.show.sheets.sheet import Sheet

PAPERS = {
    "a4": ((420 * MM, 594 * MM), (594 * MM, 841 * MM)),
    "letter": ((17 * 72.0, 22 * 72.0), (22 * 72.0, 34 * 72.0)),
}
"""Two sizes of a poster for each paper: A2 and A1, ANSI C and D; width and height in points."""
SIZES = (
    *(48.0, 36.0, 30.0, 24.0, 20.0, 17.0, 15.0, 14.0, 13.0, 12.0, 11.0),
    *(10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0),
)
"""Sizes in points, of which the largest that fits is taken."""
SMALL = 9.0
"""The larger paper is taken where the smaller one would need a smaller size than this."""

MARGIN = 48.0
HEAD = 216.0
_ROOT = 44.0
"""Heights of what stands above the tree, and of the guess at its root within it."""
FRONT = HEAD - _ROOT - 24.0
FOOT = 24.0
_PITCH = 1.28
"""From line to line, as a multiple of the size; half of it is left between first answers."""


def poster(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on the smaller or the larger poster that goes with a paper."""
    lines = list(outline(sheet.rows))
    more = {"head": FRONT}
    for large in PAPERS[paper]:
        for size in SIZES:
            for width, height in (large[::-1], large):
                things = _draw(sheet, lines, Metrics(sheet, size), (width, height))
                if things and (size >= SMALL or large is PAPERS[paper][-1]):
                    page = Page(things, 1, len(sheet.rows))
                    return Layout(size, width, height, MARGIN, [page], more)
    return Layout(SIZES[-1], *PAPERS[paper][-1], MARGIN, [], more)


def _draw(
    sheet: Sheet, lines: list[Line], metrics: Metrics, paper: tuple[float, float]
) -> list[Thing]:
    """The things on the poster; none where the columns do not fit."""
    drawing = _Drawing(metrics)
    width = drawing.step * max(len(line.above) + len(line.branches) for line in lines)
    width += metrics.codes(2) - metrics.code
    least = 3 * metrics.size
    columns = int((paper[0] - 2 * MARGIN + least) / (width + least))
    # Lines are counted in halves: half a line stands before each first answer.
    halves = sum(2 + (not line.above) for line in lines)
    room = int((paper[1] - 2 * MARGIN - HEAD - FOOT) / drawing.pitch) * 2
    if columns < 1 or halves > columns * room:
        return []
    tall = min(room, math.ceil(halves / columns) + 6)  # columns of the same height
    between = (paper[0] - 2 * MARGIN - columns * width) / max(columns - 1, 1)
    places: list[tuple[int, float, float]] = []
    column, half = -1, tall
    for line in lines:
        half += not line.above
        if half + 2 > tall:
            column, half = column + 1, 0
        x = MARGIN + column * (width + between)
        places.append((column, x, MARGIN + HEAD + half * drawing.pitch / 2))
        half += 2
    if column >= columns:
        return []
    root = min(2.4, _ROOT / metrics.size)
    top = MARGIN + HEAD - 1.3 * metrics.size
    things = [
        metrics.draw_code(sheet.rows[1].guess, MARGIN, top - (root + 0.3) * metrics.size, root)
    ]
    for at, (line, (column, x, y)) in enumerate(zip(lines, places, strict=True)):
        new = at == 0 or places[at - 1][0] != column
        below = places[at + 1] if at + 1 < len(lines) else places[at]
        ends = below[0] != column
        things += drawing.line(line, x, y, drawing.pitch if ends else below[2] - y, new, ends)
        if new:
            things.append(["trunk", x + drawing.trunk, top, 0.0, y + metrics.size / 2 - top])
    things.append(["trunk", MARGIN + drawing.trunk, top, places[-1][1] - MARGIN, 0.0])
    return things


class _Drawing:
    """Lines of the outline at one size."""

    def __init__(self, metrics: Metrics) -> None:
        size = metrics.size
        self.metrics = metrics
        self.pitch = _PITCH * size
        self.trunk = 0.35 * size
        """From the left of a branch to the line that joins it to the others."""
        self.answer = 0.95 * size
        """From the left of a branch to its answer."""
        self.tick = 0.78 * size
        """From the left of a branch to the end of the line before its answer."""
        self.code = self.answer + metrics.answer + metrics.gap + 0.15 * size
        self.step = self.code + metrics.code + 0.15 * size

    def line(
        self, line: Line, x: float, y: float, down: float, new: bool, ends: bool
    ) -> list[Thing]:
        """The branches of a line, and the joining lines to what is ``down`` points below.

        Args:
            line: the line.
            x: left of its first branch, whether it is drawn or stands above.
            y: top of the line.
            down: from this line to the next one.
            new: True where a column begins, which shows the branches above once more, on a tint.
            ends: True where a column ends, where an arrow shows what goes on in the next one.
        """
        things: list[Thing] = []
        middle = y + self.metrics.size / 2
        again = len(line.above)
        if new and again:
            things.append(
                ["band", x + self.tick, y, again * self.step - self.tick, self.metrics.size]
            )
        known = [*line.above, *((b, b.join in ("first", "middle")) for b in line.branches)]
        for at, (branch, more) in enumerate(known):
            left = x + at * self.step
            if more:
                kind = "line" if at else "trunk"
                things.append([kind, left + self.trunk, middle, 0.0, down])
                if ends:
                    things.append(["on", left + self.trunk, middle + down])
            if at < again and not new:
                continue
            joined = at > again or (new and at > 0)
            start = 0.0 if joined else self.trunk
            things.append(["line", left + start, middle, self.tick - start, 0.0])
            kind = "answer" if at else "first"
            things.append([kind, left + self.answer, y, *divmod(branch.cell.feedback, 10)])
            if branch.row:
                things.append(self.metrics.draw_code(branch.row.guess, left + self.code, y))
            else:
                things += self.metrics.draw_rest(branch.cell, left + self.code, y)
        return things
