"""The worksheet: a game to play with a part of the tree, questions, and their solutions."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import prod

from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_answer

_TIMES = " \u00d7 "


@dataclass(frozen=True)
class Question:
    """A question with its solution.

    Attributes:
        ask: the question.
        solution: the solution in words; empty if it is only codes.
        codes: the codes after these words.
        lines: how many lines to write on it needs.
    """

    ask: str
    solution: str
    codes: tuple[int, ...] = ()
    lines: int = 1


def shown_rows(sheet: Sheet) -> list[SheetRow]:
    """Return row 1, the rows of the game, and the row of the first question."""
    asked = _asked(sheet).row
    numbers = {1, *(step.row for step in sheet.example), asked} - {0}
    return [sheet.rows[number] for number in sorted(numbers)]


def _asked(sheet: Sheet) -> Cell:
    """Return an answer to the first guess that leads to a row and is not that of the game."""
    played = sheet.example[0].feedback
    return min(
        sheet.rows[1].cells,
        key=lambda cell: (not cell.row, cell.feedback == played, abs(cell.feedback - 21)),
    )


def questions(sheet: Sheet) -> Iterator[Question]:
    """Yield the questions; the tree and the rules give the solutions."""
    texts, rules, figures = sheet.texts, sheet.rules, sheet.tree.figures
    asked = _asked(sheet)
    yield Question(
        texts("askNext", answer=spoken_answer(sheet, asked.feedback)),
        texts("solveRow", row=asked.row) if asked.row else "",
        sheet.plays(asked),
    )
    factors = [rules.colors - at * rules.distinct for at in range(rules.pegs)]
    yield Question(texts("askAll"), _written(_TIMES, factors, prod(factors)))
    last = sheet.rows[1].cells[-1].feedback
    left = sheet.tree.root.child(last).secrets_left
    one_off = [rules.pegs, rules.colors - (rules.pegs if rules.distinct else 1)]
    yield Question(
        texts("askLeft", answer=spoken_answer(sheet, last)),
        _written(_TIMES, one_off, prod(one_off)) if last == rules.all_right - 10 else str(left),
        lines=2,
    )
    if rules.whites and rules.pegs > 1 and rules.colors > 2:  # of two colours, others never occur
        never = spoken_answer(sheet, rules.all_right - 9)
        yield Question(
            texts("askNeverDigits" if sheet.part == "digit" else "askNever", n=rules.pegs),
            texts("solveNever", answer=never),
            lines=2,
        )
    most = max(1, figures.max - 1)
    found = figures.histogram[:most]
    yield Question(texts("askWithin", n=most), _written(" + ", found, sum(found)))
    games = " + ".join(
        f"{count}{_TIMES}{guess}" for guess, count in enumerate(figures.histogram, 1)
    )
    average = texts.decimal(float(figures.average))
    yield Question(
        texts("askAverage"),
        f"({games}) ÷ {figures.secrets} = {figures.total} ÷ {figures.secrets} ≈ {average}",
        lines=2,
    )


def _written(sign: str, parts: Sequence[int], value: int) -> str:
    """Write a sum or a product and its value; of a single part the value only."""
    return f"{sign.join(map(str, parts))} = {value}" if len(parts) > 1 else str(value)


def content(sheet: Sheet) -> dict[str, object]:
    """Return the rows and questions for the template."""
    return {
        "shown_rows": [row.number for row in shown_rows(sheet)],
        "questions": [
            {**asdict(question), "codes": list(map(sheet.rules.digits, question.codes))}
            for question in questions(sheet)
        ],
    }
