"""The styles of sheets, one row each.

A row refers to its functions by name, as "module:function" of this folder, so that a list of the
styles loads none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal, Protocol, cast

if TYPE_CHECKING:
    from mmtree.show.sheets.layout import Layout
    from mmtree.show.sheets.sheet import Sheet

Format = Literal["pdf", "svg", "html", "txt"]
SheetSymbols = Literal["letters", "digits", "digits1", "pegs"]
"""How codes are written on a sheet."""
RowOrder = Literal["play", "turn", "lines"]
"""How rows are numbered: in the order of play, all second guesses before all third ones, or so that
they fill the lines of a card."""

INSTALL = "pip install 'mmtree[print]', or in a clone pip install '.[print]'"
"""How to install the print extra, which pdf, svg and png need."""


class SheetText(Protocol):
    """A function that yields the lines of a sheet, the pieces of its HTML, or its instructions."""

    def __call__(self, sheet: Sheet) -> Iterator[str]:
        """Yield the lines, pieces or sentences."""


class SheetLayout(Protocol):
    """A function that lays out a sheet on one of the papers of its style."""

    def __call__(self, sheet: Sheet, paper: str) -> Layout:
        """Return the layout; it has no pages if the sheet does not fit the paper."""


@dataclass(frozen=True)
class Style:
    """One style.

    Attributes:
        about: its content, in a line.
        text: a :class:`SheetText`, for the lines of plain text after the head.
        html: a :class:`SheetText`, for the pieces of the HTML after the head; empty if the style
            has no HTML.
        paper: a :class:`SheetLayout`; empty if the style is not typeset.
        how: a :class:`SheetText`, for the sentences on how to play; empty if there are none.
        numbered: whether its rows have numbers.
        papers: the paper sizes of the style, its default first.
        order: the order of the row numbers.
        called: the name of such a sheet in messages; empty for the name of the style.
    """

    about: str
    text: str
    html: str = ""
    paper: str = ""
    how: str = ""
    numbered: bool = False
    papers: tuple[str, ...] = ("a4", "letter")
    order: RowOrder = "play"
    called: str = ""

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of the style, its default first."""
        paper: tuple[Format, ...] = ("pdf", "svg") if self.paper else ()
        html: tuple[Format, ...] = ("html",) if self.html else ()
        return (*paper, *html, "txt")


STYLES = {
    "card": Style(
        "everything on one sheet of paper, if it fits",
        *("text:card", "html:card", "card:card", "instructions:card"),
        numbered=True,
        order="lines",
    ),
    "pocket": Style(
        "the first two guesses, of the size of a bank card; to be used with card and booklet",
        *("text:pocket", "html:pocket", "pocket:pocket", "instructions:pocket"),
        numbered=True,
        papers=("a4", "letter", "card"),
        called="pocket card",
        order="lines",
    ),
    "table": Style(
        "a row for each guess, a column for each answer",
        *("text:table", "html:table", "table:table", "instructions:table"),
        numbered=True,
        order="turn",
    ),
    "booklet": Style(
        "a row for each position, answers as pegs; --fold orders it to be folded",
        *("text:booklet", "html:booklet", "booklet:booklet", "instructions:booklet"),
        numbered=True,
        order="lines",
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


def load_text(reference: str) -> SheetText:
    """Import the function that a row names for text, HTML or instructions."""
    return cast(SheetText, _load(reference))


def load_layout(reference: str) -> SheetLayout:
    """Import the function that a row names for paper."""
    return cast(SheetLayout, _load(reference))


def _load(reference: str) -> object:
    module, _, name = reference.partition(":")
    return getattr(import_module(f"mmtree.show.sheets.{module}"), name)
