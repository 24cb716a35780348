"""The styles of sheets, one row each, and the sizes of paper.

A row refers to its functions by name, as "module:function" of this folder, so that a list of the
styles loads none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from mmtree.game.rules import Rules

Format = Literal["pdf", "svg", "html", "txt", "json"]
SheetSymbols = Literal["letters", "digits", "digits1", "pegs"]
"""How codes are written on a sheet."""

INSTALL = "pip install 'mmtree[print]', or in a clone pip install '.[print]'"
"""How to install the print extra, which pdf, svg and png need."""

MM = 72 / 25.4
PAPERS = {
    "a4": (210 * MM, 297 * MM),
    "letter": (612.0, 792.0),
    "card": (85 * MM, 54 * MM),
    "a0": (841 * MM, 1189 * MM),
    "a1": (594 * MM, 841 * MM),
    "a2": (420 * MM, 594 * MM),
    "a3": (297 * MM, 420 * MM),
    "ansi-d": (22 * 72.0, 34 * 72.0),
    "ansi-c": (17 * 72.0, 22 * 72.0),
    "tabloid": (11 * 72.0, 17 * 72.0),
}
"""Width and height of every paper, in points; each style names its papers."""
MAX_PAGES = 60
"""Pages of the largest sheet that is made without being asked twice."""


@dataclass(frozen=True)
class Style:
    """One style.

    Attributes:
        about: its content, in a line.
        text: yields the lines of plain text after the head, given the sheet.
        html: yields the pieces of the HTML after the head; empty if the style has no HTML.
        how: yields the sentences on how to play; empty if there are none.
        papers: the paper sizes of the style, its default first; none if it has no template. The
            template is named after the style.
        data: returns content of this style alone, given the sheet.
        geometry: returns the places of its elements, given the sheet and the paper, if the template
            does not find them.
        numbered: whether its rows have numbers.
        digits: whether codes of ten colours are in digits unless others are asked for.
        called: the name of such a sheet in messages; empty for the name of the style.
        draws: a key of :data:`GAMES`: the games that it can show.
    """

    about: str
    text: str
    html: str = ""
    how: str = ""
    papers: tuple[str, ...] = ()
    data: str = ""
    geometry: str = ""
    numbered: bool = False
    digits: bool = False
    called: str = ""
    draws: str = "all"

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of the style, its default first."""
        paper: tuple[Format, ...] = ("pdf", "svg") if self.papers else ()
        html: tuple[Format, ...] = ("html",) if self.html else ()
        return (*paper, *html, "txt", "json")

    @property
    def unpaged(self) -> str:
        """The advice to take a format without pages, which needs no print extra."""
        return f"--format {'html or ' if self.html else ''}txt"


GAMES: dict[str, Callable[[Rules], bool]] = {
    "all": lambda rules: True,
    "pegs and words": lambda rules: not rules.kind.uses_text,
    "pegs": lambda rules: rules.uses_pegs and not rules.kind.uses_text,
    "pegs without weights": lambda rules: GAMES["pegs"](rules) and not rules.weights,
    "black and white pegs": lambda rules: rules.uses_pegs and rules.kind.counts > 0,
    "games without house rules": lambda rules: rules.classic,
}
"""The games that a style may be for, in the words of messages."""
_SHEETS = ("a4", "letter")

STYLES = {
    "card": Style(
        "everything on one sheet of paper, if it fits",
        *("text:card", "html:card", "instructions:card", _SHEETS),
        numbered=True,
    ),
    "rules": Style(
        "the card with the rules of the game; bulls and cows is in digits",
        *("text:rules", "", "instructions:card", _SHEETS, "content:rules"),
        numbered=True,
        digits=True,
        called="card with rules",
        draws="pegs and words",
    ),
    "pocket": Style(
        "the first two guesses, of the size of a bank card; to be used with card and booklet",
        *("text:pocket", "html:pocket", "instructions:pocket", (*_SHEETS, "card")),
        numbered=True,
        called="pocket card",
        draws="pegs and words",
    ),
    "table": Style(
        "a row for each guess, a column for each answer",
        *("text:table", "html:table", "instructions:table", _SHEETS),
        numbered=True,
    ),
    "booklet": Style(
        "a row for each position, answers as pegs; --fold orders it to be folded",
        *("text:booklet", "html:booklet", "instructions:booklet", _SHEETS),
        numbered=True,
    ),
    "poster": Style(
        "the whole tree around its first guess, on one large page",
        *("text:poster", "html:poster", "instructions:poster"),
        papers=("a1", "a2", "a3", "a0", "ansi-d", "ansi-c", "tabloid"),
        geometry="poster:poster",
        draws="pegs and words",
    ),
    "short": Style(
        "the notation that leaves the easy parts to the reader",
        *("text:short", "html:short", "instructions:short", _SHEETS, "content:short"),
        called="short sheet",
        draws="pegs without weights",
    ),
    "wheel": Style(
        "a disc to be turned to the answer, which shows the second guess; for lessons",
        *("text:pocket", "", "instructions:pocket", _SHEETS),
        numbered=True,
        draws="black and white pegs",
    ),
    "worksheet": Style(
        "a page of exercises for lessons, with the solutions on the back",
        *("text:worksheet", "", "instructions:card", _SHEETS, "worksheet:content"),
        numbered=True,
        draws="games without house rules",
    ),
}


def load(reference: str) -> Callable[..., Any]:
    """Import the function that a row names."""
    module, _, name = reference.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"mmtree.show.sheets.{module}"), name)
    return function
