"""Sheets on paper: margins, sizes of type, nothing over another, and what each style promises."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from mmtree.errors import SheetError
from mmtree.show.sheets import styles
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import MM, PAPERS, STYLES

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.printed import INK, QUIET, check_readable
from support.sheet_games import printed

LETTER = 0.87
"""The size of the letter on a peg of a booklet, as a part of its diameter."""
PRINTED = [name for name, style in STYLES.items() if style.papers and name != "poster"]
LEAST = {"table": 7.0, "short": 7.0}
"""The smallest size of type in points, if it is not 7.5."""
TITLE = (
    "A headline of a hundred and twenty characters, for a tree that takes no more than a page or "
    "two: for all the family"
)
CASES = {
    "4p6c": ("koyama-lai-4p6c-distinct", {}, "a4"),
    "3p2c": ("koyama-lai-3p2c", {"title": TITLE, "language": "de"}, "letter"),
    "digits": ("knuth-4p4c", {"symbols": "digits1", "language": "de"}, "a4"),
    "bulls": ("lexicographic-2p10c-distinct", {"symbols": "digits"}, "a4"),
    "letters": ("lexicographic-3p4c-black", {"symbols": "letters"}, "letter"),
    "box": ("lexicographic-3p5c", {"names": "black,white,red,blue,empty", "language": "fr"}, "a4"),
}


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("case", "style"),
    [
        (case, style)
        for at, case in enumerate(CASES)
        for style in (PRINTED if at < 2 else PRINTED[at % 2 :: 2])
    ],
)
def test_page_is_readable(case, style):
    name, options, paper = CASES[case]
    sizes, marks = printed(name, style, paper, **options)
    check_readable(sizes, marks, LEAST.get(style, 7.5), turned=style == "wheel")


@pytest.mark.slow
@pytest.mark.parametrize("style", [name for name in PRINTED if name != "pocket"])
def test_long_names_fit(style):
    names = ",".join(f"a colour of long name {at}=#{at:02}8040" for at in range(12))
    _, marks = printed("lexicographic-2p12c", style, names=names, title=TITLE)
    words = " ".join(mark.text for mark in marks)
    assert words.count("a colour of long") % 12 == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "paper", "options", "pages"),
    [
        ("card", None, {}, 2),
        ("short", None, {}, 1),
        ("card", "letter", {"symbols": "letters"}, 2),
    ],
)
def test_4p6c_fits_one_sheet(style, paper, options, pages):
    """Knuth's tree has the most rows."""
    sizes, _ = printed(FAMOUS[0], style, paper, **options)
    assert len(sizes) == pages


def test_card_of_small_tree_has_large_pegs():
    sizes, marks = printed("koyama-lai-3p2c", "card")
    assert len(sizes) == 1
    assert max(mark.right - mark.left for mark in marks if mark.fill == (224, 40, 46)) > 28


