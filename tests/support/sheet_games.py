"""Prints sheets, plays all games from the rows of a sheet, and compares them with those of its tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

from mmtree.check.game import marks
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset
from mmtree.strategies.catalogue import source

from support.expected_games import games, tree_of
from support.paper import MisprintError, feedback
from support.printed import read_pages


def printed(name, style, paper=None, language="en", **options):
    """Print a sheet of a tree; return the size of each page, and the marks on all pages."""
    return _printed(name, style, paper or STYLES[style].papers[0], language=language, **options)


@cache
def _printed(name, style, paper, most=60, fold=False, **options):
    """Print a sheet once for all tests of a process: setting and reading one takes seconds."""
    sheet = Sheet(tree_of(name), style, source=source(tree_of(name).strategy.name), **options)
    return read_pages(typeset(sheet, "pdf", paper, most=most, fold=fold)[0])


def check_games(rows, tree, style="card", symbols="letters"):
    """Check that all games are those of the tree; of the short notation, only their lengths.

    The codemaker answers to the texts of codes; only a question of a table has its number's answer.

    Returns:
        The guesses of each game of the tree, by its secret.
    """
    rules = tree.rules
    name = cache(lambda code: format_code(code, rules, symbols))
    expected = {
        name(secret): (
            *(name(guess) for guess, _ in game),
            *[name(secret)] * (game[-1][1] != rules.all_right),
        )
        for secret, game in games(tree).items()
    }
    if style == "short":
        found = list(_short_games(rows, rules, list(map(name, rules.codes()))))
        assert sorted(guesses[-1] for guesses in found) == sorted(expected)
        assert Counter(map(len, found)) == Counter(map(len, expected.values()))
    else:
        numbers = {name(code): code for code in rules.codes()}
        answer = cache(lambda *texts: _answer(rules, numbers, *texts))
        assert {secret: _game(rows, secret, answer) for secret in expected} == expected
    return expected


def _answer(rules, numbers, guess, secret):
    """Return the codemaker's answer to a text."""
    if rules.kind.counts:
        return feedback(guess, secret, rules.whites)
    if rules.kind.levels:
        return rules.kind.marks(marks(guess, secret, rules.kind.levels))
    pair = (rules.prepare(numbers[text]) for text in (guess, secret))
    return (format_feedback(rules.answer(*pair), rules),)


def _game(rows, secret, answer):
    """Return the guesses of a game, the secret being the last."""
    number, guesses = 1, []
    while len(guesses) < len(rows):
        guess, cells = rows[number]
        guesses.append(guess)
        if guess == secret:
            return tuple(guesses)
        after = cells.get(answer(guess, secret), ())
        if isinstance(after, tuple):
            if secret not in after:
                raise MisprintError(f"row {number} does not find {secret}: {after}")
            return *guesses, *after[: after.index(secret) + 1]
        number = after
    raise MisprintError(f"{secret} is never found")


def _short_games(rows, rules, codes):
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
