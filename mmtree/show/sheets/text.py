"""Sheets in plain text, line by line: the largest tree needs no more memory than its rows."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from mmtree.show.columns import LEFT_TO_RIGHT
from mmtree.show.pegs import answer_pegs
from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets import worksheet as exercises
from mmtree.show.sheets.instructions import game_rules, how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.short_notation import STUCK
from mmtree.show.sheets.styles import STYLES, load

WIDTH = 80
_SIGNS = str.maketrans("■◧□", "+~-")
"""The marks of drawn sheets, as text has them."""
_HEAD_EVERY = 50
"""Rows of the table between two of its heads."""


def text(sheet: Sheet) -> Iterator[str]:
    """Return the lines of a sheet, without line ends."""
    lines = _lines(sheet)
    if not sheet.rules.right_to_left:
        return lines
    # What follows a word goes on from left to right.
    symbols = "|".join(map(re.escape, map(sheet.code_symbol, range(sheet.rules.colors))))
    word = re.compile(f"(?:{symbols}){{{sheet.rules.pegs}}}")
    return (word.sub(rf"\g<0>{LEFT_TO_RIGHT}", line) for line in lines)


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from _front(sheet)
    if sheet.style != "worksheet":  # whose game is an exercise
        yield from _game(sheet)
        yield ""
    yield from load(STYLES[sheet.style].text)(sheet)
    yield ""
    yield from textwrap.wrap(sheet.foot, WIDTH, break_on_hyphens=False)


def _front(sheet: Sheet) -> Iterator[str]:
    """Yield title and rules, colours, and instructions."""
    texts = sheet.texts
    yield sheet.title
    yield "=" * len(sheet.title)
    yield from textwrap.wrap(sheet.subline, WIDTH)
    if sheet.legend:
        colors = "  ".join(f"{symbol} {name}" for symbol, name in sheet.legend)
        yield from textwrap.wrap(
            f"{texts('colors')}{texts('colon')} {colors}", WIDTH, subsequent_indent="  "
        )
    yield ""
    if sentences := how(sheet):
        for number, sentence in enumerate(sentences, 1):
            yield from _numbered(number, sentence.translate(_SIGNS))
        yield ""


def _numbered(number: int, text: str) -> list[str]:
    return textwrap.wrap(f"{number}. {text}", WIDTH, subsequent_indent="   ")


def _game(sheet: Sheet) -> Iterator[str]:
    """Yield the game of the example."""
    texts = sheet.texts
    yield f"{texts('game')}. {texts('secretIs', code=sheet.code(sheet.example[-1].guess))}."
    in_pegs = sheet.style == "booklet" and sheet.rules.kind.counts > 0
    answer = answer_pegs if in_pegs else sheet.answer
    columns = [
        [texts("row"), *(str(step.row or "") for step in sheet.example)],
        [texts("youPlay"), *(sheet.code(step.guess) for step in sheet.example)],
        [texts("answer"), *(answer(step.feedback) for step in sheet.example)],
    ]
    shown = columns[not sheet.numbered :]
    for line in zip(*shown, strict=True):
        entries = zip(line, shown, strict=True)
        yield "  ".join(entry.ljust(max(map(len, column))) for entry, column in entries).rstrip()


def _follows(sheet: Sheet, cell: Cell) -> str:
    if cell.row:
        return f"→{cell.row}"
    return "/".join(sheet.code(code) for code in cell.codes)


def card(sheet: Sheet) -> Iterator[str]:
    """Yield ``12. ADDE  00 BFFC  01 →13  04 BCDA/BDCA``, with further lines indented.

    Of a table, each answer has a line.
    """
    return booklet(sheet) if sheet.in_texts else _rows(sheet, sheet.rows)


def _rows(sheet: Sheet, rows: Iterable[SheetRow]) -> Iterator[str]:
    digits = len(str(len(sheet.rows)))
    for row in rows:
        line = f"{row.number:>{digits}}. {sheet.code(row.guess)}"
        for cell in row.cells:
            entry = f"  {sheet.answer(cell.feedback)} {_follows(sheet, cell)}"
            if len(line) + len(entry) > WIDTH:
                yield line
                line = " " * (digits + 2)
            line += entry
        yield line


def rules(sheet: Sheet) -> Iterator[str]:
    """Yield the rules of the game, and the lines of a card."""
    yield f"{sheet.texts('rulesTitle')}."
    for sentence in game_rules(sheet):
        yield from textwrap.wrap(f"- {sentence.translate(_SIGNS)}", WIDTH, subsequent_indent="  ")
    yield ""
    yield from card(sheet)


def pocket(sheet: Sheet) -> Iterator[str]:
    """Yield row 1, a line for each answer: ``  10 →20 BCDD`` with the guess of the row."""
    first = sheet.rows[1]
    yield f"1. {sheet.code(first.guess)}"
    for cell in first.cells:
        guess = f" {sheet.code(sheet.rows[cell.row].guess)}" if cell.row else ""
        yield f"  {sheet.answer(cell.feedback)} {_follows(sheet, cell)}{guess}"
    yield ""
    yield f"{sheet.texts('pocketRows')} · {sheet.checksum}"


def table(sheet: Sheet) -> Iterator[str]:
    """Yield a table with a column for each answer; two last codes are one below the other."""
    digits = len(str(len(sheet.rows)))
    code = len(sheet.code(sheet.tree.root.guess))
    width = max(code, digits + 1, *map(len, map(sheet.answer, sheet.answers)))
    if sheet.in_texts:
        code = max(len(sheet.code(row.guess)) for row in sheet.rows)
        last = (cell.codes for row in sheet.rows for cell in row.cells)
        width = max(width, *(len(sheet.code(code)) + 1 for codes in last for code in codes))

    def line(head: str, entries: Iterable[str]) -> str:
        columns = "".join(f" {entry:<{width}}" for entry in entries)
        return f"{head:<{digits + 2 + code}}{columns}".rstrip()

    for row in sheet.rows:
        if row.number % _HEAD_EVERY == 1:
            if row.number > 1:
                yield ""
            yield line("", map(sheet.answer, sheet.answers))
        cells = {
            cell.feedback: [_follows(sheet, cell)] if cell.row else [*map(sheet.code, cell.codes)]
            for cell in row.cells
        }
        columns = [cells.get(value, ["."]) for value in sheet.answers]
        heads = (f"{row.number:>{digits}}. {sheet.code(row.guess)}", "")
        for head, entries in zip(heads, zip_longest(*columns, fillvalue=""), strict=False):
            yield line(head, entries)


def booklet(sheet: Sheet) -> Iterator[str]:
    """Yield a paragraph for each row, with a line for each answer."""
    pegs = sheet.rules.kind.counts > 0
    answer = answer_pegs if pegs else sheet.answer
    width = sheet.rules.pegs if pegs else max(map(len, map(answer, sheet.answers)))
    for row in sheet.rows:
        yield f"{row.number}. {sheet.code(row.guess)}"
        for cell in row.cells:
            yield f"  {answer(cell.feedback):<{width}}  {_follows(sheet, cell)}"
        yield ""


def short(sheet: Sheet) -> Iterator[str]:
    """Yield the paragraphs of the notation in lines, which only a longer code passes."""
    for paragraph in sheet.paragraphs:
        lines = textwrap.wrap(paragraph, WIDTH, subsequent_indent="    ", break_long_words=False)
        yield from (line.replace(STUCK, " ") for line in lines)


def worksheet(sheet: Sheet) -> Iterator[str]:
    """Yield the exercises, and their solutions."""
    texts, questions = sheet.texts, list(exercises.questions(sheet))
    secret = sheet.code(sheet.example[-1].guess)
    yield f"{texts('byHand')}. {texts('playByHand')}"
    yield ""
    yield from textwrap.wrap(f"{texts('withTree')}. {texts('playSecret', code=secret)}", WIDTH)
    yield from _rows(sheet, exercises.shown_rows(sheet))
    yield ""
    counts = [f"{guess}: {count}" for guess, count in enumerate(sheet.tree.figures.histogram, 1)]
    yield f"{texts('guessesNeeded')}{texts('colon')} {', '.join(counts)}"
    yield ""
    for number, question in enumerate(questions, 1):
        yield from _numbered(number, question.ask)
        yield from ["", "   " + "_" * (WIDTH - 3)] * question.lines
        yield ""
    yield texts("solutions")
    for number, question in enumerate(questions, 1):
        codes = "/".join(map(sheet.code, question.codes))
        yield from _numbered(number, f"{question.solution} {codes}".strip())
    yield ""
    yield from _game(sheet)


def poster(sheet: Sheet) -> Iterator[str]:
    """Yield the tree, which grows to the right and downwards: a line for each of the last cells."""
    first = sheet.rows[1]
    line = sheet.code(first.guess) + " "
    waiting = _branches(first, " " * len(line))
    while waiting:
        cell, join, indent = waiting.pop()
        entry = f"{join} {sheet.answer(cell.feedback)} "
        line = (line or indent) + entry
        if cell.row:
            row = sheet.rows[cell.row]
            guess = sheet.code(row.guess) + " "
            line += guess
            stem = "│" if join in "┬├" else " "
            waiting += _branches(row, indent + stem.ljust(len(entry + guess)))
        else:
            yield line + _follows(sheet, cell)
            line = ""


def _branches(row: SheetRow, indent: str) -> list[tuple[Cell, str, str]]:
    """Return the cells of a row, the last first, with their joins and the indent of their lines."""
    further = len(row.cells) - 1
    joins = "┬" + "├" * (further - 1) + "└" if further else "─"
    branches = [(cell, join, indent) for cell, join in zip(row.cells, joins, strict=True)]
    return branches[::-1]
