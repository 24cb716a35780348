"""Draws the picture of the main README: one game, and the tree's other guesses next to it.

Each guess of the game has a column. It lists every answer that the previous guess can get, and the
guess that follows the answer. The path of the game is marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from mmtree import Codemaker, Node, StrategyTree, format_code
from mmtree.counts import format_count
from mmtree.show.pegs import Peg, pegs_of
from mmtree.show.texts import Texts

WIDTH, MARGIN = 830, 24
"""Pixels; GitHub shows the picture at this width."""
TITLE, HEAD, ROW, FOOT = 66, 40, 31, 18
"""Heights of the title, the heads of the columns, a row, and the space below."""
PEG, KEY = 21, 10
"""Diameters of a peg of a code, and of a peg of an answer."""


@dataclass(frozen=True)
class Colors:
    """The colours of the picture; black and white pegs of answers lie on ``board``."""

    paper: str
    ink: str
    pale: str
    line: str
    marked: str
    board: str


LIGHT = Colors("#ffffff", "#1f2328", "#59636e", "#b8c0c8", "#fff1c2", "#cfd6dd")
DARK = Colors("#0d1117", "#e6edf3", "#9198a1", "#4a525c", "#4d3d00", "#7d8590")


def picture(tree: StrategyTree, secret: int, colors: Colors = LIGHT) -> str:
    """Return the picture of the game for a secret, as SVG text, for a light or a dark page.

    Raises:
        RulesError: the secret is not a code of the tree's rules.
    """
    codemaker = Codemaker(secret, tree.rules)
    way = [tree.root]
    answers: list[int] = []
    while way[-1].guess != secret:
        answers.append(codemaker.answer(way[-1].guess))
        way.append(way[-1].child(answers[-1]))
    most = max(len(node.children) for node in way)
    height = TITLE + HEAD + most * ROW + FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" font-family="Helvetica, Arial, sans-serif" '
            'text-anchor="middle">',
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10" '
            f'fill="{colors.paper}" stroke="{colors.line}"/>',
            *_title(tree, secret, colors),
            *_columns(tree, way, answers, TITLE + HEAD + most * ROW / 2, colors),
            *_legend(height - FOOT - 1.5 * ROW, colors),
            "</svg>\n",
        ]
    )


def _title(tree: StrategyTree, secret: int, colors: Colors) -> Iterator[str]:
    figures = tree.figures
    title = (
        f"All {figures.secrets} secrets in {float(figures.average):.2f} guesses on average, "
        f"never more than {figures.max}"
    )
    game = f"Marked: the game for the secret {format_code(secret, tree.rules)}"
    yield line_of_text(WIDTH / 2, 34, 20, title, colors.ink, bold=True)
    yield line_of_text(WIDTH / 2, 58, 13, game, colors.ink)


def _legend(y: float, colors: Colors) -> Iterator[str]:
    """Yield the meaning of the pegs of an answer, below the last guess."""
    texts = Texts("en").of_page
    for at, (answer, name) in enumerate(((10, "blackMeans"), (1, "whiteMeans"))):
        yield from key_pegs(answer, WIDTH - MARGIN - 140, y + at * 0.8 * ROW, colors)
        yield (
            f'<text x="{WIDTH - MARGIN - 132}" y="{y + at * 0.8 * ROW + 4:.1f}" font-size="12" '
            f'text-anchor="start" fill="{colors.ink}">{texts[name]}</text>'
        )


def _columns(
    tree: StrategyTree, way: list[Node], answers: list[int], middle: float, colors: Colors
) -> Iterator[str]:
    """Yield a column for each guess of the game, centred at a height; lines lie below bands."""
    pegs = pegs_of(tree.rules)
    code, keys = tree.rules.pegs * PEG, tree.rules.pegs * KEY + 6
    step = (WIDTH - 2 * MARGIN - code) / (len(way) - 1)
    lines, bands, rows = (
        [],
        [_band(MARGIN, middle, code, colors)],
        list(code_pegs(pegs, tree.rules.digits(way[0].guess), MARGIN, middle, colors)),
    )
    marked = middle
    for turn, node in enumerate(way):
        x = MARGIN + turn * step
        rows.append(
            line_of_text(x + code / 2, TITLE + 17, 13, f"guess {turn + 1}", colors.ink, bold=True)
        )
        left = format_count(node.secrets_left, "secret")
        left += " left" * (turn > 0)
        rows.append(line_of_text(x + code / 2, TITLE + 34, 12, left, colors.pale))
        begin, before, answer = (x + code + 4, marked), x + step - keys, [*answers, None][turn]
        for at, (value, child) in enumerate(node.children.items() if answer is not None else ()):
            y = middle + (at - (len(node.children) - 1) / 2) * ROW
            if value == answer:
                marked = y
                bands.append(_line(begin, (before - 4, y), colors.ink, 2.2))
                bands.append(_band(before, y, keys + code, colors))
            else:
                end = x + step - 6 - KEY * (sum(divmod(value, 10)) or 3) - 5
                lines.append(_line(begin, (before - 4, y), colors.line, 1.2, end))
            rows += key_pegs(value, x + step - 6, y, colors)
            rows += code_pegs(pegs, tree.rules.digits(child.guess), x + step, y, colors)
    yield from (*lines, *bands, *rows)


def _band(x: float, y: float, width: float, colors: Colors) -> str:
    """Return the frame of a row of the game."""
    return (
        f'<rect x="{x - 4:.1f}" y="{y - ROW / 2 + 1:.1f}" width="{width + 8:.1f}" '
        f'height="{ROW - 2}" rx="6" fill="{colors.marked}" stroke="{colors.ink}"/>'
    )


def _line(
    begin: tuple[float, float], end: tuple[float, float], colour: str, width: float, on: float = 0
) -> str:
    """Return a line with two bends, and straight on to an x."""
    (x1, y1), (x2, y2) = begin, end
    bend = (x1 + x2) / 2
    return (
        f'<path d="M{x1:.1f} {y1:.1f}C{bend:.1f} {y1:.1f} {bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}'
        f'H{max(x2, on):.1f}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
    )


def code_pegs(
    pegs: tuple[Peg, ...], code: tuple[int, ...], x: float, y: float, colors: Colors
) -> Iterator[str]:
    """Yield the pegs of a code, the first of which begins at x."""
    for at, color in enumerate(code):
        peg = pegs[color]
        middle = x + (at + 0.5) * PEG
        yield (
            f'<path d="{_outline(peg, middle, y, PEG - 1.6)}" fill="{peg.fill}" '
            f'stroke="{colors.ink}" stroke-opacity="0.45"/>'
        )
        yield line_of_text(middle, y + 4.4, 12, peg.symbol, peg.ink, bold=True)


def _outline(peg: Peg, x: float, y: float, breadth: float) -> str:
    """Return the path of a peg around a point."""
    a, b, c, d = (radius * breadth for radius in peg.radii)
    return (
        f"M{x - breadth / 2 + a:.1f} {y - breadth / 2:.1f}h{breadth - a - b:.1f}"
        f"a{b:.1f} {b:.1f} 0 0 1 {b:.1f} {b:.1f}v{breadth - b - c:.1f}"
        f"a{c:.1f} {c:.1f} 0 0 1 {-c:.1f} {c:.1f}h{c + d - breadth:.1f}"
        f"a{d:.1f} {d:.1f} 0 0 1 {-d:.1f} {-d:.1f}v{a + d - breadth:.1f}"
        f"a{a:.1f} {a:.1f} 0 0 1 {a:.1f} {-a:.1f}Z"
    )


def key_pegs(feedback: int, right: float, y: float, colors: Colors) -> Iterator[str]:
    """Yield the pegs of an answer, which end at the right, or the word none."""
    black, white = divmod(feedback, 10)
    if feedback:
        width = (black + white) * KEY + 3
        yield (
            f'<rect x="{right - width + 1.5:.1f}" y="{y - KEY / 2 - 2:.1f}" width="{width}" '
            f'height="{KEY + 4}" rx="{KEY / 2 + 2}" fill="{colors.board}"/>'
        )
    for at in range(black + white):
        x = right - (black + white - at - 0.5) * KEY
        fill = "#000000" if at < black else "#ffffff"
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{KEY / 2 - 0.9:.1f}" '
            f'fill="{fill}" stroke="#1f2328" stroke-width="0.8"/>'
        )
    if not feedback:
        yield line_of_text(right - 14, y + 4, 12, "none", colors.pale)


def line_of_text(x: float, y: float, size: int, text: str, fill: str, bold: bool = False) -> str:
    """Return a line of text, centred at x."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{weight} '
        f'fill="{fill}">{escape(text)}</text>'
    )
