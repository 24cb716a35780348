"""Codes, answers and rows in words, for screen readers."""

from __future__ import annotations

from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets.sheet import Sheet


def spoken_code(sheet: Sheet, code: int) -> str:
    """Return the names of its colours, or its letters or digits one by one."""
    names = dict(sheet.legend)
    symbols = map(sheet.code_symbol, sheet.rules.digits(code))
    return ", ".join(names.get(symbol, symbol) for symbol in symbols)


def spoken_answer(sheet: Sheet, feedback: int) -> str:
    """Return the number of key pegs of each colour, or of bulls and cows, in words."""
    black, white = divmod(feedback, 10)
    return sheet.texts(answer_name(sheet), black=black, white=white)


def counted_answer(sheet: Sheet, feedback: int) -> str:
    """Return an answer in a sentence: ``2 black, 1 white`` or ``2 bulls, 1 cow``."""
    names = ("bulls", "cows") if sheet.part == "digit" else ("blacks", "whites")
    counts = divmod(feedback, 10)[: 1 + sheet.rules.whites]
    return ", ".join(sheet.texts(name, n=n) for name, n in zip(names, counts, strict=False))


def answer_name(sheet: Sheet) -> str:
    """Return a text by its name; its variant for bulls and cows if codes are digits."""
    if sheet.part == "digit":
        return "answerBulls" if sheet.rules.whites else "answerBull"
    return "answerName" if sheet.rules.whites else "answerBlack"


def spoken_cell(sheet: Sheet, cell: Cell) -> str:
    """Describe an answer and its cell."""
    follows = "; ".join(spoken_code(sheet, code) for code in cell.codes)
    if cell.row:
        follows = f"{sheet.texts('row')} {cell.row}"
    return f"{spoken_answer(sheet, cell.feedback)}: {follows}"


def spoken_start(sheet: Sheet) -> str:
    """Describe a poster, its first guess, and the guess or the last codes after each answer."""
    first = sheet.rows[1]
    said = [f"{sheet.texts('aroundFirst')}: {spoken_code(sheet, first.guess)}"]
    for cell in first.cells:
        follows = "; ".join(spoken_code(sheet, code) for code in sheet.plays(cell))
        said.append(f"{spoken_answer(sheet, cell.feedback)}: {follows}")
    return ". ".join(said)


def spoken_row(sheet: Sheet, row: SheetRow) -> str:
    """Describe a row, with a sentence for each answer.

    A pocket card has only the guesses of the rows after the first.
    """
    head = f"{sheet.texts('row')} {row.number}: {spoken_code(sheet, row.guess)}"
    if sheet.style == "pocket" and row.number > 1:
        return head
    return ". ".join([head, *(spoken_cell(sheet, cell) for cell in row.cells)])
