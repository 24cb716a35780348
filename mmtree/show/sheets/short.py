"""The short sheet: the strategy in the notation that leaves the easy parts to the reader."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mmtree.show.sheets.sheet import Sheet

_STUCK = "\0"
"""Between an answer and its guess, which stay in one line."""


def short_lines(sheet: Sheet, width: int) -> Iterator[str]:
    """The lines of the notation: the opening, then a paragraph for each answer to it.

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
    """One text for each guess printed after the opening, in canonical order of the answers."""
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
