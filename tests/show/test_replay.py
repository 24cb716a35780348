"""Every secret is played from each kind of sheet, and compared with the game of the tree.

tests/support/paper.py reads the sheets without mmtree, so these tests detect misprints.
"""

import hashlib
import json
import re
import string
from itertools import product

import pytest

from mmtree.show.sheets.content import sheet_content
from mmtree.show.sheets.html import html
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import GAMES, STYLES
from mmtree.show.sheets.text import text

from support.environment import FAMOUS, LARGEST_TREES, TREES
from support.expected_games import tree_of
from support.other_games import OTHER_GAMES
from support.paper import content_rows, feedback, read_example, read_rows, shown
from support.printed import RowReader, check_readable, read_short_pdf, read_texts
from support.sheet_games import check_games, printed

LETTERED = [name for name, rules in OTHER_GAMES.items() if not (rules.nozero or rules.wide)]
"""Games whose codes are not in digits, which a printed sheet has next to the digits of answers."""
LISTED = ["card", "table", "booklet", "poster", "short"]
NUMBERED = LISTED[:3]
BEST, SMALL = "koyama-lai-4p6c", "koyama-lai-4p5c"


def can_show(style, name):
    return GAMES[STYLES[style].draws](OTHER_GAMES[name])


OTHER = [
    (form, style, name)
    for form, name, style in product(("txt", "html"), OTHER_GAMES, LISTED[:4])
    if can_show(style, name)
]


def read(name, style, form, paper=None, **options):
    """Return the text of a sheet, and its rows."""
    tree = tree_of(name)
    sheet, rules = Sheet(tree, style, **options), tree.rules
    if form == "txt":
        written = "\n".join(text(sheet)).replace("\u200e", "")
        return written, read_rows(written, style, names=rules.kind.uses_text)
    if form == "html":
        written = shown("".join(html(sheet, "a4")))
        return written, read_rows(written, style, html=True, names=rules.kind.uses_text)
    _, marks = printed(name, style, paper, **options)
    written = " ".join(mark.text for mark in marks)
    if style == "short":
        symbols = string.digits if "digits" in sheet.symbols else string.ascii_uppercase
        return written, read_short_pdf(marks, rules.pegs, symbols[: rules.colors])
    if rules.kind.uses_text:
        return written, read_texts(marks, columns=style == "table")
    digits = 0 if style == "booklet" else 1 + rules.whites
    marked = rules.kind.levels > 0
    reader = RowReader(marks, rules.pegs, digits, columns=style == "table", marked=marked)
    rows = reader.pocket() if style == "pocket" else reader.rows()
    return written, mirrored(rows) if rules.right_to_left else rows


def mirrored(rows):
    """Return rows whose codes and marks were read from the wrong side."""
    return {
        number: (
            guess[::-1],
            {
                answer[::-1]: after if isinstance(after, int) else tuple(c[::-1] for c in after)
                for answer, after in cells.items()
            },
        )
        for number, (guess, cells) in rows.items()
    }


def check(name, style, form, **options):
    """Play all games from a sheet; and check that its example is one, of the guesses of its rows."""
    tree = tree_of(name)
    written, rows = read(name, style, form, **options)
    played = check_games(rows, tree, style, options.get("symbols", "letters"))
    if form == "pdf" or not tree.rules.classic:
        return
    steps = read_example(written)
    secret = steps[-1][1]
    assert tuple(guess for _, guess, _ in steps) == played[secret]
    for row, guess, answer in steps:
        assert answer == feedback(guess, secret, tree.rules.whites)
        if row:  # the guess of the row, or one of its last codes
            own, cells = rows[row]
            last = [codes for codes in cells.values() if isinstance(codes, tuple)]
            assert guess == own or any(guess in codes for codes in last)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("form", "style", "name"),
    [
        *product(("txt", "html"), LISTED, FAMOUS[:1]),
        *product(["pdf"], [*NUMBERED, "short"], FAMOUS[:1]),
    ],
)
def test_sheet_finds_every_secret_as_the_tree_does(name, form, style):
    check(name, style, form)


@pytest.mark.parametrize(("form", "style", "name"), OTHER)
def test_sheet_of_another_game_finds_every_secret(name, form, style):
    check(name, style, form)


@pytest.mark.slow(after=3)
@pytest.mark.parametrize(("style", "name"), [*product(NUMBERED, LETTERED)])
def test_print_of_another_game_finds_every_secret(name, style):
    check(name, style, "pdf")
    check_readable(*printed(name, style), 7.0)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("form", "style", "options"),
    [
        *(
            (form, style, {"language": "de"})
            for form, style in [("txt", "table"), ("html", "card")]
        ),
        ("txt", "short", {"language": "de"}),
        ("pdf", "card", {"symbols": "digits1", "language": "de"}),
        ("pdf", "card", {"symbols": "letters", "paper": "letter"}),
        ("pdf", "table", {"symbols": "digits1", "language": "de"}),
        ("pdf", "booklet", {"symbols": "letters", "paper": "letter"}),
        ("pdf", "short", {"symbols": "letters", "paper": "letter"}),
        *(("txt", style, {"symbols": "digits"}) for style in LISTED),
        *(("html", style, {"symbols": "digits1"}) for style in LISTED),
    ],
)
def test_sheets_in_german_in_letters_and_in_digits(form, style, options):
    check(SMALL, style, form, **options)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["card", "table"])
