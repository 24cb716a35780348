"""Solutions of games with two pegs equal those of exact search and brute force."""

from functools import cache
from itertools import permutations, product

import pytest

from mmtree import NoTreeError, RulesError, build_tree
from mmtree.check.game import answer
from mmtree.research.two_pegs import TwoPegs


@pytest.mark.parametrize("distinct", [False, True])
def test_two_pegs_agree_with_exact_search(distinct):
    games = TwoPegs(distinct)
    for colors in range(2, 9 if distinct else 7):
        rules = f"2p{colors}c{'-distinct' * distinct}"
        total, most = games.least(colors)
        assert build_tree("koyama-lai", rules).total == total
        assert build_tree("koyama-lai", rules, max_guesses=most).max <= most
        with pytest.raises(NoTreeError):
            build_tree("koyama-lai", rules, max_guesses=most - 1)


def by_brute_force(colors, distinct):
    """Return the least total and max over all guesses for all sets of secrets."""
    codes = list(permutations(range(colors), 2) if distinct else product(range(colors), repeat=2))

    @cache
    def least(secrets):
        if len(secrets) == 1:
            return 1, 1
        total = most = len(secrets) ** 2
        for guess in codes:
            cells = {}
            for secret in secrets:
                cells.setdefault(answer(guess, secret, True), []).append(secret)
            cells.pop(20, None)
            if cells and max(map(len, cells.values())) < len(secrets):
                each = [least(tuple(cell)) for cell in cells.values()]
                total = min(total, len(secrets) + sum(cost for cost, _ in each))
                most = min(most, 1 + max(guesses for _, guesses in each))
        return total, most

    return least(tuple(codes))


@pytest.mark.parametrize(
    ("colors", "distinct"), [(2, False), (3, False), (4, False), (3, True), (4, True), (5, True)]
)
def test_two_pegs_agree_with_brute_force(colors, distinct):
    assert TwoPegs(distinct).least(colors) == by_brute_force(colors, distinct)


def test_two_colours_need_more_than_the_formula_says():
    codes = list(product(range(2), repeat=2))
    assert all(len({answer(guess, secret, True) for secret in codes}) < 4 for guess in codes)
    assert TwoPegs(False).least(2) == (8, 3)


def test_cache_does_not_change_results():
    games = TwoPegs(False)
    assert [games.least(n) for n in (9, 5, 9)] == [TwoPegs(False).least(n) for n in (9, 5, 9)]


@pytest.mark.parametrize("colors", [1, 37])
def test_invalid_number_of_colours_raises(colors):
    with pytest.raises(RulesError, match="must be from 2 to 36"):
        TwoPegs(True).least(colors)
