"""Codes, answers and rows in words, for screen readers."""

from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets.sheet import Sheet


def spoken_code(sheet: Sheet, code: int) -> str:
    """Return the names of its colours, its letters or digits one by one, or its text."""
    if sheet.in_texts:
        return sheet.code(code)
    names = dict(sheet.legend)
    symbols = map(sheet.code_symbol, sheet.rules.digits(code))
    return ", ".join(names.get(symbol, symbol) for symbol in symbols)


def spoken_answer(sheet: Sheet, feedback: int) -> str:
    """Return an answer in words: ``2 black, 1 white``, ``2 bulls, 1 cow``, or a word a place."""
    if marks := sheet.rules.kind.marks(feedback):
        marked = ("noneRight", "otherPlace", "rightPlace")
        return ", ".join(sheet.texts(marked[mark]) for mark in marks)
    if not sheet.rules.kind.counts:
        return sheet.answer(feedback)
    return ", ".join(count_words(sheet, feedback)[: 1 + sheet.rules.whites])


def count_words(sheet: Sheet, feedback: int) -> list[str]:
    """Return the black and the white pegs of an answer, or its bulls and cows, in words."""
    names = ("bulls", "cows") if sheet.part == "digit" else ("blacks", "whites")
    counts = zip(names, divmod(feedback, 10), strict=True)
    return [sheet.texts(name, n=n) for name, n in counts]


def spoken_cell(sheet: Sheet, cell: Cell, *, by_guess: bool = False) -> str:
    """Describe an answer and what follows: the last codes, or a row by its number or its guess."""
    if cell.row and not by_guess:
        follows = f"{sheet.texts('row')} {cell.row}"
    else:
        follows = "; ".join(spoken_code(sheet, code) for code in sheet.plays(cell))
    return f"{spoken_answer(sheet, cell.feedback)}{sheet.texts('colon')} {follows}"


def spoken_start(sheet: Sheet) -> str:
    """Describe a poster, its first guess, and the guess or the last codes after each answer."""
    first = sheet.rows[1]
    head = f"{sheet.texts('aroundFirst')}{sheet.texts('colon')} {spoken_code(sheet, first.guess)}"
    return ". ".join([head, *(spoken_cell(sheet, cell, by_guess=True) for cell in first.cells)])


def spoken_row(sheet: Sheet, row: SheetRow) -> str:
    """Describe a row, with a sentence for each answer.

    A pocket card has only the guesses of the rows after the first.
    """
    head = (
        f"{sheet.texts('row')} {row.number}{sheet.texts('colon')} {spoken_code(sheet, row.guess)}"
    )
    if sheet.style == "pocket" and row.number > 1:
        return head
    return ". ".join([head, *(spoken_cell(sheet, cell) for cell in row.cells)])
