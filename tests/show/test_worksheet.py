"""The solutions of the worksheet, counted again without mmtree's answers to guesses."""

import re
from itertools import product

import pytest

from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.worksheet import questions, shown_rows
from mmtree.show.texts import LANGUAGES

from support.expected_games import games, tree_of
from support.paper import feedback

NAMES = ["koyama-lai-4p6c", "koyama-lai-4p6c-distinct", "koyama-lai-4p6c-black", "3p3c", "2p2c"]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_right(name, language):
    tree = tree_of(name)
    rules = tree.rules
    codes = list(product(range(rules.colors), repeat=rules.pegs))
    secrets = [code for code in codes if not rules.distinct or len(set(code)) == rules.pegs]
    played = [
        [rules.digits(guess) for guess, _ in game] for game in games(tree).values() if len(game) > 1
    ]
    opening = played[0][0]
    sheet = Sheet(tree, "worksheet", language=language)
    following, everything, left, *never, within, average = questions(sheet)

    def asked(question):
        found = [*numbers(question.ask), 0][:2]
        return found[0], found[1] if rules.whites else 0

    seconds = {
        game[1] for game in played if feedback(opening, game[-1], rules.whites) == asked(following)
    }
    assert seconds == {rules.digits(following.codes[0])}
    assert numbers(everything.solution)[-1] == len(secrets)
    assert numbers(left.solution)[-1] == sum(
        feedback(opening, secret, rules.whites) == asked(left) for secret in secrets
    )
    for question in never:
        answer = tuple(numbers(question.solution)[:2])
        assert sum(answer) == numbers(question.ask)[0] == rules.pegs
        others = {feedback(guess, secret, True) for guess in secrets[:99] for secret in secrets}
        wanted = {(black, rules.pegs - black) for black in range(rules.pegs + 1)}
        assert wanted - others == {answer} or rules.pegs == rules.colors
        assert answer not in others
    lengths = [1, *map(len, played)]
    most = numbers(within.ask)[0]
    assert numbers(within.solution)[-1] == sum(length <= most for length in lengths)
    whole, hundredths = numbers(average.solution)[-2:]
    assert f"{whole}.{hundredths:02}" == f"{sum(lengths) / len(secrets):.2f}"


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_enough_for_game_and_first_question(name):
    sheet = Sheet(tree_of(name), "worksheet")
    rows = {row.number: row for row in shown_rows(sheet)}
    assert {step.row for step in sheet.example} - {0} <= set(rows)
    codes = next(questions(sheet)).codes
    cells = {cell for row in rows.values() for cell in row.cells}
    assert codes[0] in {row.guess for row in rows.values()} or codes in {c.codes for c in cells}


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("2p2c", "en", "How many codes are found with at most 2 guesses?"),
        ("1p2c", "en", "How many codes are found with at most 1 guess?"),
        ("1p2c", "de", "Wie viele Codes werden in höchstens 1 Zug gefunden?"),
        ("1p2c", "fr", "Combien de codes sont trouvés en 1 essai au plus\u202f?"),
    ],
)
def test_singular_and_plural(name, language, text):
    asked = [
        question.ask for question in questions(Sheet(tree_of(name), "worksheet", language=language))
    ]
    assert text in asked


def test_digits_get_bulls_and_cows():
    sheet = Sheet(tree_of("koyama-lai-bulls-and-cows"), "worksheet")
    asked = [question.ask for question in questions(sheet)]
    assert asked[0] == "The answer to the first guess is: 2 bulls, 1 cow. What do you play next?"
    assert asked[3] == "One answer of 4 bulls and cows can never occur. Which one, and why?"
