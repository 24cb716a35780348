"""Certificates of words, tables and house rules, against the prices that all strategies give."""

import math
from random import Random

import pytest

from mmtree import ProofError, SizeError
from mmtree.check.game import game_of
from mmtree.check.proof.checker import check_data
from mmtree.check.proof.game_codes import GameCodes

from support.environment import linux
from support.other_games import OTHER_GAMES
from support.plain_proofs import PlainGame, description, random_prices, random_rules


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


def status(found):
    """Return what the checker in C has to return, from the verdict."""
    return 0 if not isinstance(found, str) else 2 if "can be checked" in found else 1


def is_true(certificate):
    """Return whether all statements hold, by the prices of all strategies."""
    game, found = game_of(certificate.rules), []
    names = [game.text(row) for row in sorted(set(game.first_guesses()))]
    for one in certificate.statements:
        opening = None if one.opening is None else names.index(one.opening)
        other = PlainGame(certificate.rules, one.unit, one.last, one.surcharge, opening)
        bound = math.inf if one.bound is None else one.bound
        found.append(other.price(0, other.every) >= bound)
    return all(found)


@linux
@pytest.mark.slow(after=30)
@pytest.mark.parametrize("seed", range(40))
def test_least_price_is_proved_and_no_higher_one(check_in_c, seed):
    game, _ = random_game(seed)
    price, data = game.price(0, game.every), game.certificate()
    (statement,) = verdict(data).statements
    assert statement.bound == (None if price == math.inf else price)
    assert statement.records == game.ended
    result = check_in_c(data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith(f" ({statement.size})\n")
    for stated in (price + 1, "none") if price < math.inf else ():
        data = game.certificate(stated=stated)
        assert ": record " in verdict(data)
        assert check_in_c(data).returncode == 1


@linux
@pytest.mark.slow(after=15)
@pytest.mark.parametrize("seed", range(40))
def test_both_checkers_agree_on_incomplete_and_changed_certificates(check_in_c, seed):
    game, random = random_game(seed)
    price = game.price(0, game.every)
    for listed in (1, 0.9, 0.7, 0.4):
        game.chooser = lambda listed=listed: random.random() < listed
        data = game.certificate(price - (price < math.inf and random.randrange(2)))
        assert check_in_c(data).returncode == status(verdict(data))
        for _ in range(8):
            at = random.choice([random.randrange(len(data)), -random.randrange(1, 60)]) % len(data)
            changed = bytearray(data)
            changed[at] = random.choice([changed[at] ^ 1, changed[at] ^ 128, random.randrange(256)])
            result, found = check_in_c(bytes(changed)), verdict(bytes(changed))
            assert isinstance(found, str) or is_true(found)
            assert result.stderr.count("\n") == (result.returncode > 0)
            if result.returncode != status(found):  # names look the same, for example
                assert (result.returncode, at < len(description(game.rules))) == (0, True)