@pytest.mark.parametrize("rules", [*LARGEST_TREES][-7::-2])
def test_sheets_of_ready_made_trees(rules, style):
    """The largest of these trees have rows of four digits; larger ones have nothing new."""
    name = LARGEST_TREES[rules].stem
    symbols = Sheet(tree_of(name), style).symbols
    check(name, style, "txt", symbols="letters" if symbols == "pegs" else symbols)


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(
    ("form", "rules", "style"),
    [
        *product(["txt"], ["3p5c-distinct", "2p36c", "9p2c"], LISTED),
        *product(["html"], ["3p6c-black", "2p36c", "9p2c"], LISTED),
        *product(["pdf"], ["3p5c-distinct", "3p6c-black"], [*NUMBERED, "short"]),
    ],
)
def test_sheets_of_other_rules(rules, form, style):
    """Ten of 36 colours are digits, which the reader of PDFs would take for answers."""
    check(f"lexicographic-{rules}", style, form)


@pytest.mark.parametrize("name", [SMALL, *OTHER_GAMES])
def test_content_as_json_finds_every_secret(name):
    """The rows have equal numbers in all styles and formats."""
    tree = tree_of(name)
    rows = [
        content_rows(json.loads(json.dumps(sheet_content(Sheet(tree, style)))))
        for style in LISTED
        if name == SMALL or can_show(style, name)
    ]
    check_games(rows[0], tree)
    assert all(other == rows[0] for other in rows)
    assert read(name, "table", "txt")[1] == rows[0]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["txt", "html", "pdf"])
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((BEST, "de"), (FAMOUS[2], "en"), ("koyama-lai-3p2c", "en")),
        *(("koyama-lai-4p6c-distinct", "en"), ("koyama-lai-4p6c-black", "en")),
    ],
)
def test_pocket_card_shows_the_rows_that_follow_row_1(name, language, form):
    """It names the same file as the card."""
    written, rows = read(name, "card", "txt", language=language)
    paper = {"paper": "card"} if form == "pdf" else {}
    pocket_text, pocket = read(name, "pocket", form, language=language, **paper)
    following = [row for row in rows[1][1].values() if isinstance(row, int)]
    assert pocket == {1: rows[1]} | {row: (rows[row][0], {}) for row in following}
    assert len(set(re.findall(r"SHA-256 (\w{8})", written + pocket_text))) == 1


@pytest.mark.slow
def test_folded_booklet_has_pages_in_order():
    """Each sheet of paper has two pages on its front and two on its back."""
    sizes, flat = printed("koyama-lai-4p6c-distinct", "booklet")
    sides, folded = printed("koyama-lai-4p6c-distinct", "booklet", fold=True)
    width, height = sizes[0]
    assert all(side == pytest.approx((2 * width, height), abs=0.1) for side in sides)
    assert len(sizes) == 2 * len(sides)

    def page_from(marks, page, start):
        return [
            (mark.text, round(mark.left - start), round(mark.top))
            for mark in marks
            if mark.page == page and mark.text and start <= mark.left < start + width
        ]

    for front in range(1, len(sides), 2):
        last = len(sizes) - front + 1
        places = {(front, 0): last, (front, width): front}
        places |= {(front + 1, 0): front + 1, (front + 1, width): last - 1}
        for (side, start), number in places.items():
            assert page_from(folded, side, start) == page_from(flat, number, 0)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("form", "style"),
    [*product(["txt", "html"], LISTED), ("pdf", "card"), ("pdf", "poster"), ("pdf", "short")],
)
def test_figures_and_source_are_printed(mmtree, tmp_path, form, style):
    path = TREES / "koyama-lai-4p6c.mmtree"
    file = tmp_path / f"a.{form}"
    if form == "pdf":
        said = " ".join(mark.text for mark in printed(BEST, style)[1])
    else:
        assert mmtree("sheet", path, "--style", style, "-o", file).status == 0
        said = shown(file.read_text()) if form == "html" else file.read_text()
    said = " ".join(said.split())
    assert "Crack any Mastermind code in 6 guesses" in said
    assert "4 pegs, 6 colours" in said
    if (form, style) == ("pdf", "poster"):
        assert "1,296 codes. Never more than 6 guesses. 4.34 on average." in said
        assert "How many guesses it takes Each bar: " in said
        assert "The red line is this game" in said
    else:
        assert "on average 4.34 guesses" in said
    sum_ = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    proved = "Proved: best on average · average 5625/1296"
    assert f"mmtree · 4p6c · koyama-lai (Koyama and Lai 1993) · {proved} · SHA-256 {sum_}" in said
