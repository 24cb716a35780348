"""The objectives of exact searches: in words, read again, and as prices."""

import pytest

from mmtree.errors import StrategyError
from mmtree.game.objective import Objective
from mmtree.strategies.builder import build_tree

FEWEST = ", then least max, then fewest at it"
WORDS = {
    "expected": Objective(),
    "expected, at most 5": Objective(max_guesses=5),
    "worst, then expected": Objective(worst_first=True),
    f"worst, then expected, at most 6{FEWEST}": Objective(True, 6, True),
    f"expected{FEWEST}, opened AABC": Objective(fewest_at_max=True, opening="AABC"),
    "worst, then fewest at it, then expected": Objective(fewest_first=True),
    "most within 5, then expected, at most 6": Objective(max_guesses=6, most_within=5),
    "max, opened 1, 2": Objective(max_only=True, opening="1, 2"),
}


@pytest.mark.parametrize("words", WORDS)
def test_objective_in_words_is_read_again(words):
    assert str(WORDS[words]) == words
    assert Objective.read(words) == WORDS[words]


@pytest.mark.parametrize(
    "words",
    [
        *("", "fun", "worst", "expected, at most 0", "expected, at most 5, at most 5"),
        *("most within 0, then expected", f"most within 5, then expected{FEWEST}"),
        *("max, at most 5", f"max{FEWEST}", f"expected{FEWEST}, at most 5", "expected, opened "),
    ],
)
def test_other_words_are_no_objective(words):
    assert Objective.read(words) is None


def test_price_counts_what_the_objective_names():
    histogram = (1, 4, 3)  # 8 secrets, total 18
    assert Objective(True, 5).price(histogram) == 18
    assert Objective(fewest_at_max=True).price(histogram) == (18 * 9 + 3) * 9 + 3
    assert Objective(max_only=True).price(histogram) == 3
    assert Objective(fewest_first=True).price(histogram) == 18 + 3 * (8 * 3 + 1)
    assert Objective(most_within=1).price(histogram) == 18 + 7 * (8 * 8 + 1)
    assert Objective(max_guesses=4, most_within=2).price(histogram) == 18 + 3 * (8 * 4 + 1)
    assert Objective(most_within=9).price(histogram) == 18


@pytest.mark.parametrize(
    ("words", "figures", "text"),
    [
        ("expected", "average", "bestAverage"),
        ("worst, then expected", "max, average", "bestWorst"),
        ("expected, at most 5", "average within 5", "bestWithin"),
        (f"expected{FEWEST}", "average, max, …", ""),
        ("worst, then expected, at most 5", "max, average within 5", ""),
        ("max, opened AABC", "max, opened AABC", ""),
        ("worst, then fewest at it, then expected", "max, at max, average", ""),
        ("most within 4, then expected, at most 6", "most within 4, average within 6", ""),
    ],
)
def test_short_texts(words, figures, text):
    objective = Objective.read(words)
    assert (objective.figures, objective.text_name) == (figures, text)


@pytest.mark.parametrize("objective", [Objective(opening="AAB"), Objective(max_only=True)], ids=str)
def test_search_takes_no_objective_of_a_proof(objective):
    with pytest.raises(StrategyError, match="give the opening as opening; least-max is a strategy"):
        build_tree("koyama-lai", "3p2c", objective=objective)
