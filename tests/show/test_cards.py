"""The card and the pocket card: type sizes, lines of rows, row numbers, and both sides."""

import re
import subprocess
import zlib
from itertools import pairwise
from math import hypot
from shutil import which

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import load
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.card import card
from mmtree.show.sheets.card_size import CardMetrics
from mmtree.show.sheets.line_packing import GAP, Widths, break_lines, order_rows
from mmtree.show.sheets.pocket import HEIGHT, WIDTH, pocket
from mmtree.show.sheets.row_numbers import order_to_fill_lines
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset

from support.environment import FAMOUS, TREES, needed
from support.expected_games import tree_of

FLOOR = 7.5
"""The smallest size of type, in points."""


def type_sizes(pdf):
    """Return the sizes of type in a PDF, from its operators Tf; fail if a matrix scales text."""
    sizes = set()
    for start in re.finditer(rb"stream\r?\n", pdf):
        try:
            text = zlib.decompressobj().decompress(pdf[start.end() :])
        except zlib.error:
            continue
        if b" Tf" in text:
            sizes.update(float(size) for size in re.findall(rb"/\S+ ([\d.]+) Tf", text))
            scales = re.findall(rb"(\S+ \S+ \S+ \S+) \S+ \S+ (?:Tm|cm)", text)
            assert set(scales) == {b"1 0 0 -1"}
    return sizes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("card", "koyama-lai-4p6c-distinct"),
        ("card", "koyama-lai-3p2c"),
        ("pocket", "koyama-lai-max5-4p6c"),
        ("pocket", "koyama-lai-4p6c-black"),
    ],
)
def test_type_is_not_below_minimum(name, style):
    [pdf] = typeset(Sheet(tree_of(name), style), "pdf", "letter")
    sizes = type_sizes(pdf)
    assert len(sizes) > 3
    assert min(sizes) >= FLOOR


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("symbols", ["letters", "digits1", "pegs"])
@pytest.mark.parametrize("paper", STYLES["card"].papers)
@pytest.mark.parametrize("name", FAMOUS)
def test_card_of_4p6c_fits_one_sheet(name, paper, symbols):
    layout = card(Sheet(tree_of(name), "card", symbols=symbols), paper)
    assert len(layout.pages) == 2
    assert layout.size * layout.more["letter"] >= FLOOR


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAMOUS, "koyama-lai-3p2c", "koyama-lai-bulls-and-cows"])
def test_card_is_equal_on_every_paper(name):
    """Type size, lines, their order and pages are equal; the line spacing may differ."""
    a4, letter = (card(Sheet(tree_of(name), "card"), paper) for paper in STYLES["card"].papers)
    assert a4.size == letter.size
    assert [(page.first, page.last) for page in a4.pages] == [
        (page.first, page.last) for page in letter.pages
    ]
    shift = letter.more["left"] - a4.more["left"]
    for one, two in zip(a4.pages, letter.pages, strict=True):
        for (kind, x, _, *shown), (other, left, _, *also) in zip(
            one.elements, two.elements, strict=True
        ):
            assert (kind, pytest.approx(x + shift)) == (other, left)
            assert shown == also or kind == "band"  # a band is as high as its line


def test_small_tree_has_large_pegs():
    layout = card(Sheet(tree_of("koyama-lai-3p2c"), "card"), "a4")
    assert len(layout.pages) == 1
    assert layout.size > 28  # a centimetre


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["1p12c", "1p36c"])
def test_letters_stay_within_their_pegs(rules, tmp_path):
    """Every point of a letter's outline is within the rim of its peg; W is the widest letter."""
    needed(which("pdftocairo"), "pdftocairo")
    sheet = Sheet(tree_of(f"lexicographic-{rules}"), "card")
    layout = card(sheet, "a4")
    file = tmp_path / "a.pdf"
    file.write_bytes(typeset(sheet, "pdf")[0])
    svg, bbox = (
        subprocess.run([*command, file, "-"], capture_output=True, text=True, check=True).stdout
        for command in (
            ["pdftocairo", "-svg", "-noshrink", "-l", "1"],
            ["pdftotext", "-bbox", "-l", "1"],
        )
    )
    outlines = {
        glyph: [tuple(map(float, point.split())) for point in re.findall(r"[-\d.]+ [-\d.]+", path)]
        for glyph, path in re.findall(r'<symbol[^>]* id="(\S+)">\s*<path[^>]* d="([^"]*)"', svg)
    }
    uses = re.findall(r'<use xlink:href="#(\S+)" x="([\d.]+)" y="([\d.]+)"', svg)
    # Positions in the SVG may be a little too far left; pdftotext gives exact ones.
    lefts = [float(left) for left in re.findall(r'<word xMin="([\d.]+)"', bbox)]
    glyphs = [
        (outlines[glyph], min(lefts, key=lambda left: abs(left - float(x))), float(y))
        for glyph, x, y in uses
    ]
    metrics = CardMetrics(sheet, 1.0)
    seen = 0
    for kind, x, y, *shown in layout.pages[0].elements:
        if kind != "code":
            continue
        size, colors = shown
        for at in range(len(colors)):
            middle = x + (at * metrics.step + 0.5) * size, y + 0.5 * size
            inside = [
                max(hypot(left + a - middle[0], top + b - middle[1]) for a, b in outline)
                for outline, left, top in glyphs
                if abs(left - middle[0]) < 0.6 * size
                and 0 < top - middle[1] < 0.5 * size
                and left + max(a for a, _ in outline) > middle[0]
            ]
            assert len(inside) == 1
            assert inside[0] <= 0.457 * size  # half of the width without the rim, rounded
            seen += 1
    assert seen >= sheet.rules.colors


