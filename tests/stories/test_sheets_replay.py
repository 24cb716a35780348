"""Every secret is played from the printed sheet, and compared with the game of the tree.

tests/support/paper.py reads the sheets without mmtree; the codemaker's answers come from a function
of this file. So these tests detect misprints.
"""

import hashlib
import json
import random
import re
import string
import subprocess
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from operator import eq

import pytest

from mmtree import load
from mmtree.cli.main import main

from support import expected_games as players
from support.environment import FAMOUS, LARGEST_TREES, TREES
from support.paper import MisprintError, body, read_example, read_html, read_text, shown
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
def run(tmp_path_factory):
    """Runs the command in a folder of this module; returns the file that it writes."""
    folder = tmp_path_factory.mktemp("sheets")

    @cache
    def run(name, *args):
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in (*args, "-o", folder / name)])
        assert ended.value.code == 0
        return folder / name

    return run


@pytest.fixture(scope="module")
def sheet(run):
    """Makes a sheet: sheet(tree file, style, format, option, …) returns its file."""

    def sheet(tree, style, form, *options):
        name = "-".join([tree.stem, style, *map(str, options)]).replace("/", "")
        return run(f"{name}.{form}", "sheet", tree, "--style", style, *options)

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

    def feedback(self, guess, secret):
        black = sum(map(eq, guess, secret))
        left = secret
        for peg in guess:  # each peg takes one of its colour
            left = left.replace(peg, "", 1)
        return black, len(secret) - len(left) - black if self.whites else 0


def game(rows, rules, secret):
    """Return the guesses of a game, the secret being the last."""
    number, guesses = 1, []
    while len(guesses) < len(rows):
        guess, cells = rows[number]
        guesses.append(guess)
        if guess == secret:
            return tuple(guesses)
        after = cells.get(rules.feedback(guess, secret), ())
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
            left[rules.feedback(guess, code)].append(code)
        for answer, some in left.items():
            if some == [guess]:
                yield *guesses, guess
            else:
                waiting.append(((*guesses, guess), cells.get(answer), some))


def games_of(rows, text, style, symbols):
    """Return the game of every secret."""
    rules = Rules(text)
    codes = rules.codes(SYMBOLS[symbols])
    if style == "short":
        return {guesses[-1]: guesses for guesses in short_games(rows, rules, codes)}
    return {secret: game(rows, rules, secret) for secret in codes}


@cache
def games_of_tree(file, symbols):
    tree = tree_of(file)[0]
    text = {
        code: "".join(SYMBOLS[symbols][digit] for digit in tree.rules.digits(code))
        for code in tree.rules.codes()
    }
    return {
        text[secret]: tuple(text[guess] for guess, _ in game)
        for secret, game in players.games(tree).items()
    }


@cache
def tree_of(file):
    tree = load(file)
    return tree, tree.figures


def check(rows, text, file, style, symbols="pegs"):
    """Check that all games are those of the tree; with the short notation, only the figures."""
    games = games_of(rows, text, style, symbols)
    figures, from_tree = tree_of(file)[1], games_of_tree(file, symbols)
    found = Counter(map(len, games.values()))
    assert (sum(found.elements()), max(found)) == (figures.total, figures.max)
    assert tuple(found[guesses] for guesses in range(1, max(found) + 1)) == figures.histogram
    assert games.keys() == from_tree.keys()
    if style != "short":
        assert games == from_tree


@pytest.fixture
def text_of(program):
    """Returns the text of a sheet."""

    def text_of(file):
        if file.suffix == ".pdf":
            return output_of(program("pdftotext"), "-raw", file, "-")
        return shown(file.read_text()) if file.suffix == ".html" else file.read_text()

    return text_of


@pytest.fixture
def read(program, text_of):
    """Reads a sheet: read(file, style, symbols) returns its text and rows."""

    def read(file, style, symbols="pegs"):
        text = text_of(file)
        if file.suffix != ".pdf":
            return text, (read_html if file.suffix == ".html" else read_text)(text, style)
        if style == "poster":
            return text, poster_of(file, text, symbols).rows
        if style == "short":
            return text, read_short_pdf(file, *alphabet(text, symbols))
        return text, row_reader(file, text, style).rows()

    return read


def row_reader(file, text, style):
    rules = Rules(text)
    digits = 0 if style == "booklet" else 1 + rules.whites
    return RowReader(file, rules.pegs, digits, columns=style == "table")


def poster_of(file, text, symbols):
    """Read a poster, and check that every secret is once on its rim."""
    poster = Poster(printed(file), *alphabet(text, symbols), digits=1 + Rules(text).whites)
    assert sorted(poster.rim) == sorted(Rules(text).codes(SYMBOLS[symbols]))
    return poster


