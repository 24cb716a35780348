"""The pocket card and the index of the card show the first two guesses of every game.

tests/support/paper_pdf.py reads both without mmtree. They are compared with each other and with the
tree; the codemaker's answers come from a function of this file.
"""

import re
import subprocess
from collections import Counter
from operator import eq

import pytest

from mmtree import load

from support import expected_games as players
from support.environment import TREES
from support.paper import MisprintError, read_answer, read_text
from support.paper_pdf import read_card, read_index, read_pocket
from support.paper_words import Paper, key_pegs, words_of

RULES = {  # pegs, symbols, digits of an answer
    "koyama-lai-4p6c": (4, "ABCDEF", 2),
    "knuth-4p6c": (4, "ABCDEF", 2),
    "koyama-lai-4p6c-distinct": (4, "ABCDEF", 2),
    "koyama-lai-4p6c-black": (4, "ABCDEF", 1),
    "koyama-lai-3p2c": (3, "AB", 2),
}


def feedback(guess, secret, digits):
    black = sum(map(eq, guess, secret))
    both = sum((Counter(guess) & Counter(secret)).values())
    return black, both - black if digits == 2 else 0


@pytest.fixture
def printed(mmtree, program, tmp_path):
    """Makes a sheet in PDF; returns its words and the codemaker's pegs on its first page."""

    def printed(name, style, *options):
        words = program("pdftotext"), "-bbox", "-raw"
        pegs = program("pdftocairo"), "-svg", "-l", "1"
        file = tmp_path / f"{name}-{style}.pdf"
        made = mmtree("sheet", TREES / f"{name}.mmtree", "--style", style, "-o", file, *options)
        assert made.status == 0
        found, svg = (
            subprocess.run([*command, file, "-"], capture_output=True, text=True, check=True).stdout
            for command in (words, pegs)
        )
        first = [word for word in words_of(found) if word.page == 1]
        return Paper(words_of(found), *RULES[name]), key_pegs(svg, first)

    return printed


def games_of(name):
    """Yield each secret and the guesses of its game, in letters."""
    tree = load(TREES / f"{name}.mmtree")
    symbols = RULES[name][1]
    for secret, game in players.games(tree).items():
        guesses = ["".join(symbols[peg] for peg in tree.rules.digits(guess)) for guess, _ in game]
        yield "".join(symbols[peg] for peg in tree.rules.digits(secret)), guesses


def check(name, guess, found, rows):
    """Check the printed guesses of games against the tree, and row numbers against the card."""
    for secret, game in games_of(name):
        assert game[0] == guess
        if len(game) == 1:
            continue
        follows = found[feedback(guess, secret, RULES[name][2])]
        if isinstance(follows[0], int):
            number, second = follows
            assert (game[1], rows[number][0]) == (second, second)
        else:
            assert tuple(game[1:]) == follows[: follows.index(secret) + 1]


def read_pocket_text(text):
    """Read a pocket card in plain text, with the result of :func:`paper_pdf.read_pocket`."""
    body = text[re.search(r"^1\. (\w+)\n", text, re.MULTILINE).start() :].split("\n\n")[0]
    first, *lines = body.splitlines()
    found = {}
    for line in lines:
        answer, *follows = line.split()
        if follows[0].startswith("→"):
            found[read_answer(answer)] = int(follows[0][1:]), follows[1]
        else:
            found[read_answer(answer)] = tuple(follows[0].split("/"))
    return first.split()[1], found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "language"), [*((name, "en") for name in RULES), ("knuth-4p6c", "de")]
)
def test_pocket_card_shows_two_guesses_of_every_game(printed, mmtree, name, language):
    tree = TREES / f"{name}.mmtree"
    options = ("--language", language)
    text = mmtree("sheet", tree, "--format", "txt", "-o", "-", *options).out
    rows = read_text(text, "card")
    paper, pegs = printed(name, "pocket", "--paper", "card", *options)
    guess, found = read_pocket(paper, pegs)
    check(name, guess, found, rows)
    in_text = mmtree("sheet", tree, "--style", "pocket", "--format", "txt", "-o", "-", *options).out
    assert read_pocket_text(in_text) == (guess, found)
    # Both name the same file.
    sums = {re.search(r"SHA-256 (\w{8})", sheet)[1] for sheet in (text, in_text)}
    assert len(sums) == 1


def test_misprints_on_a_pocket_card_are_detected(printed):
    """The misprints are a wrong letter, a wrong row number and a missing peg."""
    paper, pegs = printed("knuth-4p6c", "pocket", "--paper", "card")
    guess, found = read_pocket(paper, pegs)
    rows = {number: (code, {}) for number, code in (f for f in found.values() if f[0] != "BBAA")}
    check("knuth-4p6c", guess, found, rows)
    number, code = found[0, 0]
    another = found[0, 1][0]
    for wrong in ((number, "F" + code[1:]), (another, code)):
        with pytest.raises(AssertionError):
            check("knuth-4p6c", guess, {**found, (0, 0): wrong}, rows)
    with pytest.raises(MisprintError):
        read_pocket(paper, pegs[1:])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["koyama-lai-4p6c-distinct", "koyama-lai-3p2c"])
def test_index_shows_answers_in_pegs_and_digits(printed, name):
    """Row 1 is printed only in the index."""
    paper, pegs = printed(name, "card")
    _, at = paper.example(numbered=True)
    _, answers, cells, _ = read_index(paper, at)
    assert cells == read_card(paper)[1][1]
    shown = {answer: "" for answer, _ in answers}
    for peg in sorted(pegs, key=lambda peg: peg.left):
        above = [a for a, digits in answers if 0 < digits.y - peg.y < 1.2 * digits.height]
        if above:
            shown[min(above, key=lambda a: abs(dict(answers)[a].x - peg.x))] += peg.text
    for answer, drawn in shown.items():
        assert read_answer(drawn or "none") == answer


@pytest.mark.slow
def test_cards_of_a_page_are_equal(printed):
    paper, _ = printed("koyama-lai-3p2c", "pocket")
    fronts = [word.text for word in paper.words if word.page == 1]
    assert fronts == fronts[: len(fronts) // 10] * 10
