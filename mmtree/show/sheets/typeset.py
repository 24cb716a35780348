"""Sheets as PDF and SVG, set by Typst in Atkinson Hyperlegible; both are the ``print`` extra."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import asdict
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from mmtree.errors import SheetError
from mmtree.show.pegs import RIM
from mmtree.show.sheets.booklet import impose_pages, sides
from mmtree.show.sheets.instructions import how
from mmtree.show.sheets.layout import ARROW, KEY_STEP, MAX_PAGES, Metrics
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import answer_name, spoken_row
from mmtree.show.sheets.styles import STYLES, load_layout
from mmtree.show.sheets.typst_process import compile_pages

_INSTEAD = "take --format html or txt"
_FONT = "fontpkg_atkinson_hyperlegible"


def find_missing() -> str:
    """Return the missing parts of the ``print`` extra; empty if all are installed."""
    return next((name for name in ("typst", _FONT) if find_spec(name) is None), "")


def typeset(
    sheet: Sheet,
    form: Literal["pdf", "svg", "png"],
    paper: str | None = None,
    *,
    fold: bool = False,
    most: int = MAX_PAGES,
    pixels: float = 1000.0,
) -> list[bytes]:
    """Return a sheet as one PDF, or as an SVG or PNG for each page.

    Args:
        sheet: the sheet.
        form: ``pdf``, ``svg`` or ``png``.
        paper: a paper of the style, or None for its default; a booklet has pages of half the size.
        fold: order the pages of a booklet for printing on both sides and folding.
        most: the most pages allowed.
        pixels: the width of a PNG.

    Raises:
        SheetError: the sheet takes more pages, does not fit the paper, or Typst fails.
    """
    data = _template_data(sheet, paper or STYLES[sheet.style].papers[0], fold)
    pages = int(data["sides"])
    if pages > most:
        raise SheetError(
            f"a {sheet.called} of {len(sheet.rows)} rows would take {pages} pages "
            f"(at most {most}): ask for it with --max-pages {pages}, or {_INSTEAD}"
        )
    template = "sheet.typ" if sheet.style in ("table", "short") else f"{sheet.style}.typ"
    dots = 72 * pixels / data["width"]
    return set_pages(Path(__file__).with_name(template), form, data, dots, instead=_INSTEAD)


def set_pages(
    template: Path,
    form: Literal["pdf", "svg", "png"],
    data: dict[str, Any],
    dots: float,
    instead: str = "",
) -> list[bytes]:
    """Return one PDF, or an SVG or PNG for each page.

    Args:
        template: the template; it reads ``data`` by common.typ.
        form: ``pdf``, ``svg`` or ``png``.
        data: the values for the template.
        dots: the resolution of a PNG, in dots per inch.
        instead: the advice if Typst fails.

    Raises:
        SheetError: Typst fails.
    """
    return compile_pages(
        str(template),
        {
            "root": str(Path(__file__).parent.parent),
            "font_paths": _fonts(),
            "ignore_system_fonts": True,
            "format": form,
            "sys_inputs": {"data": json.dumps(data)},
            "pdf_standards": ["ua-1"] if form == "pdf" else [],  # tagged, for screen readers
            "ppi": dots,
        },
        instead,
    )


@cache
def _fonts() -> list[str]:
    """Return the folder of the typeface."""
    spec = find_spec(_FONT)
    assert spec
    assert spec.origin
    return [str(Path(spec.origin).parent / "files")]


def _template_data(sheet: Sheet, paper: str, fold: bool) -> dict[str, Any]:
    """Return the data of a template."""
    layout = load_layout(STYLES[sheet.style].paper)(sheet, paper)
    count = len(layout.pages)
    if not count:
        lettered = copy(sheet)
        lettered.symbols = "letters"
        fits = load_layout(STYLES[sheet.style].paper)(lettered, paper).pages
        letters = "--symbols letters, " if fits else ""
        raise SheetError(
            f"a {sheet.called} of {sheet.rules} does not fit the paper at a size that can be read: "
            f"take {letters}another style, or --format html or txt"
        )
    if sheet.style == "booklet":
        count = sides(count)
    more = {**layout.more, "order": impose_pages(count)} if fold else layout.more
    return {
        **common_data(sheet),
        "width": layout.width,
        "height": layout.height,
        "margin": layout.margin,
        "size": layout.size,
        "pages": [vars(page) for page in layout.pages],
        "sides": count,
        "said": [spoken_row(sheet, row) for row in sheet.rows] if sheet.numbered else [],
        **more,
    }


def common_data(sheet: Sheet) -> dict[str, Any]:
    """Return the values of a sheet for common.typ, except the size of its pages."""
    unit = Metrics(sheet, 1.0)
    return {
        "title": sheet.title,
        "subline": sheet.subline,
        "foot": sheet.foot,
        "language": sheet.texts.language,
        "texts": sheet.texts.of_sheets,
        "how": how(sheet),
        "legend": sheet.legend,
        "numbered": sheet.numbered,
        "part": sheet.part,
        "example": [
            {
                "row": step.row,
                "guess": sheet.rules.digits(step.guess),
                "answer": divmod(step.feedback, 10),
            }
            for step in sheet.example
        ],
        "pegs": [{**asdict(peg), "radii": peg.radii} for peg in sheet.pegs],
        "symbols": [sheet.code_symbol(color) for color in range(sheet.rules.colors)],
        "drawn": sheet.drawn,
        "step": unit.step,
        "digit": unit.digit,
        "row": unit.row,
        "key_step": KEY_STEP,
        "arrow": ARROW,
        "then": unit.then,
        "rim": RIM,
        "whites": sheet.rules.whites,
        "answer_name": answer_name(sheet),
        "guess": sheet.rules.digits(sheet.tree.root.guess),
        "most": sheet.tree.figures.max,
        "histogram": sheet.tree.figures.histogram,
    }
