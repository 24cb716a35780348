"""The rules of the game, for the card that has them: Mastermind, or bulls and cows in digits."""

from __future__ import annotations

from collections.abc import Iterator

from mmtree.show.sheets.instructions import answers
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_answer


def rules(sheet: Sheet) -> Iterator[str]:
    """Explain the game: the secret, guesses and answers, an example, and who wins."""
    texts, digits = sheet.texts, sheet.part == "digit"
    zero = f" {texts('rulesZero')}" if digits else ""
    yield f"{texts('rulesSecret', game=sheet.in_words)}{zero}"
    yield texts("rulesGuess")
    yield answers(sheet)
    # An answer of black and white pegs, if there is one.
    cell = answered = min(sheet.rows[1].cells, key=lambda cell: abs(cell.feedback - 21))
    while cell.row:
        cell = sheet.rows[cell.row].cells[-1]
    yield texts(
        "rulesExample",
        secret=sheet.code(cell.codes[-1]),
        guess=sheet.code(sheet.rows[1].guess),
        answer=spoken_answer(sheet, answered.feedback),
    )
    yield f"{texts('allBulls' if digits else 'allBlack')} {texts('rulesSwap')}"


def content(sheet: Sheet) -> dict[str, object]:
    """Return the rules for the template."""
    return {"game_rules": list(rules(sheet))}
