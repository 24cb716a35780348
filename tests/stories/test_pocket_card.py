"""The pocket card shows the first two guesses of every game.

It is compared with the tree and with the card; the codemaker's answers come from a function of this
file.
"""

import re
from collections import Counter
from operator import eq

import pytest

from mmtree import load

from support import expected_games as players
from support.environment import TREES
from support.paper import read_answer, read_text
from support.printed import RowReader

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


def read_pocket(file, pegs, digits):
    """Return the first guess, and for each answer a row and its guess, or the last codes."""
    reader = RowReader(file, pegs, digits)
    while reader.number() != 1:
        reader.at += 1
    reader.at += 1
    guess, found = reader.code(), {}
    while reader.marks[reader.at].artifact:
        answer, number = reader.answer(), reader.number()
        reader.at += bool(number)
        found[answer] = (number, reader.code()) if number else reader.follows()
    return guess, found


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
    """Return the same of a pocket card in plain text."""
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
def test_pocket_card_shows_two_guesses_of_every_game(mmtree, tmp_path, name, language):
    pegs, _, digits = RULES[name]
    arguments = "sheet", TREES / f"{name}.mmtree", "--language", language
    card = mmtree(*arguments, "--format", "txt", "-o", "-").out
    pocket = (*arguments, "--style", "pocket")
    assert mmtree(*pocket, "--paper", "card", "-o", "a.pdf").status == 0
    guess, found = read_pocket(tmp_path / "a.pdf", pegs, digits)
    check(name, guess, found, read_text(card, "card"))
    text = mmtree(*pocket, "--format", "txt", "-o", "-").out
    assert read_pocket_text(text) == (guess, found)
    # Both name the same file.
    assert len({re.search(r"SHA-256 (\w{8})", sheet)[1] for sheet in (card, text)}) == 1
