"""The short sheet: the strategy in the notation that leaves the easy parts to the reader."""

from __future__ import annotations

from collections.abc import Iterator

from mmtree.show.sheets.sheet import Sheet

STUCK = "\N{NO-BREAK SPACE}"
"""Between an answer and its guess, which stay in one line."""


def short(sheet: Sheet) -> dict[str, object]:
    """Return the paragraphs of the notation, each with its start in bold before the first space."""
    return {"notation": list(paragraphs(sheet))}


def paragraphs(sheet: Sheet) -> Iterator[str]:
    """Yield the opening, then a text for each answer to it after which a guess is printed."""
    notation = sheet.notation
    yield sheet.code(sheet.tree.root.guess)
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
            words.append(f"{sheet.answer(value)}{STUCK}{sheet.code(node.guess)}")
            if printed := notation.printed(node):
                words[-1] += " ("
                waiting.append(iter(printed.items()))
        yield " ".join(words).replace("( ", "(").removesuffix(")")
