"""How to play from a sheet, in sentences that a first-time player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmtree.show.sheets.sheet import Sheet

_WRONG = "If the answer is not there, one of the answers was wrong."


def how(sheet: Sheet, columns: bool = False) -> tuple[str, ...]:
    """The sentences, in the order in which they are needed.

    Args:
        sheet: the sheet.
        columns: True where a poster goes on in further columns.
    """
    if sheet.style == "short":
        return _short(sheet)
    sample = _sample(sheet)
    if sheet.style == "poster":
        column = (
            "A line that ends in a black triangle goes on at the top of the next column, where the "
            "guesses before it are shown again on grey.",
        )
        return (
            f"Play the first guess, at the upper left. {_answers(sheet)}",
            f"Find the answer to the right of the guess or below: {sample}. "
            "Play the guess after it, follow the line from there, and so on.",
            *(column if columns else ()),
            f"Where no line goes on, {_secret('left')}",
            _WRONG,
        )
    row, beside, find, first = {
        "card": ("row", "beside its number", f"in that row: {_sample(sheet)}", "left"),
        "table": (
            "row",
            "beside its number",
            f"at the head of a column, and go down to your row: {_sample(sheet)}",
            "upper",
        ),
        "booklet": ("box", "beside its number", "in that box", "left"),
    }[sheet.style]
    return (
        f"Play the guess of {row} 1, {beside}. {_answers(sheet)}",
        f"Find the answer {find}.",
        f"An arrow leads to another {row}: play its guess, find the answer there, and so on.",
        f"Without an arrow, {_secret(first)}",
        _WRONG,
    )


def _short(sheet: Sheet) -> tuple[str, ...]:
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
    white = f", white for a right {thing} in another place" if sheet.rules.whites else ""
    return (
        f"{number}The codemaker answers: black for a right {thing} in the right place{white}. "
        "All black: you have won."
    )


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
