"""The look of coloured pegs: a name, a fill, a letter and a shape for every colour.

Letters and shapes distinguish the colours in black-and-white print, and for the colour-blind. A
shape is a circle with some corners of the square around it. The corners are in the outline, away
from the letter, so that they cannot be mistaken for a part of it.
"""

import re
import unicodedata
from typing import NamedTuple

from mmtree.counts import format_count
from mmtree.errors import CodeError
from mmtree.game.code import PALETTE, color_names, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.texts import Language, Texts, plain
from mmtree.show.texts import color_names as names_of_colors

_PLAIN = "#d9d9d9"
"""The fill of the colours past the palette, which differ only by their letters."""

MAX_NAME = 24
"""Characters of the longest name of a colour."""

EMPTY = "empty"
"""The name of an empty hole, if it counts as a colour."""

FILLS = {
    **dict(PALETTE),
    "gray": "#767c82",
    "grey": "#767c82",
    "silver": "#9fa5ab",
    "gold": "#d4a72c",
    "turquoise": "#30c5bf",
    "cyan": "#35c4e0",
    "magenta": "#c9278f",
    "violet": "#6f4bb8",
    "navy": "#1d3573",
    "lime": "#a4d233",
    "beige": "#e6d3ae",
    EMPTY: "#ffffff",
}
"""The sRGB value of each colour that has a name."""

EDITIONS = {
    "invicta": ("red", "yellow", "green", "blue", "black", "white", "orange", "brown"),
    "hasbro": ("red", "yellow", "green", "blue", "orange", "white", "pink", "silver"),
}
"""The pegs of two editions: Invicta's Master Mind of 1972 (its Super Master Mind adds the last
two), and the eight of Hasbro's Mastermind as its manual of 2004 lists them."""

BOX = (
    *("black", "white", "blue", "orange", "silver", "brown"),
    *("red", "purple", "green", "yellow", "pink", "turquoise"),
)
"""The colours that the page offers for the user's box. For colour-blind people the first six, eight
and ten of them are easier to distinguish than those of the palette, but not in grey."""

CORNERS = (
    (135, 225),
    (135, 315),
    (),
    (225, 315),
    (45, 135, 225, 315),
    (45, 315),
    (45, 225),
    (45, 135),
    (315,),
    (135,),
)
"""Which corners the peg of each of the first ten colours has, in degrees clockwise from the top.

Of the first eight, each two differ in two corners or more."""
ROUNDING = 0.1
"""The radius of a corner, as a part of the width of a peg; without corners, it is one half."""
RIM = 0.045
"""Thickness of the line around a peg, as a part of its breadth, which it belongs to."""


class Peg(NamedTuple):
    """The look of a colour.

    Attributes:
        symbol: its letter (or digit).
        name: its name; empty past the palette.
        fill: sRGB ``#rrggbb``.
        ink: black or white, for the letter.
        corners: the directions of its corners, in degrees clockwise from the top.
        hole: True for an empty hole: a circle with a dashed rim.
    """

    symbol: str
    name: str
    fill: str
    ink: str
    corners: tuple[int, ...]
    hole: bool

    @property
    def radii(self) -> tuple[float, ...]:
        """Of top left, top right, bottom right and bottom left, as parts of the breadth."""
        return tuple(ROUNDING if at in self.corners else 0.5 for at in (315, 45, 135, 225))


def pegs_of(rules: Rules, names: str | None = None, language: Language = "en") -> tuple[Peg, ...]:
    """Return the pegs of the rules, colour 0 first.

    Args:
        rules: the rules of the game; letters have white tiles, and texts no pegs.
        names: the colours of the user's box, separated by commas: names, ``name=#rrggbb``, or the
            name of an edition for as many of its colours as needed. None for the palette. Names
            in any language are accepted; the pegs have English names.
        language: the language of names in errors.

    Raises:
        CodeError: a name is unknown or occurs twice, or there are too few or too many; or codes are
            not of colours.
    """
    if not rules.uses_pegs:
        if names is not None:
            raise CodeError(f"{rules} has no colours to name: leave out --names")
        if rules.uses_names:
            return ()
        square = (45, 135, 225, 315)
        colors = range(rules.colors)
        return tuple(
            Peg(symbol(at, rules), "", "#ffffff", "#000000", square, False) for at in colors
        )
    count = rules.colors - rules.holes
    if names is None:
        named = [*PALETTE, *[("", _PLAIN)] * count][:count]
    else:
        named = _read(names, rules, language)
    if rules.holes:
        named.append((EMPTY, FILLS[EMPTY]))
    return tuple(
        Peg(
            symbol(color, rules),
            name,
            value,
            mark(value),
            () if name == EMPTY or color >= len(CORNERS) else CORNERS[color],
            name == EMPTY,
        )
        for color, (name, value) in enumerate(named)
    )


