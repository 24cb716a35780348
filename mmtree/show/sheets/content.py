"""A sheet as plain data: its texts, rows and figures, as JSON for templates and other programs."""

from typing import Any

from mmtree.show.pegs import RIM
from mmtree.show.sheets.instructions import game_rules, how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_answer, spoken_row
from mmtree.show.sheets.styles import STYLES, load


def sheet_content(sheet: Sheet, *, drawn: bool = False) -> dict[str, Any]:
    """Return the content of a sheet; if it is drawn, codes and marks in the order from the left.

    Codes are lists of colours from 0, or of a single text. Answers are pairs of black and white,
    the marks of all places (2 right, 1 elsewhere, 0 neither), or a text. A cell of a row has the
    number of the next ``row``, or one or two last ``codes`` in playing order.
    """
    rules, of_style = sheet.rules, STYLES[sheet.style].data

    def digits(code: int) -> tuple[int | str, ...]:
        return (sheet.code(code),) if sheet.in_texts else order(rules.digits(code))

    order = sheet.from_left if drawn else tuple
    return {
        "rules": str(sheet.rules),
        "style": sheet.style,
        "language": sheet.texts.language,
        "title": sheet.title,
        "subline": sheet.subline,
        "how": how(sheet),
        "foot": sheet.foot,
        "part": sheet.part,
        "whites": sheet.rules.whites,
        "marked": rules.kind.levels > 0,
        "drawn": sheet.drawn,
        "numbered": sheet.numbered,
        "colors": [
            {**peg._asdict(), "radii": peg.radii, "shown": sheet.code_symbol(color)}
            for color, peg in enumerate(sheet.pegs)
        ],
        "rim": RIM,
        "legend": sheet.legend,
        "figures": sheet.tree.figures.to_map(),
        "counted": len(sheet.example) - rules.identified,
        "example": [
            {
                "row": step.row,
                "guess": digits(step.guess),
                "answer": order(answer_parts(sheet, step.feedback)),
                "spoken": spoken_answer(sheet, step.feedback),
            }
            for step in sheet.example
        ],
        "rows": [
            {
                "number": row.number,
                "turn": row.turn,
                "guess": digits(row.guess),
                "cells": [
                    {"answer": order(answer_parts(sheet, cell.feedback))}
                    | ({"row": cell.row} if cell.row else {"codes": [*map(digits, cell.codes)]})
                    for cell in row.cells
                ],
                "spoken": spoken_row(sheet, row),
            }
            for row in sheet.rows
        ],
        "texts": sheet.texts.of_sheets,
        **(load(of_style)(sheet) if of_style else {}),
    }


def answer_parts(sheet: Sheet, feedback: int) -> tuple[int | str, ...]:
    """Return an answer as numbers of black and white pegs, as marks, or as a text."""
    if sheet.rules.kind.counts:
        return divmod(feedback, 10)
    return sheet.rules.kind.marks(feedback) or (sheet.answer(feedback),)


def rules(sheet: Sheet) -> dict[str, object]:
    """Return the rules of the game for the template."""
    return {"game_rules": list(game_rules(sheet))}


def short(sheet: Sheet) -> dict[str, object]:
    """Return the paragraphs of the notation, each with its start in bold before the first space."""
    return {"notation": list(sheet.paragraphs)}