widths = st.builds(
    Widths,
    st.floats(1, 8),
    st.lists(st.floats(1, 20), min_size=1, max_size=13).map(tuple),
)


@pytest.mark.slow
@given(st.lists(widths, max_size=40), st.floats(30, 90))
def test_lines_hold_all_cells_within_the_measure(rows, measure):
    """Lines contain all cells of all rows in order, and are no wider than the measure.

    Only a row that is wider than a line is broken; it begins at the left of a line.
    """
    found = [part for line in break_lines(rows, measure) for part in line]
    assert [part.row for part in found if part.head] == list(range(len(rows)))
    for line in break_lines(rows, measure):
        for one, two in pairwise(line):
            assert one.right < two.left
    for row, width in enumerate(rows):
        parts = [part for part in found if part.row == row]
        cells = [
            (start, cell)
            for part in parts
            for start, cell in zip(part.starts, width.cells[part.cell :], strict=False)
        ]
        assert [cell for _, cell in cells] == list(width.cells)
        assert all(start + cell <= measure + 1e-6 for start, cell in cells)
        assert all(part.right <= measure + 1e-6 for part in parts)
        if width.whole <= measure:
            assert len(parts) == 1
        else:
            assert parts[0].left == 0
        first = parts[0]
        assert first.starts[0] == pytest.approx(first.left + width.head + GAP)


@pytest.mark.slow
@given(st.lists(widths, max_size=40), st.floats(30, 90), st.randoms())
def test_order_has_every_row_once(rows, measure, random):
    """If each line has room for one row only, the order is that of play: no arrow leads back."""
    parents = [random.randrange(-1, row) for row in range(len(rows))]
    assert sorted(order_rows(rows, parents, measure)) == list(range(len(rows)))
    wide = [Widths(row.head, (*row.cells, 1e4)) for row in rows]
    assert order_rows(wide, parents, 1.9e4) == list(range(len(rows)))


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMOUS)
def test_row_order_fills_lines(name):
    """The lines are a tenth fewer than in the order of play, and few arrows lead back."""
    tree = tree_of(name)
    played = Rows(tree)
    layout = card(Sheet(tree, "card"), "a4")
    unit = CardMetrics(Sheet(tree, "card"), 1.0)
    measure = (layout.width - 2 * layout.more["left"]) / layout.size

    def count(rows):
        return len(
            break_lines(
                [Widths(unit.head, tuple(map(unit.cell, row.cells))) for row in rows], measure
            )
        )

    numbered = list(Rows(tree, order=order_to_fill_lines(played)))
    assert 1.1 * count(numbered[1:]) < count(list(played)[1:])
    arrows = [cell.row > row.number for row in numbered for cell in row.cells if cell.row]
    assert sum(arrows) > 0.85 * len(arrows)


@pytest.mark.slow
def test_card_pocket_and_booklet_have_equal_numbers(knuth):
    rows = list(Sheet(knuth, "card").rows)
    assert list(Sheet(knuth, "booklet").rows) == rows
    for options in ({"title": "X" * 120}, {"language": "de", "symbols": "letters"}):
        assert list(Sheet(knuth, "pocket", **options).rows) == rows


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("paper", "cards"), [("card", 1), ("a4", 10), ("letter", 8)])
def test_pocket_cards_match_on_both_sides(knuth, paper, cards):
    """The cards have the size of a bank card and are centred on the paper."""
    layout = pocket(Sheet(knuth, "pocket"), paper)
    (beside, below), (left, top) = layout.more["grid"], layout.more["corner"]
    assert beside * below == cards
    assert left + beside * WIDTH + left == pytest.approx(layout.width)
    assert top + below * HEIGHT + top == pytest.approx(layout.height)
    assert cards == 1 or min(left, top) > 20  # room for the cut marks


@pytest.mark.slow
def test_too_large_pocket_card_is_refused(tmp_path):
    """Row 1 of 9p2c has too many answers for a pocket card."""
    tree = load(TREES / "koyama-lai-9p2c.mmtree")
    assert not pocket(Sheet(tree, "pocket"), "a4").pages
