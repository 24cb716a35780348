"""Layouts on paper are complete, within the margins, and without overlaps."""

import pytest

from mmtree.show.sheets import styles
from mmtree.show.sheets.card import card
from mmtree.show.sheets.card_size import CardMetrics
from mmtree.show.sheets.layout import FOOT, KEY_STEP, MARGIN, MM, PAPERS, Metrics
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.short import short
from mmtree.show.sheets.table import table

from support.environment import FAMOUS
from support.expected_games import tree_of

LAYOUTS = {"card": card, "table": table, "short": short}
STYLES = tuple(LAYOUTS)
DRAWN = STYLES[:2]


def laid_out(tree, style, paper="a4", symbols="pegs"):
    """Return the sheet and its layout."""
    sheet = Sheet(tree, style, symbols=symbols)
    return sheet, LAYOUTS[style](sheet, paper)


def boxes(page, metrics):
    """Yield left, top, right and bottom of every printed element of a page."""
    size = metrics.size
    for kind, x, y, *shown in page.elements:
        if kind == "code":
            larger, colors = shown
            width = larger / size * metrics.step * len(colors)
            yield x, y, x + width, y + larger
        elif kind == "row":
            yield x, y, x + metrics.row, y + size
        elif kind == "answer":
            yield x, y, x + metrics.answer, y + size
        elif kind == "index":
            yield x, y, x + metrics.answer * shown[0] / size, y + shown[0]
        elif kind == "go":
            yield x, y, x + metrics.go(shown[0]), y + size
        elif kind == "lead":
            yield x, y, x + metrics.go(shown[1]) * shown[0] / size, y + shown[0]
        elif kind in ("column", "foot", "first-row"):
            yield x, y, x + shown[0], y + shown[1]
        elif kind == "keys":
            diameter, black, white = shown
            yield x, y, x + max(1, black + white) * KEY_STEP * diameter, y + diameter
        elif kind == "square":
            diameter, height, black, white = shown
            wide = min(black + white, max(2, -(-(black + white) // 2))) or 1
            yield x, y, x + wide * KEY_STEP * diameter, y + height
        elif kind == "heading":
            yield x, y, x + size, y + shown[0]
        elif kind == "text":
            pitch, lines = shown
            yield x, y, x + 0.602 * size * max(map(len, lines)), y + pitch * len(lines)


TREES_TRIED = [
    ("knuth-4p6c", {}),
    ("koyama-lai-3p2c", {}),
    ("koyama-lai-4p6c-distinct", {"paper": "letter"}),
    ("koyama-lai-4p6c", {"paper": "letter", "symbols": "letters"}),
    ("koyama-lai-4p5c", {"symbols": "digits1"}),
    ("koyama-lai-bulls-and-cows", {"symbols": "digits"}),
    ("lexicographic-9p2c", {}),
    ("lexicographic-2p36c", {"symbols": "letters"}),
    ("lexicographic-3p4c-black", {}),
    ("lexicographic-1p36c", {}),
]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("name", "options"), TREES_TRIED, ids=[f"{name}-{len(o)}" for name, o in TREES_TRIED]
)
def test_elements_are_within_margins_and_separate(name, options, style):
    sheet, layout = laid_out(tree_of(name), style, **options)
    assert layout.pages
    width, height, margin = layout.width, layout.height, layout.margin
    metrics = (CardMetrics if style == "card" else Metrics)(sheet, layout.size)
    for page in layout.pages:
        found = sorted(boxes(page, metrics))
        for at, (left, top, right, bottom) in enumerate(found):
            assert margin - 0.01 <= left < right <= width - margin + 0.01
            assert margin - 0.01 <= top < bottom <= height - margin + 0.01
            for other in found[at + 1 :]:
                if other[0] >= right - 0.01:
                    break
                apart = other[1] >= bottom - 0.01 or other[3] <= top + 0.01
                assert apart, (page.first, (left, top, right, bottom), other)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", STYLES)
def test_lines_and_tints_stay_within_the_margins(koyama_lai, style):
    _, layout = laid_out(koyama_lai, style)
    width, height, margin = layout.width, layout.height, layout.margin
    for page in layout.pages:
        for kind, x, y, *shown in page.elements:
            if kind in ("band", "panel", "line", "box"):
                assert margin - 0.01 <= x <= x + shown[0] <= width - margin + 0.01
                assert margin - 0.01 <= y <= y + shown[1] <= height - margin + 0.01
            elif kind == "rule":
                assert margin <= x <= width - margin
                assert margin <= y <= y + shown[0] <= height - margin


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", DRAWN)
def test_tree_is_complete_on_sheet(koyama_lai, style):
    sheet, layout = laid_out(koyama_lai, style)
    pages = layout.pages
    shown = [element[4] for page in pages for element in page.elements if element[0] == "code"]
    rows = list(sheet.rows)
    codes = [row.guess for row in rows]
    codes += [code for row in rows for cell in row.cells for code in cell.codes]
    assert sorted(shown) == sorted(map(koyama_lai.rules.digits, codes))
    heads = {"row": 3, "first-row": 5}
    elements = [element for page in pages for element in page.elements]
    numbers = [element[heads[element[0]]] for element in elements if element[0] in heads]
    assert numbers == list(range(1, len(rows) + 1))
    assert [page.first for page in pages[1:]] == [page.last + 1 for page in pages[:-1]]


def test_paper_sizes():
    """Each A size is half of the previous one (ISO 216), each ANSI size twice the previous one."""
    millimetres = [tuple(round(side / MM) for side in PAPERS[f"a{n}"]) for n in range(5)]
    assert millimetres[0] == (841, 1189)
    assert millimetres[1:] == [(high // 2, wide) for wide, high in millimetres[:-1]]
    american = [PAPERS[name] for name in ("letter", "tabloid", "ansi-c", "ansi-d")]
    assert american[0] == (8.5 * 72, 11 * 72)
    assert american[1:] == [(high, 2 * wide) for wide, high in american[:-1]]
    assert {paper for style in styles.STYLES.values() for paper in style.papers} == set(PAPERS)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", FAMOUS)
def test_table_of_4p6c_takes_three_sheets(name, paper):
    _, layout = laid_out(tree_of(name), "table", paper)
    assert len(layout.pages) <= 6
    assert layout.width < layout.height


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("symbols", ["pegs", "letters"])
@pytest.mark.parametrize(
    "name", ["koyama-lai-4p6c", "koyama-lai-5p5c", "lexicographic-3p4c-black", "lexicographic-9p2c"]
)
def test_table_type_is_at_least_seven_points(name, symbols):
    """The letter on a peg has 0.87 of the peg's diameter; an answer has 0.9 of the table's size."""
    _, layout = laid_out(tree_of(name), "table", symbols=symbols)
    assert layout.size * (0.87 if symbols == "pegs" else 0.9) >= 7


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "name", [*FAMOUS[:2], "koyama-lai-4p6c-black", "koyama-lai-5p5c", "lexicographic-9p2c"]
)
def test_pages_of_table_are_full(name, paper):
    """The answers at the foot are near the bottom of each page, including the last."""
    _, layout = laid_out(tree_of(name), "table", paper)
    bottom = layout.height - MARGIN - FOOT
    for page in layout.pages:
        assert max(y + shown[1] for kind, _, y, *shown in page.elements if kind == "foot") > (
            0.95 * bottom
        )


def test_answers_are_repeated_at_foot(koyama_lai):
    for page in laid_out(koyama_lai, "table")[1].pages:
        heads, feet = (
            [(x, *shown[2:]) for kind, x, _, *shown in page.elements if kind == wanted]
            for wanted in ("column", "foot")
        )
        assert heads == feet
        assert len(heads) == 13


@pytest.mark.parametrize(("pegs", "colors", "wide"), [(4, 6, 1), (9, 2, 1.41), (5, 5, 2)])
def test_table_of_long_codes_is_turned_or_doubled(pegs, colors, wide):
    _, layout = laid_out(tree_of(f"lexicographic-{pegs}p{colors}c"), "table")
    assert layout.width == pytest.approx(wide * PAPERS["a4"][0], rel=0.01)


def test_heading_is_followed_by_row_on_page(knuth):
    pages = laid_out(knuth, "table")[1].pages
    for page in pages:
        heads = [element[2] for element in page.elements if element[0] == "heading"]
        rows = [element[2] for element in page.elements if element[0] == "row"]
        assert all(sum(y > head for y in rows) >= 2 for head in heads)
        assert "continued" in page.elements[[t[0] for t in page.elements].index("heading")][4] or (
            page is pages[0]
        )
