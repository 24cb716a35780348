"""The short sheet: the strategy in the notation that leaves the easy parts to the reader."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator

from mmtree.show.sheets.layout import PAPERS, Layout, Page, below
from mmtree.show.sheets.sheet import Sheet

SIZES = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)
"""Sizes in points: the largest that needs one page is used, or else the smallest."""
MARGIN, HEAD, FOOT = 48.0, 235.0, 16.0
BASE = 10.5
"""Type size of the head."""
_PITCH = 1.5
"""From line to line, as a multiple of the size."""
_LETTER = 0.602
"""Width of a letter of DejaVu Sans Mono, as a multiple of the size."""
_STUCK = "\0"
"""Between an answer and its guess, which stay in one line."""


def short(sheet: Sheet, paper: str) -> Layout:
    """Lay out the lines of the notation on pages of ``a4`` or ``letter``."""
    width, height = PAPERS[paper]
    names = below(sheet.legend)
    head = HEAD + names
    for size in SIZES:
        lines = list(short_lines(sheet, int((width - 2 * MARGIN) / (_LETTER * size))))
        room = int((height - 2 * MARGIN - FOOT) / (_PITCH * size))
        first = room - math.ceil(head / (_PITCH * size))
        if len(lines) <= first:
            break
    parts = [lines[:first]]
    parts += [lines[at : at + room] for at in range(first, len(lines), room)]
    pages = [
        Page([["text", MARGIN, MARGIN + (0.0 if at else head), _PITCH * size, part]])
        for at, part in enumerate(parts)
    ]
    return Layout(
        size, width, height, MARGIN, pages, more={"head": head, "names": names, "base": BASE}
    )


def short_lines(sheet: Sheet, width: int) -> Iterator[str]:
    """Yield the lines of the notation: the opening, then a paragraph for each answer to it.

    Args:
        sheet: the sheet.
        width: characters in a line, which only a code that is longer passes.
    """
    yield sheet.code(sheet.tree.root.guess)
    for paragraph in _paragraphs(sheet):
        lines = textwrap.wrap(
            paragraph,
            width,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (line.replace(_STUCK, " ") for line in lines)


def _paragraphs(sheet: Sheet) -> Iterator[str]:
    """Yield a text for each guess printed after the opening, in canonical order of the answers."""
    notation = sheet.notation
    for first in notation.printed(sheet.tree.root).items():
        words: list[str] = []
        waiting = [iter([first])]
        while waiting:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                words[-1] += ")"
                continue
            value, node = following
            words.append(f"{sheet.answer(value)}{_STUCK}{sheet.code(node.guess)}")
            if printed := notation.printed(node):
                words[-1] += " ("
                waiting.append(iter(printed.items()))
        yield " ".join(words).replace("( ", "(").removesuffix(")")