@pytest.mark.slow
def test_card_on_letter_paper_has_three_columns_and_unbroken_pairs():
    _, marks = printed(FAMOUS[0], "card", "letter")
    rows = [mark for mark in marks if mark.page == 2 and mark.is_number]
    assert len({round(mark.x) // 50 for mark in rows}) == 3
    strokes = [at for at, mark in enumerate(marks) if mark.text == "/" and mark.page == 2]
    ends = [(marks[at], marks[at + 1 :]) for at in strokes]
    assert len(ends) > 30
    for stroke, after in ends:
        letter = next(mark for mark in after if mark.text.isalpha())
        assert letter.left - stroke.right < 10
        assert abs(letter.bottom - stroke.bottom) < 4


@pytest.mark.slow
def test_answer_is_nearer_to_its_code_than_to_the_one_before():
    """On a card, the gap before an answer is at least twice the gap after it."""
    _, marks = printed(FAMOUS[0], "card")
    marks = [mark for mark in marks if mark.artifact and mark.page == 1 and mark.text]
    seen = 0
    for before, black, white, after in zip(marks, marks[1:], marks[2:], marks[3:], strict=False):
        answer = black.text.isdigit() and white.text.isdigit() and black.size == white.size
        letters = before.text.isalpha() and after.text.isalpha()
        if answer and letters and before.right < black.left < after.left:
            seen += 1
            radius = before.size / 0.95 / 2  # of a peg, around its letter
            gap = black.left - (before.x + radius)
            assert gap >= 2 * (after.x - radius - white.right) > 0
    assert seen > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lexicographic-1p12c", "lexicographic-1p36c", FAMOUS[0]])
def test_letters_stay_within_their_pegs(name):
    """W is the widest letter."""
    _, marks = printed(name, "card")
    seen = 0
    for peg, rim, letter in zip(marks, marks[1:], marks[2:], strict=False):
        pair = not peg.text and not rim.text and letter.text and peg.fill != INK
        if pair and abs(peg.x - rim.x) < 0.1 and peg.left < letter.x < peg.right:
            seen += 1
            assert peg.left < letter.left < letter.right < peg.right, letter
            assert peg.bottom < letter.bottom < letter.top < peg.top, letter
    assert seen > tree_of(name).rules.colors


def booklet(name, paper="a4"):
    """Return the sizes of the pages, and the texts on each page of boxes by its number."""
    sizes, marks = printed(name, "booklet", paper)
    pages = {}
    for mark in marks:
        if mark.text and 2 < mark.page < len(sizes) - (len(sizes) > 4):
            pages.setdefault(mark.page, []).append(mark)
    return sizes, pages


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper"), [(FAMOUS[0], "a4"), (FAMOUS[1], "letter")])
def test_pegs_of_booklet_of_4p6c_are_at_least_14_points(name, paper):
    sizes, pages = booklet(name, paper)
    assert len(sizes) == 40
    letters = [mark.size for page in pages.values() for mark in page if mark.text in set("ABCDEF")]
    assert min(letters) >= 14 * LETTER - 0.01


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["koyama-lai-8p2c", "koyama-lai-4p6c-black", FAMOUS[0]])
def test_pages_of_booklet_are_full(name):
    """No page of boxes is empty, and the lines of all but the last end near its lower margin."""
    sizes, pages = booklet(name)
    assert len(sizes) % 4 == 0
    assert list(pages) == list(range(3, len(sizes) - 1))
    for at in list(pages)[:-1]:
        assert min(mark.bottom for mark in pages[at] if mark.fill != QUIET) < 60, at


@pytest.mark.slow
def test_lines_of_both_columns_of_booklet_are_equally_high():
    sizes, pages = booklet(FAMOUS[0])
    for page in list(pages.values())[:-1]:
        steps = []
        for side in (False, True):
            lines = {
                round(mark.bottom, 1)
                for mark in page
                if re.fullmatch("[A-F]|→.*", mark.text) and (mark.x > sizes[0][0] / 2) == side
            }
            gaps = [high - low for low, high in pairwise(sorted(lines))]
            steps.append(min(gap for gap in gaps if gap > 3))
        assert abs(steps[0] - steps[1]) < 1, steps  # an arrow and a code differ by half a point


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["koyama-lai-3p2c", FAMOUS[0]])
def test_numbers_of_rows_of_booklet_stand_at_the_outer_corner(name):
    sizes, pages = booklet(name)
    seen = 0
    for at, page in pages.items():
        rows = [int(mark.text) for mark in page if mark.is_number]
        assert rows == list(range(seen + 1, seen + len(rows) + 1))
        seen = rows[-1]
        [corner] = [
            mark for mark in page if re.fullmatch(r"\d+(–\d+)?", mark.text) if mark.fill == QUIET
        ]
        assert [int(number) for number in corner.text.split("–")] == sorted({rows[0], seen})
        assert (corner.x > sizes[0][0] / 2) == (at % 2 == 1)
        assert corner.bottom > max(mark.top for mark in page if mark is not corner)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "columns"), [("knuth-4p6c", 2), ("koyama-lai-8p2c", 1)])
def test_rows_of_long_codes_take_one_column_of_booklet(name, columns):
    sizes, pages = booklet(name)
    middle = sizes[0][0] / 2
    assert {mark.x > middle for page in pages.values() for mark in page if mark.is_number} == {
        False,
        columns == 2,
    }


@pytest.mark.parametrize(
    "name", ["koyama-lai-max5-4p6c", "koyama-lai-4p6c-black", "koyama-lai-3p2c"]
)
def test_pegs_of_pocket_card_have_14_points(name):
    """The number of a row is as high as a peg."""
    _, marks = printed(name, "pocket", "card")
    assert min(mark.size for mark in marks if mark.is_number) >= 14


