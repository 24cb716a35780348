"""Every secret is played from the printed sheet, and compared with the game of the tree.

tests/support/paper.py reads the sheets without mmtree; the codemaker's answers come from a function
of this file. So these tests detect misprints.
"""

import hashlib
import json
import random
import re
import string
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import permutations, product

import pypdfium2
import pytest

from mmtree import load, save
from mmtree.cli.main import main

from support import expected_games as players
from support.environment import FAMOUS, LARGEST_TREES, TREES
from support.paper import (
    MisprintError,
    body,
    content_rows,
    feedback,
    read_example,
    read_rows,
    shown,
)
from support.paper_drawing import read_print
from support.paper_poster import Poster
from support.printed import RowReader, read_pages, read_short_pdf

STYLES = ["card", "table", "booklet", "poster", "short"]
MADE = [(style, name) for style in ("card", "poster") for name in FAMOUS]
MADE += [("table", FAMOUS[2]), ("booklet", FAMOUS[0]), ("short", FAMOUS[1])]
"""The style and tree of each PDF."""
SYMBOLS = {
    "letters": string.ascii_uppercase + string.digits,
    "pegs": string.ascii_uppercase + string.digits,
    "digits": "0123456789",
    "digits1": "123456789",
}


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    """Makes a sheet: sheet(tree file, style, format, option, …) returns its file."""
    folder = tmp_path_factory.mktemp("sheets")

    @cache
    def sheet(tree, style, form, *options):
        file = folder / f"{'-'.join([tree.stem, style, *options])}.{form}"
        with pytest.raises(SystemExit) as ended:
            main(["sheet", str(tree), "--style", style, *options, "-o", str(file)])
        assert ended.value.code == 0
        return file

    return sheet


# Codemaker and codebreaker, independent of mmtree.


class Rules:
    """The rules as printed at the foot of a sheet: 4p6c, 4p6c-distinct, 4p6c-black."""

    def __init__(self, text):
        words = r"mmtree · (\d+)p(\d+)c(-distinct)?(-black)? ·"
        pegs, colors, self.distinct, black = re.search(words, text).groups()
        self.pegs, self.colors, self.whites = int(pegs), int(colors), not black

    def codes(self, symbols):
        """Return every code in alphabetical order."""
        some = symbols[: self.colors]
        rows = permutations(some, self.pegs) if self.distinct else product(some, repeat=self.pegs)
        return ["".join(code) for code in rows]


def game(rows, rules, secret):
    """Return the guesses of a game, the secret being the last."""
    number, guesses = 1, []
    while len(guesses) < len(rows):
        guess, cells = rows[number]
        guesses.append(guess)
        if guess == secret:
            return tuple(guesses)
        after = cells.get(feedback(guess, secret, rules.whites), ())
        if isinstance(after, tuple):
            if secret not in after:
                raise MisprintError(f"row {number} does not find {secret}: {after}")
            return *guesses, *after[: after.index(secret) + 1]
        number = after
    raise MisprintError(f"{secret} is never found")


def short_games(rows, rules, codes):
    """Yield all games; an omitted guess is the first code that agrees with all answers so far."""
    waiting = [((), 1, codes)]
    while waiting:
        guesses, number, agreeing = waiting.pop()
        guess, cells = rows[number] if number else (agreeing[0], {})
        left = defaultdict(list)
        for code in agreeing:
            left[feedback(guess, code, rules.whites)].append(code)
        for answer, some in left.items():
            if some == [guess]:
                yield *guesses, guess
            else:
                waiting.append(((*guesses, guess), cells.get(answer), some))


@cache
def games_of_tree(file, symbols):
    tree = load(file)
    text = {
        code: "".join(SYMBOLS[symbols][digit] for digit in tree.rules.digits(code))
        for code in tree.rules.codes()
    }
    return {
        text[secret]: tuple(text[guess] for guess, _ in game)
        for secret, game in players.games(tree).items()
    }