@cache
def printed(file):
    return read_print(file)


def alphabet(text, symbols):
    """Return the length of a code and its symbols."""
    rules = Rules(text)
    return rules.pegs, SYMBOLS[symbols][: rules.colors]


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def replay(sheet, read, program):
    """Plays all games from a sheet, and checks them."""

    def replay(tree, style, form, symbols="pegs", *options):
        if form == "pdf":
            program("pdftotext")  # skips before a sheet is made
        text, rows = read(sheet(tree, style, form, "--symbols", symbols, *options), style, symbols)
        check(rows, text, tree, style, symbols)

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

    def code(colors):
        return "".join(content["colors"][color]["symbol"] for color in colors)

    rows = {
        row["number"]: (
            code(row["guess"]),
            {
                tuple(cell["answer"]): cell.get("row") or tuple(map(code, cell["codes"]))
                for cell in row["cells"]
            },
        )
        for row in content["rows"]
    }
    check(rows, content["foot"], tree, "card")
    if style not in ("poster", "short"):
        assert read_text(sheet(tree, style, "txt").read_text(), style) == rows


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("form", "style"),
    [
        ("txt", "table"),
        ("txt", "short"),
        ("html", "card"),
        ("pdf", "card"),
    ],
)
def test_german_sheets(replay, form, style):
    replay(TREES / "koyama-lai-4p6c.mmtree", style, form, "pegs", "--language", "de")


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
        *(("txt", "3p5c-distinct"), ("html", "3p6c-black")),
        *(("pdf", "3p5c-distinct"), ("pdf", "3p6c-black")),
    ],
)
def test_sheets_of_other_rules(run, replay, rules, form, style):
    tree = run(f"{rules}.mmtree", "build", "--strategy", "lexicographic", "--rules", rules)
    replay(tree, style, form)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["txt", "html"])
@pytest.mark.parametrize("rules", ["2p36c", "9p2c"])
def test_sheets_with_most_colours_and_most_pegs(run, replay, rules, form, style):
    """PDFs are left out: ten of 36 colours are digits, which the reader would take for answers."""
    tree = run(f"{rules}.mmtree", "build", "--strategy", "lexicographic", "--rules", rules)
    replay(tree, style, form)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("form", "symbols"), [("txt", "digits"), ("html", "digits1")])
@pytest.mark.parametrize("style", STYLES)
def test_sheets_with_codes_in_digits(replay, style, form, symbols):
    replay(TREES / "koyama-lai-4p6c.mmtree", style, form, symbols)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "symbols"),
    [
        ("card", "letters"),
        ("table", "digits"),
        ("booklet", "letters"),
        ("poster", "digits"),
        ("poster", "pegs"),  # without letters on the rim
        ("short", "letters"),
    ],
)
def test_sheets_with_other_symbols_on_american_paper(replay, style, symbols):
    paper = "tabloid" if style == "poster" else "letter"
    replay(TREES / "koyama-lai-4p5c.mmtree", style, "pdf", symbols, "--paper", paper)


@pytest.mark.slow
def test_folded_booklet_has_pages_in_order(sheet):
    """Each sheet of paper has two pages on its front and two on its back."""
    tree = TREES / "koyama-lai-4p6c-distinct.mmtree"
    (sizes, flat), (sides, folded) = (
        read_pages(sheet(tree, "booklet", "pdf", *fold)) for fold in ((), ("--fold",))
    )
    width, height = sizes[0]
    assert all(side == pytest.approx((2 * width, height), abs=0.1) for side in sides)
    papers = len(sides) // 2
    # The order goes inwards from right halves of fronts, then outwards to left halves of fronts.
    order = [(2 * paper + side, (0, 0, width)[-side]) for paper in range(papers) for side in (1, 2)]
    order += [
        (2 * paper + side, (0, width, 0)[-side])
        for paper in reversed(range(papers))
        for side in (2, 1)
    ]
    assert len(order) == len(sizes) == 4 * papers
    for number, (side, start) in enumerate(order, 1):
        half = [
            (mark.text, round(mark.left - start), round(mark.top))
            for mark in folded
            if mark.page == side and mark.text and start <= mark.left < start + width
        ]
        assert half == [
            (mark.text, round(mark.left), round(mark.top))
            for mark in flat
            if mark.page == number and mark.text
        ]


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("form", "style"),
    [*product(["txt", "html"], STYLES), ("pdf", "card"), ("pdf", "poster"), ("pdf", "short")],
)
def test_figures_and_source_are_printed(sheet, text_of, form, style):
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


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("form", "style", "name"),
    [(*row, FAMOUS[at % 3]) for at, row in enumerate(product(["txt", "html"], STYLES))],
)
def test_example_game_is_one_of_the_tree(sheet, read, name, form, style):
    tree = TREES / f"{name}.mmtree"
    text, rows = read(sheet(tree, style, form), style)
    check_example(read_example(text), rows, text, tree)