@pytest.mark.parametrize(("paper", "cards"), [("card", 1), ("a4", 10), ("letter", 8)])
def test_fronts_and_backs_of_cards_meet(paper, cards):
    """The paper is turned over its long edge, so the cards of both pages have mirrored places."""
    sizes, marks = printed("koyama-lai-4p6c", "pocket", paper)
    assert [tuple(map(round, size)) for size in sizes] == [tuple(map(round, PAPERS[paper]))] * 2
    fronts = {round(mark.left - 3 * MM) for mark in marks if mark.page == 1 and mark.fill == INK}
    titles = [mark.left - 3 * MM for mark in marks if mark.text.startswith("Crack")]
    assert len(titles) == cards
    for left in titles:
        assert min(abs(left - front) for front in fronts) < 1
        assert min(abs(sizes[0][0] - left - 85 * MM - front) for front in fronts) < 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper"), [(FAMOUS[0], "a4"), (FAMOUS[1], "letter")])
def test_table_of_4p6c_takes_three_sheets(name, paper):
    sizes, marks = printed(name, "table", paper)
    assert len(sizes) <= 6
    assert sizes[0] == pytest.approx(PAPERS[paper], abs=0.1)
    assert [mark.size for mark in marks if mark.is_number][-1] >= 8.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "paper"),
    [("lexicographic-9p2c", "a4"), ("koyama-lai-4p6c-black", "letter"), (FAMOUS[0], "a4")],
)
def test_pages_of_table_are_full(name, paper):
    """The answers at the foot are near the bottom of each page, including the last."""
    sizes, marks = printed(name, "table", paper)
    for page, (_, height) in enumerate(sizes, 1):
        body = [mark.bottom for mark in marks if mark.page == page and mark.fill != QUIET]
        assert min(body) < 33 + 0.05 * height  # above the margin and the footer


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("name", "wide"),
    [
        ("lexicographic-5p3c", 2**0.5),
        ("lexicographic-9p2c", 2**0.5),  # also printed for the pages of tables
        ("lexicographic-5p4c", 2),
    ],
)
def test_table_of_long_codes_is_turned_or_doubled(name, wide):
    sizes, _ = printed(name, "table")
    assert sizes[0][0] == pytest.approx(wide * PAPERS["a4"][0], rel=0.01)


def test_rows_of_table_show_number_of_guess():
    marks = [mark for mark in printed("koyama-lai-4p6c-distinct", "table")[1] if mark.text]
    shown = [
        int(turn.text)
        for turn, number in pairwise(marks)
        if turn.fill == QUIET and turn.text.isdigit() and number.is_number
    ]
    assert shown == [row.turn for row in Sheet(tree_of("koyama-lai-4p6c-distinct"), "table").rows]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("table", "lexicographic-2p12c"),
        ("table", "knuth-4p6c"),
        ("short", "koyama-lai-bulls-and-cows"),
    ],
)
def test_pages_are_counted_before_they_are_made(name, style):
    with pytest.raises(SheetError) as refused:
        printed(name, style, most=1)
    count = int(re.search("would take ([0-9]+) pages", str(refused.value))[1])
    assert len(printed(name, style)[0]) == count > 1


@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "koyama-lai-8p2c", "koyama-lai-4p6c-black"])
def test_sectors_of_wheel_show_the_next_guess_of_each_answer(name):
    sheet = Sheet(tree_of(name), "wheel")
    first = sheet.rows[1]
    sectors = [f"1{sheet.code(first.guess)}"]
    for cell in first.cells:
        codes = "".join(map(sheet.code, sheet.plays(cell)))
        sectors.append(f"{sheet.answer(cell.feedback)}{cell.row or ''}{codes}")
    texts = "".join(mark.text for mark in printed(name, "wheel")[1] if mark.fill != QUIET)
    assert "".join(sectors) in texts


@pytest.mark.parametrize("style", STYLES)
def test_style_has_the_template_of_its_name(style):
    template = Path(styles.__file__).with_name(f"{style}.typ")
    assert template.exists() == bool(STYLES[style].papers)
    assert set(STYLES[style].papers) <= PAPERS.keys()


def test_paper_sizes():
    """Each A size is half of the previous one (ISO 216), each ANSI size twice the previous one."""
    millimetres = [tuple(round(side / MM) for side in PAPERS[f"a{n}"]) for n in range(5)]
    assert millimetres[0] == (841, 1189)
    assert millimetres[1:] == [(high // 2, wide) for wide, high in millimetres[:-1]]
    american = [PAPERS[name] for name in ("letter", "tabloid", "ansi-c", "ansi-d")]
    assert american[0] == (8.5 * 72, 11 * 72)
    assert american[1:] == [(high, 2 * wide) for wide, high in american[:-1]]