def check(rows, text, file, style, symbols="pegs"):
    """Check that all games are those of the tree; with the short notation, only their lengths."""
    rules, games = Rules(text), games_of_tree(file, symbols)
    codes = rules.codes(SYMBOLS[symbols])
    if style == "short":
        found = list(short_games(rows, rules, codes))
        assert sorted(guesses[-1] for guesses in found) == sorted(games)
        assert Counter(map(len, found)) == Counter(map(len, games.values()))
    else:
        assert {secret: game(rows, rules, secret) for secret in codes} == games


def check_example(rows, text, file, symbols):
    """Check that the example is a game of the tree, and that its rows show its guesses."""
    steps = read_example(text)
    secret, whites = steps[-1][1], Rules(text).whites
    assert tuple(guess for _, guess, _ in steps) == games_of_tree(file, symbols)[secret]
    for row, guess, answer in steps:
        assert answer == feedback(guess, secret, whites)
        if row:  # the guess of the row, or one of its last codes
            own, cells = rows[row]
            last = [codes for codes in cells.values() if isinstance(codes, tuple)]
            assert guess == own or any(guess in codes for codes in last)


@cache
def text_of(file):
    """Return the text of a sheet."""
    if file.suffix == ".pdf":
        pages = pypdfium2.PdfDocument(file)
        return "\n".join(page.get_textpage().get_text_range() for page in pages)
    return shown(file.read_text()) if file.suffix == ".html" else file.read_text()


def read(file, style, symbols="pegs"):
    """Return the text and the rows of a sheet."""
    text = text_of(file)
    if file.suffix != ".pdf":
        return text, read_rows(text, style, html=file.suffix == ".html")
    if style == "poster":
        return text, poster_of(file, symbols).rows
    rules = Rules(text)
    if style == "short":
        return text, read_short_pdf(file, rules.pegs, SYMBOLS[symbols][: rules.colors])
    reader = row_reader(file, style)
    return text, reader.pocket() if style == "pocket" else reader.rows()


def row_reader(file, style):
    rules = Rules(text_of(file))
    digits = 0 if style == "booklet" else 1 + rules.whites
    return RowReader(file, rules.pegs, digits, columns=style == "table")


def poster_of(file, symbols="pegs"):
    """Read a poster, and check that every secret is once on its rim."""
    rules = Rules(text_of(file))
    letters = SYMBOLS[symbols]
    poster = Poster(printed(file), rules.pegs, letters[: rules.colors], digits=1 + rules.whites)
    assert sorted(poster.rim) == sorted(rules.codes(letters))
    return poster


@cache
def printed(file):
    return read_print(file)


@pytest.fixture
def replay(sheet):
    """Plays all games from a sheet and its example, and checks them."""

    def replay(tree, style, form, symbols="pegs", *options):
        file = sheet(tree, style, form, "--symbols", symbols, *options)
        text, rows = read(file, style, symbols)
        check(rows, text, tree, style, symbols)
        if form != "pdf":
            check_example(rows, text, tree, symbols)

    return replay


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("form", "style", "name"),
    [
        *((form, style, FAMOUS[0]) for form, style in product(("txt", "html"), STYLES)),
        *(("pdf", style, name) for style, name in MADE),
    ],
)
def test_sheet_finds_every_secret_as_the_tree_does(replay, name, form, style):
    replay(TREES / f"{name}.mmtree", style, form)


@pytest.mark.parametrize("style", STYLES)
def test_content_as_json_finds_every_secret(sheet, style):
    """The rows have equal numbers in all styles and formats."""
    tree = TREES / "koyama-lai-4p5c.mmtree"
    content = json.loads(sheet(tree, style, "json").read_text())

    rows = content_rows(content)
    check(rows, content["foot"], tree, "card")
    if style not in ("poster", "short"):
        assert read_rows(sheet(tree, style, "txt").read_text(), style) == rows


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("form", "style", "symbols", "option"),
    [
        ("txt", "table", "pegs", "--language=de"),
        ("txt", "short", "pegs", "--language=de"),
        ("html", "card", "pegs", "--language=de"),
        ("pdf", "card", "pegs", "--language=de"),
        ("pdf", "card", "letters", "--paper=letter"),
        ("pdf", "table", "digits", "--paper=letter"),
        ("pdf", "booklet", "letters", "--paper=letter"),
        ("pdf", "poster", "digits", "--paper=tabloid"),
        ("pdf", "poster", "pegs", "--paper=tabloid"),  # without letters on the rim
        ("pdf", "short", "letters", "--paper=letter"),
    ],
)
def test_sheets_in_german_and_on_american_paper(replay, form, style, symbols, option):
    replay(TREES / "koyama-lai-4p5c.mmtree", style, form, symbols, option)


