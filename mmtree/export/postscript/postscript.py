"""Exports a PostScript program that plays from a packed tree and draws the board."""

from __future__ import annotations

import base64
import colorsys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from mmtree.export.pack import pack
from mmtree.export.player_tree import classic_tree
from mmtree.export.targets import header_lines
from mmtree.export.template import fill
from mmtree.game.code import LETTERS, PALETTE, format_code
from mmtree.game.feedback import feedback
from mmtree.game.rules import Rules
from mmtree.show.pegs import CORNERS, RIM, mark, pegs_of
from mmtree.tree.tree import StrategyTree

PARTS = ("game", "console", "board")
"""The source files that are inserted into the template player.ps."""

CHUNK = 1 << 15
"""Bytes of the table per string; PostScript allows 65535."""

WIDTH, HEIGHT = 523, 508
"""The size in points available for a board."""

LARGEST, SMALLEST = 62, 24
"""The height of a row in points; a game that needs smaller rows takes several pages."""


@dataclass(frozen=True)
class Board:
    """The arrangement of the rows of a game on a page.

    Attributes:
        size: height of a row in points.
        breadth: width of a row, in heights of a row.
        rows: rows on a page.
        columns: columns of rows.
        deep: rows in a column.
    """

    size: float
    breadth: float
    rows: int
    columns: int
    deep: int


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``postscript``.

    Raises:
        ExportError: the tree has no classic rules, or is too large to be packed.
    """
    lines = [_to_ascii(line) for line in header_lines(tree)]
    tree = classic_tree(tree, "the PostScript program", "--to javascript")
    rules = tree.rules
    board = choose_board(rules, tree.max)
    packed = pack(tree)
    table = [packed.table[at : at + CHUNK] for at in range(0, len(packed.table), CHUNK)]
    secret = format_code(_choose_secret(tree, board.rows), rules)
    constants = {
        "rules": _string(str(rules)),
        "pegs": rules.pegs,
        "colors": rules.colors,
        "distinct": str(rules.distinct).lower(),
        "whites": str(rules.whites).lower(),
        "codes": rules.colors**rules.pegs,
        "secrets": rules.secrets,
        "feedbacks": _array(rules.feedbacks),
        "most": tree.max,
        "histogram": _array(tree.histogram),
        "unit": packed.shape.unit,
        "width": packed.shape.guess,
        "size-mask": packed.shape.right - 1,
        "head": packed.shape.head,
        "units": len(packed.units),
        "table": f"{len(table)} array",
        "symbols": _string(LETTERS[: rules.colors]),
        "names": _array(_string(color) for color, _ in _color_names(rules)),
        "palette": _array(f"<{_color_bytes(color)}>" for color in range(rules.colors)),
        "edge": RIM,
        "circle": _array([0.5] * 4),
        "radii": _array(_array(peg.radii) for peg in pegs_of(rules)[: len(CORNERS)]),
        "subtitle": _string(lines[0].removeprefix("Mastermind, ").removesuffix(".")),
        "strategy": _string(lines[1]),
        "origin": _string(lines[2]),
        "size": f"{board.size:.2f}",
        "breadth": f"{board.breadth:.2f}",
        "rows": board.rows,
        "columns": board.columns,
        "deep": board.deep,
    }
    source = fill(
        __package__,
        "player.ps",
        name=name,
        title="".join(char for char in lines[0] if char not in "()\\"),
        about="\n".join(f"% {line}" for line in lines),
        letters=_describe_letters(rules),
        secret=secret,
        example=f"{secret},{format_code(tree.guess[0], rules)}",
        constants="\n".join(f"/{key} {value} def" for key, value in constants.items()),
        **{part: fill(__package__, f"{part}.ps") for part in PARTS},
        table="\n".join(f"table {at} {_base85(part)} put" for at, part in enumerate(table)),
    )
    return {f"{name}.ps": source.encode()}


def choose_board(rules: Rules, rows: int) -> Board:
    """Return the board with the largest pegs for games of so many guesses.

    If a page cannot hold them all, it holds as many rows as are not too small.
    """
    # number, pegs, and answer pegs in two rows
    breadth = 1.67 + 0.95 * rules.pegs + 0.4 * ((rules.pegs + 1) // 2)
    while True:
        best = max(
            (_fit_board(breadth, rows, columns) for columns in range(1, 5)), key=attrgetter("size")
        )
        if best.size >= SMALLEST or rows == 1:
            return best
        rows -= 1


def _fit_board(breadth: float, rows: int, columns: int) -> Board:
    """Return the board with so many rows and columns, as large as possible."""
    deep = -(-rows // columns)
    size = min(LARGEST, WIDTH / columns / breadth, HEIGHT / (deep + 1.6))
    return Board(size, breadth, rows, columns, deep)


def _choose_secret(tree: StrategyTree, rows: int) -> int:
    """Return a secret whose game fits a page: FEDC in 4p6c, unless it takes too many guesses."""
    rules = tree.rules
    colors = (rules.colors - 1 - peg % rules.colors for peg in range(rules.pegs))
    secret = rules.number(tuple(colors))
    node, guesses = tree.root, 1
    while node.guess != secret:
        node, guesses = node.child(feedback(node.guess, secret, rules)), guesses + 1
    if guesses <= rows:
        return secret
    return min((depth, tree.guess[at]) for at, depth in tree.walk() if tree.consistent[at])[1]


def _color_names(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the names and colours of the palette, or none if some colour has no name."""
    return PALETTE[: rules.colors] if rules.colors <= len(PALETTE) else ()


def _describe_letters(rules: Rules) -> str:
    """Describe the symbols of the colours in words."""
    letters = f"A to {LETTERS[min(rules.colors, 26) - 1]}"
    return letters if rules.colors <= 26 else f"{letters} and 0 to {LETTERS[rules.colors - 1]}"


def _color_bytes(color: int) -> str:
    """Return red, green, blue, and the grey of the letter on it, as four bytes in hexadecimal."""
    if color < len(PALETTE):
        value = PALETTE[color][1]
    else:
        # In turn medium, light and dark, in nine hues each; neighbouring colours differ.
        turn, shade = divmod(color - len(PALETTE), 3)
        hue = ((4 * turn + 3 * shade) % 9 + shade / 3) / 9
        parts = colorsys.hls_to_rgb(hue, (0.5, 0.76, 0.3)[shade], 0.6)
        value = f"#{bytes(round(255 * part) for part in parts).hex()}"
    return value[1:] + mark(value)[-2:]


def _to_ascii(text: str) -> str:
    """Return a text in ASCII, cut to the length of a line on a page."""
    return text.encode("ascii", "replace").decode()[:120]


def _string(text: str) -> str:
    """Return a text as a PostScript string."""
    return "(" + "".join("\\" * (char in "()\\") + char for char in text) + ")"


def _array(items: Iterable[object]) -> str:
    """Return items as a PostScript array."""
    return textwrap.fill(f"[{' '.join(map(str, items))}]", 96)


def _base85(data: bytes) -> str:
    """Return bytes as a PostScript string, in lines that begin with a blank and not with ``%``."""
    text = base64.a85encode(data).decode()
    return "<~\n" + "".join(f" {text[at : at + 95]}\n" for at in range(0, len(text), 95)) + "~>"
