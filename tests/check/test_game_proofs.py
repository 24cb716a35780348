"""Certificates of words, tables and house rules, against the prices that all strategies give."""

import math
from random import Random

import pytest

from mmtree import ProofError, SizeError
from mmtree.check.game import game_of
from mmtree.check.proof.checker import check_data
from mmtree.check.proof.game_codes import GameCodes

from support.other_games import OTHER_GAMES
from support.plain_proofs import PlainGame, random_prices, random_rules


def random_game(seed):
    """Return a random game, and the random numbers that follow."""
    random = Random(seed)
    game = PlainGame(random_rules(random), **random_prices(random))
    if random.random() < 0.3:
        game.opening = random.randrange(len(game.answers))
    return game, random


def verdict(data):
    """Return the certificate, or the line that says why it is refused."""
    try:
        return check_data(data, "a.proof")
    except (ProofError, SizeError) as error:
        return str(error)


@pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_answers_are_those_of_the_game(rules):
    codes, game = GameCodes(rules), game_of(rules)
    guesses, secrets = sorted(set(game.first_guesses())), sorted(game.secrets())
    answers = [[rules.feedbacks[at] for at in row] for row in codes.table]
    assert answers == [[game.answer(guess, secret) for guess in guesses] for secret in secrets]


@pytest.mark.parametrize("seed", range(40))
def test_least_price_is_proved_and_no_higher_one(seed):
    game, _ = random_game(seed)
    price = game.price(0, game.every)
    (statement,) = verdict(game.certificate()).statements
    assert statement.bound == (None if price == math.inf else price)
    assert statement.records == game.ended
    if price < math.inf:
        assert "record" in verdict(game.certificate(stated=price + 1))
        assert "record" in verdict(game.certificate(stated="none"))
