"""Sheets as one HTML page, piece by piece, that needs no network, no script and no font of its own.

Arrows are links, so that the sheet can be played on a screen, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from importlib.resources import files

from mmtree.show.pegs import Peg, answer_pegs
from mmtree.show.rows import Cell, Row
from mmtree.show.sheets.how import how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.short import short_lines
from mmtree.show.sheets.styles import STYLES, function


def html(sheet: Sheet, paper: str) -> Iterator[str]:
    """The pieces of a page, line ends included.

    Args:
        sheet: the sheet.
        paper: ``a4`` or ``letter``, for who prints it.
    """
    css = files("mmtree.show.sheets").joinpath("sheet.css").read_text(encoding="utf-8")
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(sheet.title)}</title>\n<style>\n{css}"
    yield f"@page {{ size: {paper}; margin: 8mm; }}\n"
    for color, peg in enumerate(sheet.pegs):
        yield f".p{color} {{ {_look(peg)} }}\n"
    yield "</style>\n"
    yield from _front(sheet)
    yield f'<main class="{sheet.style}">\n'
    yield from function(STYLES[sheet.style].html)(sheet)
    yield "</main>\n</html>\n"


def _look(peg: Peg) -> str:
    """Fill, ink and shape of a peg."""
    radii = " ".join(f"{100 * radius:g}%" for radius in peg.radii)
    return f"background: {peg.fill}; color: {peg.ink}; border-radius: {radii};"


def _code(sheet: Sheet, code: int) -> str:
    if not sheet.drawn:
        return f'<span class="c">{sheet.code(code)}</span>'
    pegs = "".join(_peg(sheet, color) for color in sheet.rules.digits(code))
    return f'<span class="c">{pegs}</span>'


def _peg(sheet: Sheet, color: int) -> str:
    peg = sheet.pegs[color]
    return f'<i class="p{color}{" hole" if peg.hole else ""}">{peg.symbol}</i>'


def _answer(sheet: Sheet, feedback: int) -> str:
    digits = sheet.answer(feedback)
    return f'<span class="a"><b>{digits[0]}</b>{digits[1:]}</span>'


def _set(feedback: int) -> str:
    return f'<span class="set">{answer_pegs(feedback)}</span>'


def _follows(sheet: Sheet, cell: Cell) -> str:
    if cell.row:
        return f'<a href="#r{cell.row}">→{cell.row}</a>'
    return '<span class="or">/</span>'.join(_code(sheet, code) for code in cell.codes)


def _front(sheet: Sheet) -> Iterator[str]:
    """Title, facts, how to read it, and a game."""
    yield f"<header>\n<h1>{escape(sheet.title)}</h1>\n<div><dl>\n"
    for name, value in sheet.facts:
        yield f"<dt>{name}</dt><dd>{escape(value)}</dd>\n"
    yield "</dl>\n"
    if sheet.legend:
        yield '<p class="colors">'
        for color, (symbol, name) in enumerate(sheet.legend):
            shown = (
                f'<span class="c">{_peg(sheet, color)}</span>'
                if sheet.drawn
                else f"<b>{symbol}</b>"
            )
            yield f"<span>{shown} {escape(name)}</span>\n"
        yield "</p>\n"
    yield "</div>\n<ol>\n"
    for sentence in how(sheet):
        yield f"<li>{escape(sentence)}</li>\n"
    yield '</ol>\n<div class="game">\n'
    yield f"<p>Example, secret {_code(sheet, sheet.example[-1].guess)}:</p>\n"
    for step in sheet.example:
        where = f"{sheet.row_word} {step.row} " if sheet.numbered else ""
        answer = _set if sheet.style == "booklet" else partial(_answer, sheet)
        yield f"<p>{where}{_code(sheet, step.guess)} {answer(step.feedback)}</p>\n"
    yield "</div>\n</header>\n"


def _head(sheet: Sheet, row: Row) -> str:
    return f'<b class="n">{row.number}</b> {_code(sheet, row.guess)}'


def card(sheet: Sheet) -> Iterator[str]:
    """A paragraph for each row."""
    for row in sheet.rows:
        yield f'<p id="r{row.number}">{_head(sheet, row)}'
        for cell in row.cells:
            answer = _answer(sheet, cell.feedback)
            yield f' <span class="cell">{answer} {_follows(sheet, cell)}</span>'
        yield "</p>\n"


def table(sheet: Sheet) -> Iterator[str]:
    """A column for each answer, the guesses of each number of guesses together."""
    answers = sheet.answers
    yield "<table>\n<thead><tr><th></th><th></th>"
    for value in answers:
        yield f"<th>{_set(value)}<br>{_answer(sheet, value)}</th>"
    yield "</tr></thead>\n<tbody>\n"
    turn = 0
    for row in sheet.rows:
        if row.turn != turn:
            turn = row.turn
            yield f'<tr class="turn"><th colspan="{len(answers) + 2}">Guess {turn}</th></tr>\n'
        cells = {cell.feedback: cell for cell in row.cells}
        yield f'<tr id="r{row.number}"><td><b class="n">{row.number}</b></td>'
        yield f"<td>{_code(sheet, row.guess)}</td>"
        for value in answers:
            yield f"<td>{_follows(sheet, cells[value]) if value in cells else ''}</td>"
        yield "</tr>\n"
    yield "</tbody>\n</table>\n"


def booklet(sheet: Sheet) -> Iterator[str]:
    """A section for each row."""
    for row in sheet.rows:
        yield f'<section id="r{row.number}"><h2><b class="n">{row.number}</b> '
        yield f"{_code(sheet, row.guess)}</h2>\n"
        for cell in row.cells:
            yield f"<div>{_set(cell.feedback)} <span>{_follows(sheet, cell)}</span></div>\n"
        yield "</section>\n"


def poster(sheet: Sheet) -> Iterator[str]:
    """Lists in lists; the guess of a row, then its answers to the right."""
    opening = sheet.rows[1]
    yield f"<div>{_code(sheet, opening.guess)}<ul>\n"
    waiting = [iter(opening.cells)]
    while waiting:
        cell = next(waiting[-1], None)
        if cell is None:
            waiting.pop()
            yield "</ul></li>\n" if waiting else "</ul></div>\n"
            continue
        yield f"<li>{_answer(sheet, cell.feedback)} "
        if cell.row:
            row = sheet.rows[cell.row]
            yield f"{_code(sheet, row.guess)}<ul>\n"
            waiting.append(iter(row.cells))
        else:
            yield f"{_follows(sheet, cell)}</li>\n"


def short(sheet: Sheet) -> Iterator[str]:
    """A paragraph for each line of the notation."""
    for line in short_lines(sheet, 10**9):
        words = line.split(" ")
        yield f"<p><b>{' '.join(words[:2])}</b> {' '.join(words[2:])}</p>\n"