@pytest.mark.slow
@pytest.mark.parametrize("tree", LARGEST_TREES.values(), ids=LARGEST_TREES)
def test_sheets_of_ready_made_trees(replay, tree):
    """Large trees are printed as tables, because their cards take seconds."""
    replay(tree, "card" if tree.stat().st_size < 40_000 else "table", "txt")


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("form", "rules"),
    [
        ("txt", "3p5c-distinct"),
        ("html", "3p6c-black"),
        *product(["txt", "html"], ["2p36c", "9p2c"]),
        *product(["pdf"], ["3p5c-distinct", "3p6c-black"]),
    ],
)
def test_sheets_of_other_rules(tmp_path, replay, rules, form, style):
    """Ten of 36 colours are digits, which the reader of PDFs would take for answers."""
    tree = tmp_path / f"{rules}.mmtree"
    save(players.tree_of(f"lexicographic-{rules}"), tree)
    replay(tree, style, form)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("form", "symbols"), [("txt", "digits"), ("html", "digits1")])
@pytest.mark.parametrize("style", STYLES)
def test_sheets_with_codes_in_digits(replay, style, form, symbols):
    replay(TREES / "koyama-lai-4p6c.mmtree", style, form, symbols)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["txt", "html", "pdf"])
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((FAMOUS[0], "en"), (FAMOUS[0], "de"), (FAMOUS[1], "en"), ("koyama-lai-3p2c", "en")),
        *(("koyama-lai-4p6c-distinct", "en"), ("koyama-lai-4p6c-black", "en")),
    ],
)
def test_pocket_card_shows_the_rows_that_follow_row_1(sheet, name, language, form):
    """It names the same file as the card."""
    tree, options = TREES / f"{name}.mmtree", ("--language", language)
    text, rows = read(sheet(tree, "card", "txt", *options), "card")
    paper = ("--paper", "card") if form == "pdf" else ()
    pocket_text, pocket = read(sheet(tree, "pocket", form, *options, *paper), "pocket")
    following = [row for row in rows[1][1].values() if isinstance(row, int)]
    assert pocket == {1: rows[1]} | {row: (rows[row][0], {}) for row in following}
    assert len(set(re.findall(r"SHA-256 (\w{8})", text + pocket_text))) == 1


@pytest.mark.slow
def test_folded_booklet_has_pages_in_order(sheet):
    """Each sheet of paper has two pages on its front and two on its back."""
    tree = TREES / "koyama-lai-4p6c-distinct.mmtree"
    (sizes, flat), (sides, folded) = (
        read_pages(sheet(tree, "booklet", "pdf", *fold)) for fold in ((), ("--fold",))
    )
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
    [*product(["txt", "html"], STYLES), ("pdf", "card"), ("pdf", "poster"), ("pdf", "short")],
)
def test_figures_and_source_are_printed(sheet, form, style):
    tree = TREES / "koyama-lai-4p6c.mmtree"
    text = " ".join(text_of(sheet(tree, style, form)).split())
    assert "Crack any Mastermind code in 6 guesses" in text
    assert "4 pegs, 6 colours" in text
    if (form, style) == ("pdf", "poster"):
        assert "1,296 codes. Never more than 6 guesses. 4.34 on average." in text
        assert "How many guesses it takes Each bar: " in text
    else:
        assert "on average 4.34 guesses" in text
    sum_ = hashlib.sha256(tree.read_bytes()).hexdigest()[:8]
    proved = "Proved: best on average · average 5625/1296"
    assert f"mmtree · 4p6c · koyama-lai (Koyama and Lai 1993) · {proved} · SHA-256 {sum_}" in text


