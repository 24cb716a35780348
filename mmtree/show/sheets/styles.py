"""The styles of sheets, one row each.

Whoever only names styles reads this, too, so a row refers to its functions by name, as
"module:function" of this room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

Format = Literal["pdf", "svg", "html", "txt"]
SheetSymbols = Literal["letters", "digits", "digits1", "pegs"]
"""How codes are written on a sheet."""


@dataclass(frozen=True)
class Style:
    """One style.

    Attributes:
        about: what it shows, in a line.
        text: gives its lines from a sheet, those that follow the head.
        html: likewise the pieces of its HTML; empty where it has none.
        paper: lays a sheet out on one of its papers; empty where it cannot be set.
        how: the sentences on how to play from it; empty where it needs none.
        numbered: whether its rows have numbers.
        papers: the sizes of paper it is printed on, its default first.
        order: gives from its rows in the order of play that of their numbers; empty where that is
            the same, or by turn.
        called: what such a sheet is called; empty where that is the name of the style.
    """

    about: str
    text: str
    html: str = ""
    paper: str = ""
    how: str = ""
    numbered: bool = False
    papers: tuple[str, ...] = ("a4", "letter")
    order: str = ""
    called: str = ""

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats it can be made in, its default first."""
        paper: tuple[Format, ...] = ("pdf", "svg") if self.paper else ()
        html: tuple[Format, ...] = ("html",) if self.html else ()
        return (*paper, *html, "txt")


STYLES = {
    "card": Style(
        "everything on one sheet of paper, if it fits",
        *("text:card", "html:card", "card:card", "instructions:card"),
        numbered=True,
        order="card:numbers",
    ),
    "pocket": Style(
        "the first two guesses, of the size of a bank card; it goes with card and booklet",
        *("text:pocket", "html:pocket", "pocket:pocket", "instructions:pocket"),
        numbered=True,
        papers=("a4", "letter", "card"),
        called="pocket card",
        order="card:numbers",
    ),
    "table": Style(
        "a row for each guess, a column for each answer",
        *("text:table", "html:table", "table:table", "instructions:table"),
        numbered=True,
    ),
    "booklet": Style(
        "a row for each position, answers as pegs; --fold orders it to be folded",
        *("text:booklet", "html:booklet", "booklet:booklet", "instructions:booklet"),
        numbered=True,
        order="card:numbers",
    ),
    "poster": Style(
        "the whole tree around its first guess, on one large page",
        *("text:poster", "html:poster", "poster:poster", "instructions:poster"),
        papers=("a1", "a2", "a3", "a0", "ansi-d", "ansi-c", "tabloid"),
    ),
    "short": Style(
        "the notation that leaves the easy parts to the reader",
        *("text:short", "html:short", "short:short", "instructions:short"),
        called="short sheet",
    ),
}


def function(reference: str) -> Callable[..., Any]:
    """What a row refers to, imported now."""
    module, _, name = reference.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"mmtree.show.sheets.{module}"), name)
    return found
