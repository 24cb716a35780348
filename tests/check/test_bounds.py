"""Lower bounds for all strategies, by counting; cells are counted without listing secrets."""

import pytest

from mmtree import parse_rules
from mmtree.check.bounds import after_real_opening, formula, openings

BOUNDS = [  # rules, max and total by the formula, max and total after a real opening, source
    ("4p6c", 4, 4986, 5, 5196, "Viaud 1979: 4; averages 3.847 and 4.009"),
    ("3p2c", 3, 17, 3, 18, "by hand: AAB leaves cells of 3, 2, 1 and 1"),
    ("1p2c", 2, 3, 2, 3, "by hand: the first guess is right or the second"),
    ("1p36c", 36, 666, 36, 666, "by hand: a guess rules out one colour"),
]


@pytest.mark.parametrize(("text", "most", "total", "real_most", "real_total", "source"), BOUNDS)
def test_known_bounds(text, most, total, real_most, real_total, source):
    rules = parse_rules(text)
    plain = formula(rules.secrets, len(rules.feedbacks))
    real = after_real_opening(rules)
    assert (plain.max, plain.total, real.max, real.total) == (most, total, real_most, real_total)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["9p36c", "9p36c-distinct", "9p9c-black", "9p2c", "4p10c"])
def test_every_secret_and_code_is_counted(text):
    rules = parse_rules(text)
    kinds = list(openings(rules))
    assert sum(kind.equivalent for kind in kinds) == rules.secrets
    for kind in kinds:
        assert sum(kind.cells.values()) == rules.secrets
        assert kind.cells[rules.all_right] == 1
        assert kind.cells.keys() <= set(rules.feedbacks)


def test_one_opening_of_each_class():
    def kinds(text):
        return [opening.code for opening in openings(parse_rules(text))]

    assert kinds("4p2c") == [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1)]
    assert kinds("4p6c-distinct") == [(0, 1, 2, 3)]
    assert kinds("4p6c-black") == [(0, 0, 0, 0)]
