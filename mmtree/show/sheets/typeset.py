"""Sheets as PDF and SVG, set by Typst in two typefaces; all these are the ``print`` extra."""

import json
import re
import sys
from copy import copy
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgpack

from mmtree.errors import SheetError
from mmtree.processes import run_program
from mmtree.show.sheets.content import sheet_content
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import MAX_PAGES, PAPERS, STYLES, load

_CHILD = Path(__file__).with_name("typst_child.py")
_FONTS = ("fontpkg_atkinson_hyperlegible", "fontpkg_archivo_narrow")


def find_missing() -> str:
    """Return the missing parts of the ``print`` extra; empty if all are installed."""
    return next((name for name in ("typst", *_FONTS) if find_spec(name) is None), "")


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
        form: ``pdf``, ``svg`` or ``png``.
        paper: a paper of the style, or None for its default; a booklet has pages of half the size.
        fold: order the pages of a booklet for printing on both sides and folding.
        most: the most pages allowed.
        pixels: the width of a PNG.

    Raises:
        SheetError: the sheet takes more pages, does not fit the paper, or Typst fails.
    """
    if form != "pdf" and not "".join(peg.symbol for peg in sheet.pegs).isascii():
        typeset(sheet, "pdf", paper, fold=fold, most=most)  # which finds what a typeface lacks
    style = STYLES[sheet.style]
    texts = sheet.in_texts
    if texts and fold:
        raise SheetError(f"a booklet of {sheet.rules} is not folded: leave out --fold")
    paper = paper or style.papers[0]
    width, height = PAPERS[paper]
    data = {"width": width, "height": height, "max_pages": most, "fold": fold}
    if style.geometry:
        data |= load(style.geometry)(sheet, paper)
    try:
        return compile_pages(
            str(Path(__file__).with_name(f"{'texts' if texts else sheet.style}.typ")),
            {
                "root": str(Path(__file__).parent.parent),
                "font_paths": _fonts(),
                "ignore_system_fonts": True,
                "format": form,
                "sys_inputs": {"data": json.dumps(sheet_content(sheet, drawn=True) | data)},
                "pdf_standards": ["ua-1"] if form == "pdf" else [],  # tagged, for screen readers
                "ppi": 72 * pixels / width,
            },
            f"take {style.unpaged}",
        )
    except SheetError as error:
        called = f"a {style.called or sheet.style} of"
        if str(error).startswith("would take"):
            raise SheetError(
                f"{called} {len(sheet.rows)} rows {error}, or take {style.unpaged}"
            ) from None
        if not str(error).startswith("does not fit"):
            raise
        letters = "--symbols letters, " if sheet.drawn and _fits_in_letters(sheet, paper) else ""
        raise SheetError(
            f"{called} {sheet.rules} {error}: take {letters}another style, or {style.unpaged}"
        ) from None


def _fits_in_letters(sheet: Sheet, paper: str) -> bool:
    lettered = copy(sheet)
    lettered.symbols = "letters"
    try:
        return bool(typeset(lettered, "pdf", paper, most=10**6))
    except SheetError:
        return False


def compile_pages(template: str, arguments: dict[str, Any], instead: str) -> list[bytes]:
    """Compile a template by Typst to one PDF, or to a picture for each page.

    Typst has a process of its own: it can be interrupted, and its memory ends with it.

    Args:
        template: path of the file.
        arguments: the arguments of ``typst.compile``, of types that msgpack can carry.
        instead: the advice if memory is too small, or a letter is missing in the typeface.

    Raises:
        SheetError: Typst does not work, refuses the template, or runs out of memory.
    """
    ended = run_program([sys.executable, "-P", str(_CHILD)], msgpack.packb([template, arguments]))
    if ended.returncode:
        lines = ended.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
        memory = "memory" in " ".join(lines) or ended.returncode < 0
        raise SheetError(
            f"not enough memory to set so many pages: {instead}"
            if memory
            else f"typst does not work: {lines[-1]}"
        )
    made: list[bytes] | str = msgpack.unpackb(ended.stdout)
    if isinstance(made, str):
        if missing := re.search('the text `"(.+)"` could not be displayed', made):
            raise SheetError(
                f"the typeface has no {missing[1]!r}: write it in Latin letters, or {instead}"
            )
        before, ours, why = made.partition("assertion failed: ")
        raise SheetError(why if ours and not before else f"typst refused the sheet: {made}")
    return made


@cache
def _fonts() -> list[str]:
    """Return the folders of the typefaces."""
    return [str(Path(str(find_spec(font).origin)).parent / "files") for font in _FONTS]  # type: ignore[union-attr]
