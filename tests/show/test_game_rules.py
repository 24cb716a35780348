"""The card with the rules of the game."""

import re

import pytest

from mmtree.show.sheets.instructions import game_rules
from mmtree.show.sheets.sheet import Sheet

from support.expected_games import tree_of
from support.paper import feedback


def test_bulls_and_cows_is_explained_in_digits():
    said = list(game_rules(Sheet(tree_of("koyama-lai-bulls-and-cows"), "rules")))
    assert said[0].endswith("4 digits, no digit twice. It may begin with 0.")
    assert "a bull for each right digit in the right place, a cow for" in said[2]
    assert said[-1] == "All bulls: you have won! Then swap: the player with fewer guesses wins."


@pytest.mark.parametrize("name", ["koyama-lai-bulls-and-cows", "koyama-lai-4p6c", "2p2c", "1p10c"])
def test_example_of_an_answer_is_right(name):
    secret, guess, black, white = re.fullmatch(
        r"If the secret is (\w+), the answer to (\w+) is: \D*(\d)\D+(\d)\D*\.",
        list(game_rules(Sheet(tree_of(name), "rules")))[3],
    ).groups()
    assert (int(black), int(white)) == feedback(guess, secret)