@pytest.mark.slow
def test_red_line_of_poster_follows_its_example_game(sheet):
    """The codes along it have the numbers of the guesses."""
    tree = TREES / "koyama-lai-4p6c.mmtree"
    file = sheet(tree, "poster", "pdf")
    poster = poster_of(file)
    guesses = list(games_of_tree(tree, "pegs")[poster.game()[:4]])
    assert poster.game() == "".join([guesses[-1], *guesses])
    assert poster.coloured() == guesses[2:]
    assert poster.numbered() == guesses
    assert "The red line is this game" in text_of(file)


def other_symbol(symbol, chance):
    """Return another letter, digit or key peg; a letter for a peg that is drawn, whose text is empty."""
    some = next(some for some in ("ABCDEF", string.digits, "●○") if symbol in some)
    return chance.choice(some.replace(symbol, "") if symbol else some)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", STYLES)
def test_misprint_in_text_is_detected(sheet, style):
    """Letters, digits and key pegs are changed, one at a time."""
    tree = TREES / "koyama-lai-4p6c.mmtree"
    text = sheet(tree, style, "txt").read_text()
    places = [at for at in range(*body(text)) if text[at] in "ABCDEF0123456789●○"]
    chance = random.Random(1)
    found = 0
    for at in chance.sample(places, 40):
        wrong = text[:at] + other_symbol(text[at], chance) + text[at + 1 :]
        try:
            check(read_rows(wrong, style), wrong, tree, style)
        except (AssertionError, KeyError):
            found += 1
    # In the short notation another guess may do as well as the right one.
    assert found == 40 or (style == "short" and found > 30)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["card", "table", "booklet"])
def test_misprint_in_pdf_is_detected(sheet, style):
    """A letter, the number of a row, a digit or a peg of an answer is wrong or missing."""
    tree = TREES / "koyama-lai-4p5c.mmtree"
    file = sheet(tree, style, "pdf")
    text = text_of(file)
    right = row_reader(file, style)
    check(right.rows(), text, tree, style)
    first, *_, last = (at for at, mark in enumerate(right.marks) if mark.artifact and mark.text)
    body = [
        at
        for at in range(first, last + 1)
        if right.marks[at].artifact and right.marks[at].text != "/"
    ]
    chance = random.Random(1)
    for at in chance.sample(body, 20):
        mark, wrong = right.marks[at], row_reader(file, style)
        other = mark.text[:-1] + other_symbol(mark.text[-1:], chance)
        for marks in ([], [replace(mark, text=other)]):
            wrong.marks = [*right.marks[:at], *marks, *right.marks[at + 1 :]]
            wrong.at = 0
            with pytest.raises((AssertionError, KeyError, IndexError, TypeError)):
                check(wrong.rows(), text, tree, style)


@pytest.mark.slow
def test_misprint_on_poster_is_detected(sheet):
    """A letter or digit is wrong, or a line starts or ends where another one does."""
    tree = TREES / "koyama-lai-4p5c.mmtree"
    file = sheet(tree, "poster", "pdf")
    text, found = text_of(file), printed(file)
    poster = poster_of(file)
    chance = random.Random(1)

    def played(found):
        read = Poster(found, 4, "ABCDE", 2)
        assert sorted(read.rim) == sorted(poster.rim)
        check(read.rows, text, tree, "poster")

    def replaced(items, old, new):
        return [new if item is old else item for item in items]

    for glyph in chance.sample(poster.drawn, 4):
        other = replace(glyph, text=other_symbol(glyph.text, chance))
        with pytest.raises((AssertionError, KeyError)):
            played(replace(found, glyphs=replaced(found.glyphs, glyph, other)))
    lines = [line for line in found.lines if line in poster.ways]
    for line in chance.sample(lines, 3):
        other = chance.choice([other for other in lines if other.start != line.start])
        for wrong in (replace(line, start=other.start), replace(line, end=other.end)):
            with pytest.raises((AssertionError, KeyError)):
                played(replace(found, lines=replaced(found.lines, line, wrong)))
    played(found)
