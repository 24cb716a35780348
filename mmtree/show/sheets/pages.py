"""Pages of tables: a strategy tree to print, a page or more for each answer to the opening.

The opening has a page of its own, small answers share a page, and a small tree has one page. The
template ``pages.typ`` places the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from mmtree.counts import format_count
from mmtree.errors import DrawingError, SheetError
from mmtree.game.feedback import format_feedback
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import INSTALL
from mmtree.show.sheets.typeset import find_missing, set_pages

MAX_TABLES = 2_500
"""The most tables that are printed: more would take hundreds of pages."""
_DOTS = 150.0
"""Resolution of a PNG, in dots per inch."""


def divide(rows: Rows, start: Sequence[int] = ()) -> list[range]:
    """Return the numbers of the rows of the opening, and of the branch of each answer to it.

    Args:
        rows: in the order of play.
        start: return only the rows after these feedbacks, as one branch.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: there are too many tables, or none after ``start``.
    """
    left = rows.tree.node(start).secrets_left
    first = 1
    for feedback in start:
        first = next((cell.row for cell in rows[first].cells if cell.feedback == feedback), 0)
        if not first:
            given = " ".join(format_feedback(value, rows.tree.rules) for value in start)
            said = format_count(left, "secret is left, which needs", "secrets are left, which need")
            raise DrawingError(f"after {given} {said} no page: see the page before it")
    last = first
    while following := [cell.row for cell in rows[last].cells if cell.row]:
        last = following[-1]
    if (count := last - first + 1) > MAX_TABLES:
        raise DrawingError(
            f"{count} tables are too many to print (at most {MAX_TABLES}): "
            "take one branch with --from, as in --from 10"
        )
    if start:
        return [range(first, last + 1)]
    starts = [1, *(cell.row for cell in rows[1].cells if cell.row), last + 1]
    return [range(*ends) for ends in pairwise(starts)]


def typeset_pages(
    sheet: Sheet, parts: Sequence[range], form: Literal["pdf", "svg", "png"], paper: str = "a4"
) -> list[bytes]:
    """Return one PDF, whose outline lists the rows of each page, or a picture of each page.

    Args:
        sheet: a booklet, whose instructions explain answers in pegs.
        parts: the rows, from :func:`divide`.
        form: ``pdf``, ``svg``, or ``png`` in 150 dots per inch.
        paper: ``a4``, ``a3`` or ``letter``.

    Raises:
        DrawingError: the codes are texts or too long for the paper, or Typst is missing or fails.
    """
    if sheet.rules.uses_names:
        raise DrawingError(
            f"pages in {form} are for pegs and words, not for {sheet.rules}: "
            "take mmtree sheet, or --format dot"
        )
    if absent := find_missing():
        raise DrawingError(
            f"pages in {form} need {absent}, which is not installed: {INSTALL}; "
            "or take --format dot"
        )
    data = {"parts": [[part[0], part[-1]] for part in parts]}
    try:
        return set_pages(sheet, "pages", form, paper, data, _DOTS)
    except SheetError as error:
        if not str(error).startswith("does not fit"):
            raise DrawingError(str(error)) from None
        remedy = "" if paper == "a3" else ": take --paper a3"
        raise DrawingError(f"a table of {sheet.rules} {error}{remedy}") from None
