"""Codes, answers and rows in words, for those who listen to a sheet."""

from __future__ import annotations

from mmtree.show.rows import Cell, Row
from mmtree.show.sheets.sheet import Sheet


def spoken_code(sheet: Sheet, code: int) -> str:
    """The names of its colours, or its letters or digits one by one."""
    names = dict(sheet.legend)
    symbols = map(sheet.code_symbol, sheet.rules.digits(code))
    return ", ".join(names.get(symbol, symbol) for symbol in symbols)


def spoken_answer(sheet: Sheet, feedback: int) -> str:
    """How many pegs of each colour."""
    black, white = divmod(feedback, 10)
    name = "answerName" if sheet.rules.whites else "answerBlack"
    return sheet.texts(name, black=black, white=white)


def spoken_cell(sheet: Sheet, cell: Cell) -> str:
    """An answer and what follows it."""
    follows = "; ".join(spoken_code(sheet, code) for code in cell.codes)
    if cell.row:
        follows = f"{sheet.texts('row')} {cell.row}"
    return f"{spoken_answer(sheet, cell.feedback)}: {follows}"


def spoken_row(sheet: Sheet, row: Row) -> str:
    """A row with all that stands in it, a sentence for each answer."""
    head = f"{sheet.texts('row')} {row.number}: {spoken_code(sheet, row.guess)}"
    return ". ".join([head, *(spoken_cell(sheet, cell) for cell in row.cells)])
