"""Lower bounds for all strategies, by counting; cells are counted without listing secrets."""

from collections import Counter

import pytest

from mmtree import parse_rules
from mmtree.check.bounds import after_real_opening, codes, formula, opening_cells, openings
from mmtree.check.game import answer

SMALL = [
    *("1p2c", "1p5c", "2p2c", "2p2c-distinct", "2p2c-distinct-black", "3p2c", "3p4c", "4p6c"),
    *("3p3c-distinct", "3p3c-distinct-black", "4p5c-distinct", "3p5c-distinct-black"),
    *("3p4c-black", "2p6c-black", "5p3c", "6p2c", "4p5c", "2p36c"),
]
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


@pytest.mark.parametrize("text", SMALL)
def test_cells_equal_those_of_listed_secrets(text):
    rules = parse_rules(text)
    for opening in openings(rules):
        answers = Counter(answer(opening.code, code, rules.whites) for code in codes(rules))
        assert opening.cells == answers
        assert list(opening.cells) == sorted(answers)


@pytest.mark.parametrize("text", ["3p4c", "4p6c-distinct", "3p4c-black", "3p3c-distinct-black"])
def test_codes_of_a_class_have_equal_cell_sizes(text):
    """Exactly ``equivalent`` codes have the cell sizes of an opening; no code has other sizes."""
    rules = parse_rules(text)
    kinds = Counter()
    for code in codes(rules):
        kinds[tuple(opening_cells(rules, code).items())] += 1
    assert kinds == {tuple(kind.cells.items()): kind.equivalent for kind in openings(rules)}


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
