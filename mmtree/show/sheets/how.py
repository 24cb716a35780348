"""How to play from a sheet, in sentences that a first-time player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mmtree.show.sheets.styles import STYLES, function

if TYPE_CHECKING:
    from mmtree.show.sheets.sheet import Sheet

_WRONG = "If the answer is not there, one of the answers was wrong."


def how(sheet: Sheet, columns: int = 0) -> tuple[str, ...]:
    """The sentences, in the order in which they are needed.

    Args:
        sheet: the sheet.
        columns: how many columns a poster has on paper; 0 where it is no drawing.
    """
    reference = STYLES[sheet.style].how
    sentences: tuple[str, ...] = function(reference)(sheet, columns) if reference else ()
    return sentences


def card(sheet: Sheet, columns: int) -> tuple[str, ...]:
    """Rows whose answers stand one after another."""
    return _rows(sheet, f"in that row: {_sample(sheet)}", "left")


def table(sheet: Sheet, columns: int) -> tuple[str, ...]:
    """Rows with a column for each answer."""
    return _rows(
        sheet, f"at the head of a column ({_sample(sheet)}), and go down to your row", "upper"
    )


def booklet(sheet: Sheet, columns: int) -> tuple[str, ...]:
    """Boxes that show answers as pegs."""
    return _rows(sheet, "in that box", "left")


def poster(sheet: Sheet, columns: int) -> tuple[str, ...]:
    """A tree, in so many columns."""
    beside = "to the right of the guess or below"
    where = "along the thick line, white on black" if columns else beside
    again = (
        "A line that ends in a black triangle goes on at the top of the next column, where the "
        "guesses before it are shown again on grey.",
    )
    return (
        f"Play the first guess, at the upper left. {_answers(sheet)}",
        f"Find the answer {where}: {_sample(sheet)}. Play the guess after it. Find the next answer "
        f"{beside}, and so on.",
        *(again if columns > 1 else ()),
        f"Where no line goes on, {_secret('left')}",
        _WRONG,
    )


def _rows(sheet: Sheet, find: str, first_of_two: str) -> tuple[str, ...]:
    row = sheet.row_word
    return (
        f"Play the guess of {row} 1, beside its number. {_answers(sheet)}",
        f"Find the answer {find}.",
        f"An arrow leads to another {row}: play its guess, find the answer there, and so on.",
        f"Without an arrow, {_secret(first_of_two)}",
        _WRONG,
    )


def short(sheet: Sheet, columns: int) -> tuple[str, ...]:
    """The notation."""
    letters = sheet.drawn or sheet.symbols == "letters"
    order = "alphabet" if letters else "numbers"
    if letters and sheet.rules.colors > 26:
        order += " (0 to 9 after Z)"
    return (
        f"Play the guess at the top. {_answers(sheet)}",
        f"Find the answer at the left edge: {_sample(sheet)}. Play the guess after it. The next "
        "answer stands in the parentheses after that guess, the one after it in the parentheses "
        "within those. Skip the parentheses after other guesses.",
        "If the answer is not there, or the guess has no parentheses, play the first code, in the "
        f"order of the {order}, that agrees with all answers so far: with that code as the secret, "
        "each guess would have got the answer it got. Go on like this until you have won.",
    )


def _answers(sheet: Sheet) -> str:
    thing = sheet.thing
    number = ""
    if sheet.numbers_colors:
        number = f"Number your colours {sheet.code_symbol(0)} to {sheet.code_symbol(-1)}. "
    bull, cow = (" (a bull)", " (a cow)") if thing == "digit" else ("", "")
    answers = f"black{bull} for a right {thing} in the right place"
    if sheet.rules.whites:
        answers += f", white{cow} for a right {thing} in another place"
    return f"{number}The codemaker answers: {answers}. All black: you have won."


def _sample(sheet: Sheet) -> str:
    """What an answer in digits means: ``21 is 2 black and 1 white``."""
    value = next(value for value in (21, 12, 11, 20, 10, 0) if value in sheet.rules.feedbacks)
    black, white = divmod(value, 10)
    meaning = f"{black} black and {white} white" if sheet.rules.whites else f"{black} black"
    return f"{sheet.answer(value)} is {meaning}"


def _secret(first: str) -> str:
    return (
        "the code after the answer is the secret: play it. Of two codes, play the "
        f"{first} one; if it is wrong, the secret is the other."
    )
