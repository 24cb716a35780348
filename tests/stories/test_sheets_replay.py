"""Proof by replay: every secret is played from the paper, and the figures are those of the tree.

The sheets are read by tests/paper.py, which knows only what is printed; the codemaker's answers come
from a function of this file. This is how a misprint is found.
"""

import hashlib
import random
import re
import string
from collections import Counter, defaultdict
from functools import cache
from itertools import permutations, product
from operator import eq

import pytest
from paper import MisprintError, read_answer, read_html, read_text, shown

from mmtree import load
from mmtree.cli.main import main

from places import TREES

STYLES = ["card", "table", "booklet", "poster", "short"]
FAMOUS = ["knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-max5-4p6c"]
SYMBOLS = {
    "letters": string.ascii_uppercase + string.digits,
    "pegs": string.ascii_uppercase + string.digits,
    "digits": "0123456789",
    "digits1": "123456789",
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The command, in a folder that is kept for this module; returns the file that it writes."""
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
    """The file of a sheet: sheet(tree file, style, format, option, …)."""

    def sheet(tree, style, form, *options):
        name = "-".join([tree.stem, style, *map(str, options)]).replace("/", "")
        return run(f"{name}.{form}", "sheet", tree, "--style", style, *options)

    return sheet


# The codemaker and the codebreaker.


class Rules:
    """The rules as a sheet words them: 4 pegs, 6 colours, none twice, answered in black only."""

    def __init__(self, text):
        words = r"(\d+)\s+pegs,\s+(\d+)\s+colours(,\s+none\s+twice)?(,\s+answered\s+in\s+black\s+only)?\s\("
        pegs, colors, distinct, black = re.search(words, text).groups()
        self.pegs, self.colors, self.distinct, self.whites = pegs, colors, distinct, not black

    def codes(self, symbols):
        """Every code in the order of the alphabet."""
        some, pegs = symbols[: int(self.colors)], int(self.pegs)
        rows = permutations(some, pegs) if self.distinct else product(some, repeat=pegs)
        return ["".join(code) for code in rows]

    def feedback(self, guess, secret):
        black = sum(map(eq, guess, secret))
        both = sum(min(guess.count(peg), secret.count(peg)) for peg in set(guess))
        return black, both - black if self.whites else 0


def game(rows, rules, secret):
    """The guesses of a game, the last of them right."""
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
    """All games; where no guess is printed, the first code that agrees with all answers so far."""
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
    """The game of every secret."""
    rules = Rules(text)
    codes = rules.codes(SYMBOLS[symbols])
    if style == "short":
        return {guesses[-1]: guesses for guesses in short_games(rows, rules, codes)}
    return {secret: game(rows, rules, secret) for secret in codes}


@cache
def games_of_tree(file, symbols):
    tree = load(file)
    games, path = {}, []
    for (index, depth), found in zip(tree.walk(), tree.consistent, strict=True):
        digits = tree.rules.digits(tree.guess[index])
        path[depth:] = ["".join(SYMBOLS[symbols][digit] for digit in digits)]
        if found:
            games[path[-1]] = tuple(path)
    return games


def check(games, file, style, symbols):
    """The games played from the paper are those of the tree; the short notation may differ in
    guesses, but not in figures."""
    tree, from_tree = load(file), games_of_tree(file, symbols)
    lengths = [len(guesses) for guesses in games.values()]
    assert (len(games), sum(lengths), max(lengths)) == (tree.rules.secrets, tree.total, tree.max)
    assert Counter(lengths) == Counter(map(len, from_tree.values()))
    assert games.keys() == from_tree.keys()
    if style != "short":
        assert games == from_tree


def read(file, style):
    """The text and the rows of a sheet."""
    text = file.read_text()
    if file.suffix == ".html":
        return shown(text), read_html(text, style)
    return text, read_text(text, style)


def replay(sheet, tree, style, form, symbols="pegs", *options):
    text, rows = read(sheet(tree, style, form, "--symbols", symbols, *options), style)
    check(games_of(rows, text, style, symbols), tree, style, symbols)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["txt", "html"])
@pytest.mark.parametrize("name", FAMOUS)
def test_every_secret_is_found_as_the_tree_finds_it(sheet, name, form, style):
    replay(sheet, TREES / f"{name}.mmtree", style, form)


@pytest.mark.parametrize("style", ["card", "table"])
@pytest.mark.parametrize("tree", sorted(TREES.glob("*.mmtree")), ids=lambda tree: tree.stem)
def test_every_ready_made_tree(sheet, tree, style):
    replay(sheet, tree, style, "txt")
    if tree.stat().st_size < 12_000:  # the larger ones take a second each
        replay(sheet, tree, style, "html")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["txt", "html"])
@pytest.mark.parametrize("rules", ["3p5c-distinct", "3p6c-black", "2p36c", "9p2c"])
def test_other_rules(run, sheet, rules, form, style):
    tree = run(f"{rules}.mmtree", "build", "--strategy", "lexicographic", "--rules", rules)
    replay(sheet, tree, style, form)


@pytest.mark.parametrize("symbols", ["letters", "digits", "digits1"])
@pytest.mark.parametrize("style", STYLES)
def test_codes_in_letters_and_digits(sheet, style, symbols):
    tree = TREES / "koyama-lai-4p6c.mmtree"
    replay(sheet, tree, style, "txt", symbols)
    if symbols != "letters":
        replay(sheet, tree, style, "html", symbols)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["txt", "html"])
def test_the_facts_are_printed(sheet, form, style):
    tree = TREES / "koyama-lai-4p6c.mmtree"
    text = " ".join(read(sheet(tree, style, form), style)[0].split())
    assert "4 pegs, 6 colours (4p6c)" in text
    assert "at most 6 guesses, on average 4.3403 (5625/1296)" in text
    assert f"tree {hashlib.sha256(tree.read_bytes()).hexdigest()[:8]}" in text


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", ["txt", "html"])
@pytest.mark.parametrize("name", FAMOUS)
def test_the_example_is_a_game_of_the_tree(sheet, name, form, style):
    tree = TREES / f"{name}.mmtree"
    text, rows = read(sheet(tree, style, form), style)
    lines = text[text.index("Example, secret") :].split("\n\n")[0].splitlines()
    secret = lines[0].removeprefix("Example, secret ").removesuffix(":")
    steps = [line.split()[-2:] for line in lines[1:]]
    guesses = tuple(guess for guess, _ in steps)
    assert guesses == games_of_tree(tree, "pegs")[secret]
    rules = Rules(text)
    assert [read_answer(answer) for _, answer in steps] == [
        rules.feedback(guess, secret) for guess in guesses
    ]
    # A guess is the guess of the row that is named, or one of its last codes.
    for line, guess in zip(lines[1:], guesses, strict=True):
        if named := re.match(r" *row (\d+) ", line):
            own, cells = rows[int(named[1])]
            last = [codes for codes in cells.values() if isinstance(codes, tuple)]
            assert guess == own or any(guess in codes for codes in last)


@pytest.mark.parametrize("style", STYLES)
def test_a_misprint_is_found(sheet, style):
    """Another letter in a code, another digit in an answer or in the number of a row."""
    tree = TREES / "koyama-lai-4p6c.mmtree"
    text = sheet(tree, style, "txt").read_text()
    body = text.index("\n\n", text.index("Example, secret"))
    places = [at for at in range(body, len(text)) if text[at] in "ABCDEF0123456789●○"]
    chance = random.Random(1)
    found = 0
    for at in chance.sample(places, 40):
        others = next(some for some in ("ABCDEF", "0123456789", "●○") if text[at] in some)
        other = chance.choice([symbol for symbol in others if symbol != text[at]])
        wrong = text[:at] + other + text[at + 1 :]
        try:
            check(games_of(read_text(wrong, style), wrong, style, "pegs"), tree, style, "pegs")
        except (AssertionError, KeyError):
            found += 1
    # In the short notation another guess may do as well as the right one.
    assert found == 40 or (style == "short" and found > 30)
