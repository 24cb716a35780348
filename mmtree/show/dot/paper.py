"""Pages of tables as PDF, SVG and PNG, set by Typst as the sheets are."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Literal

from mmtree.errors import DrawingError, SheetError
from mmtree.show.dot.flow import Drawn
from mmtree.show.dot.pages import BASE, HEAD
from mmtree.show.printing import INSTALL
from mmtree.show.sheets.layout import MARGIN, PAPERS, below
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import common_data, missing, set_pages

_DOTS = 150.0
"""Of a PNG, to the inch."""


def check_typst(form: str) -> None:
    """Refuse pages for which there is nothing to set them.

    Raises:
        DrawingError: something of the print extra is not installed.
    """
    if absent := missing():
        raise DrawingError(
            f"pages in {form} need {absent}, which is not installed: {INSTALL}; "
            "or take --format dot"
        )


def typeset_pages(
    sheet: Sheet, pages: list[Drawn], form: Literal["pdf", "svg", "png"], paper: str
) -> list[bytes]:
    """One PDF, which a reader lists by the rows on each page, or a picture of each page.

    Args:
        sheet: from :func:`mmtree.show.dot.pages.sheet_of_pages`.
        pages: from :func:`mmtree.show.dot.pages.drawn_pages`.
        form: ``pdf``, ``svg``, or ``png`` in 150 dots per inch.
        paper: ``a4``, ``a3`` or ``letter``.

    Raises:
        DrawingError: Typst is missing or fails.
    """
    check_typst(form)
    width, height = PAPERS[paper]
    names = below(sheet.legend)
    data = {
        **common_data(sheet),
        "width": width,
        "height": height,
        "margin": MARGIN,
        "head": HEAD + names,
        "names": names,
        "base": BASE,
        "pages": [asdict(page) for page in pages],
    }
    try:
        return set_pages(Path(__file__).with_name("pages.typ"), form, data, _DOTS)
    except SheetError as error:
        raise DrawingError(str(error)) from None