@pytest.mark.slow
def test_red_line_of_poster_follows_its_example_game(program, sheet, text_of):
    """The codes along it have the numbers of the guesses."""
    program("pdftotext")
    tree = TREES / "koyama-lai-4p6c.mmtree"
    file = sheet(tree, "poster", "pdf")
    text = text_of(file)
    poster = poster_of(file, text, "pegs")
    guesses = list(games_of_tree(tree, "pegs")[poster.game()[:4]])
    assert poster.game() == "".join([guesses[-1], *guesses])
    assert poster.coloured() == guesses[2:]
    assert poster.numbered() == guesses
    assert "The red line is this game" in text


def check_example(steps, rows, text, tree):
    secret = steps[-1][1]
    assert tuple(guess for _, guess, _ in steps) == games_of_tree(tree, "pegs")[secret]
    for row, guess, answer in steps:
        assert answer == Rules(text).feedback(guess, secret)
        if row:  # the guess of the row, or one of its last codes
            own, cells = rows[row]
            last = [codes for codes in cells.values() if isinstance(codes, tuple)]
            assert guess == own or any(guess in codes for codes in last)


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
        others = next(some for some in ("ABCDEF", "0123456789", "●○") if text[at] in some)
        other = chance.choice([symbol for symbol in others if symbol != text[at]])
        wrong = text[:at] + other + text[at + 1 :]
        try:
            check(read_text(wrong, style), wrong, tree, style)
        except (AssertionError, KeyError):
            found += 1
    # In the short notation another guess may do as well as the right one.
    assert found == 40 or (style == "short" and found > 30)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["card", "table", "booklet"])
def test_misprint_in_pdf_is_detected(sheet, text_of, style):
    """A letter, the number of a row, a digit or a peg of an answer is wrong or missing."""
    tree = TREES / "koyama-lai-4p5c.mmtree"
    file = sheet(tree, style, "pdf")
    text = text_of(file)
    right = row_reader(file, text, style)
    check(right.rows(), text, tree, style)
    pages = {mark.page for mark in right.marks if mark.artifact and mark.text}
    start = next(at for at, mark in enumerate(right.marks) if mark.artifact and mark.text)
    body = [
        at
        for at, mark in enumerate(right.marks)
        if at >= start and mark.page in pages and mark.artifact and mark.text != "/"
    ]
    chance = random.Random(1)
    for at in chance.sample(body, 20):
        mark, wrong = right.marks[at], row_reader(file, text, style)
        for other in (replace(mark, text=changed(mark.text, chance)), None):
            wrong.marks = [*right.marks[:at], *filter(None, [other]), *right.marks[at + 1 :]]
            wrong.at = 0
            with pytest.raises((AssertionError, KeyError, IndexError, TypeError)):
                check(wrong.rows(), text, tree, style)


def changed(text, chance):
    """Return a text with another letter or digit; a letter where a peg is."""
    if not text:
        return "A"
    others = "ABCDE" if text[-1] in "ABCDE" else string.digits
    return text[:-1] + chance.choice(others.replace(text[-1], ""))


@pytest.mark.slow
def test_misprint_on_poster_is_detected(program, sheet, text_of):
    """A letter or digit is wrong, or a line starts or ends where another one does."""
    program("pdftotext")
    tree = TREES / "koyama-lai-4p5c.mmtree"
    file = sheet(tree, "poster", "pdf")
    text, found = text_of(file), printed(file)
    poster = poster_of(file, text, "pegs")
    chance = random.Random(1)

    def played(found):
        read = Poster(found, 4, "ABCDE", 2)
        assert sorted(read.rim) == sorted(poster.rim)
        check(read.rows, text, tree, "poster")

    def replaced(items, old, new):
        return [new if item is old else item for item in items]

    for glyph in chance.sample(poster.drawn, 4):
        others = "01234" if glyph.text.isdigit() else "ABCDE"
        other = replace(glyph, text=chance.choice(others.replace(glyph.text, "")))
        with pytest.raises((AssertionError, MisprintError, KeyError)):
            played(replace(found, glyphs=replaced(found.glyphs, glyph, other)))
    lines = [line for line in found.lines if line in poster.ways]
    for line in chance.sample(lines, 3):
        other = chance.choice([other for other in lines if other.start != line.start])
        for wrong in (replace(line, start=other.start), replace(line, end=other.end)):
            with pytest.raises((AssertionError, MisprintError, KeyError)):
                played(replace(found, lines=replaced(found.lines, line, wrong)))
    played(found)
