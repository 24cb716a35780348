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
    *(48.0, 36.0, 30.0, 24.0, 20.0, 17.0, 15.0, 14.0, 13.0, 12.0),
    *(tenths / 10 for tenths in range(110, 69, -2)),
)
"""Sizes in points, of which the largest that fits is taken."""
SMALL = 9.0
"""The larger paper is taken where the smaller one would need a smaller size than this."""

MARGIN = 48.0
FRONT, _ROOT = 148.0, 40.0
"""Heights kept free for the text above the tree, and for its first guess."""
HEAD = FRONT + _ROOT + 24
"""From the margin to the tree."""
FOOT = 24.0
BASE = 16.0
"""Type size of the head."""
_PITCH = 1.28
"""From line to line, as a multiple of the size; half of it is left between first answers."""


def poster(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on the smaller or the larger poster that goes with a paper."""
    lines = list(outline(sheet.rows))
    more = {"head": FRONT, "base": BASE}
    for large in PAPERS[paper]:
        for size in SIZES:
            for width, height in (large[::-1], large):
                things, columns = _draw(sheet, lines, Metrics(sheet, size), (width, height))
                if things and (size >= SMALL or large is PAPERS[paper][-1]):
                    page = Page(things)
                    return Layout(size, width, height, MARGIN, [page], columns, more)
    return Layout(SIZES[-1], *PAPERS[paper][-1], MARGIN, [], more=more)


def _draw(
    sheet: Sheet, lines: list[Line], metrics: Metrics, paper: tuple[float, float]
) -> tuple[list[Thing], int]:
    """The things on the poster, none where they do not fit, and the number of columns."""
    drawing = _Drawing(metrics)
    width = drawing.step * max(len(line.above) + len(line.branches) for line in lines)
    width += metrics.codes(2) - metrics.code
    least = 3 * metrics.size
    columns = int((paper[0] - 2 * MARGIN + least) / (width + least))
    # Lines are counted in halves: half a line stands before each first answer.
    halves = sum(2 + (not line.above) for line in lines)
    room = int((paper[1] - 2 * MARGIN - HEAD - FOOT) / drawing.pitch) * 2
    for count in range(math.ceil(halves / room), columns + 1):
        places = _places(lines, count, room)
        if places:
            break
    else:
        return [], 0
    between = (paper[0] - 2 * MARGIN - count * width) / max(count - 1, 1)
    at_column = [MARGIN + column * (width + between) for column in range(count)]
    root = min(2.4 * metrics.size, _ROOT)
    top = MARGIN + FRONT + root + 10
    things = [metrics.draw_code(sheet.rows[1].guess, MARGIN, top - root - 4, root / metrics.size)]
    for at, (line, (column, half)) in enumerate(zip(lines, places, strict=True)):
        x, y = at_column[column], MARGIN + HEAD + half * drawing.pitch / 2
        new = at == 0 or places[at - 1][0] != column
        ends = at + 1 == len(lines) or places[at + 1][0] != column
        halves_down = 2 if ends else places[at + 1][1] - half
        things += drawing.line(line, x, y, halves_down * drawing.pitch / 2, new, ends)
        if new:
            things.append(["trunk", x + drawing.trunk, top, 0.0, y + metrics.size / 2 - top])
    things.append(["trunk", MARGIN + drawing.trunk, top, at_column[-1] - MARGIN, 0.0])
    return things, count


def _places(lines: list[Line], columns: int, room: int) -> list[tuple[int, int]]:
    """Column of each line, and its place in halves of a line; none where they do not fit.

    Args:
        lines: all lines.
        columns: how many there are, of the least height that will do.
        room: the greatest height, in halves of a line.
    """
    halves = sum(2 + (not line.above) for line in lines)
    for tall in range(math.ceil(halves / columns), room + 1):
        places = []
        column, half = -1, tall
        for line in lines:
            half += not line.above
            if half + 2 > tall:
                column, half = column + 1, 0
            places.append((column, half))
            half += 2
        if column < columns:
            return places
    return []


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
                ["shade", x + self.tick, y, again * self.step - self.tick, self.metrics.size]
            )
        for at, branch in enumerate((*line.above, *line.branches)):
            left = x + at * self.step
            if branch.more:
                kind = "line" if at else "trunk"
                things.append([kind, left + self.trunk, middle, 0.0, down])
                if ends:
                    things.append(["on", left + self.trunk, middle + down])
            if at < again and not new:
                continue
            joined = at > again or (new and at > 0)
            start = 0.0 if joined else self.trunk
            things.append(["line", left + start, middle, self.tick - start, 0.0])
            kind = "answer" if at or again else "first"
            things.append([kind, left + self.answer, y, *divmod(branch.cell.feedback, 10)])
            if branch.row:
                things.append(self.metrics.draw_code(branch.row.guess, left + self.code, y))
            else:
                things += self.metrics.draw_rest(branch.cell, left + self.code, y)
        return things