def answer_pegs(feedback: int) -> str:
    """Return an answer as the codemaker sets it: ``●●○`` for 21, a dash for 0."""
    return "●" * (feedback // 10) + "○" * (feedback % 10) or "\N{EN DASH}"


def answer_text(feedback: int, rules: Rules) -> str:
    """Return an answer in pegs where they answer, else as its text."""
    pegs = rules.kind.counts > 0
    return answer_pegs(feedback) if pegs else format_feedback(feedback, rules)


def answer_line(rules: Rules) -> str:
    """Return the meaning of the codemaker's answers, in a line; empty for those of a table."""
    if not rules.kind.counts:
        return "" if rules.uses_names else rules.kind.example
    whites = ", ○ right colour elsewhere" if rules.whites else ""
    return f"● right colour in the right place{whites}"


def color_line(rules: Rules) -> str:
    """Return letter and name of every colour, in a line; empty for colours past the palette."""
    if not rules.uses_pegs or rules.colors - rules.holes > len(PALETTE):
        return ""
    names = enumerate(color_names(rules))
    return ", ".join(f"{symbol(color, rules)} {name}" for color, name in names)


def _read(names: str, rules: Rules, language: Language) -> list[tuple[str, str]]:
    """Return names and sRGB values of as many colours as the rules have."""
    words = [word.strip().lower() for word in unicodedata.normalize("NFC", names).split(",")]
    single, count = sum(word not in EDITIONS for word in words), rules.colors - rules.holes
    named: dict[str, str] = {}
    for word in words:
        for entry in EDITIONS[word][: count - single] if word in EDITIONS else (word,):
            typed, sign, value = (part.strip() for part in entry.partition("="))
            name = names_of_colors().get(plain(typed), typed)
            if len(name) > MAX_NAME or not name.isprintable():
                raise CodeError(
                    f"a name has at most {MAX_NAME} characters that can be printed, "
                    "and a comma after it: red,blue,…"
                )
            if not name:
                raise CodeError(f"an empty name in {names!r}: write red,blue,… ('empty' is a hole)")
            if name in named or (name == EMPTY and rules.holes):
                raise CodeError(f"colour {typed!r} occurs twice in {names!r}")
            if not sign and name not in FILLS:
                hint = _hint(name, language)
                raise CodeError(f"unknown colour {name!r}: {hint}; any other as {name}=#rrggbb")
            if sign and not re.fullmatch(r"#[0-9a-f]{6}", value):
                raise CodeError(f"{value!r} is not a colour value: write {name}=#rrggbb")
            named[name] = value or FILLS[name]
    if len(named) != count:
        raise CodeError(
            f"{format_count(len(named), 'colour')} in {names!r}: {rules} has {count} "
            f"(editions: {', '.join(EDITIONS)})"
        )
    return list(named.items())


def _hint(name: str, language: Language) -> str:
    """Return a hint for an unknown name: similar names, or all names."""
    known = list(dict.fromkeys(map(Texts(language).colors.__getitem__, FILLS)))
    own = {plain(text): text for text in (*known, *EDITIONS)}
    from difflib import get_close_matches

    for some in (own, {text: text for text in names_of_colors()}):
        if near := get_close_matches(plain(name), some, n=1):
            return f"did you mean {some[near[0]]!r}?"
    return f"known are {', '.join(known)}"


def fill(color: int, rules: Rules) -> str:
    """Return the sRGB value ``#rrggbb`` of a colour; white for a letter or an empty place."""
    if rules.symbol(color):
        return "#ffffff"
    return PALETTE[color][1] if color < len(PALETTE) else _PLAIN


def mark(value: str) -> str:
    """Return black or white, with the higher contrast on ``#rrggbb`` (at least 4.5:1, WCAG 2)."""
    light = luminance(value)
    return "#000000" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff"


def rgb(value: str) -> tuple[int, int, int]:
    """Return ``#rrggbb`` as three numbers 0 to 255."""
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def luminance(value: str) -> float:
    """Return the relative luminance of ``#rrggbb``, from 0 (black) to 1 (white), as in WCAG 2."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (number / 255 for number in rgb(value))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
