"""The best complete tree that the parts of a search make."""

import numpy as np
import pytest

from mmtree import PegRules, parse_rules, word_rules
from mmtree.game.code_table import CodeTable
from mmtree.search.best_so_far import best_solution
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import split
from mmtree.search.prices import Prices
from mmtree.search.solved_parts import PART, SolvedParts
from mmtree.strategies.interface import expand_tree
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

from support.environment import needs_native
from support.synthetic_words import synthetic_words

RULES = PegRules(3, 5)
OPENING = 7  # ABC
WORDS = synthetic_words(60, 90)
LONG = [[word + word[0] for word in words] for words in WORDS]
GAMES = [RULES, parse_rules("3p5c-consistent"), word_rules(*WORDS), word_rules(*LONG)]
GAMES.append(RULES.weighted([1 + place % 7 for place in range(125)]))


def pack(parts):
    """Return parts from pairs of a path and a plan, with prices that nobody should believe."""
    records = [(*path, *(-1,) * (4 - len(path)), 1, len(plan)) for path, plan in parts]
    plans = [guess for _, plan in parts for guess in plan]
    return SolvedParts(np.array(records, PART), np.array(plans, np.uint32))


def list_parts(table, prices, levels, path=(), secrets=None):
    """Return parts of an optimal tree of an opening; levels 1 to 4: the lengths of their paths."""
    secrets = table.secrets if secrets is None else secrets
    if len(path) % 2:
        parts = []
        for value, cell in split(table, secrets, path[-1]):
            place = table.place(path[-1], value)
            if len(cell) > 2 and place + 1 < table.width:
                parts += list_parts(table, prices, levels, (*path, place), cell)
        return parts
    openings = None if path else np.array([OPENING])
    guesses = Search(table, prices).solve(secrets, path[::2], openings).guesses
    if len(path) == levels:
        return [(path, guesses)]
    tried = (*path, guesses[0])
    inner = list_parts(table, prices, levels, tried, secrets) if len(tried) < levels else []
    return inner or [(tried, guesses)]


def figures(table, solution):
    """Play a solution by the code that makes trees of it."""
    nodes = expand_tree(table, solution.guesses, None)
    return StrategyTree(table.rules, Strategy("improved"), *nodes).figures


@pytest.mark.parametrize("levels", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", GAMES, ids=["pegs", "consistent", "words", "wide", "weights"])
@pytest.mark.parametrize("last", [None, 5, 3])
def test_parts_of_an_opening_make_its_tree(rules, levels, last):
    table, prices = CodeTable(rules), Prices(last=last)
    best = Search(table, prices).solve(table.secrets, openings=np.array([OPENING]))
    if not best.guesses:
        assert last == 3
        return
    found = best_solution(table, prices, pack(list_parts(table, prices, levels)))
    assert (found.price, found.most) == (best.price, best.most)
    played = figures(table, found)
    assert (played.total, played.max) == (best.price, best.most)


def test_plans_that_do_not_fit_are_ignored():
    table, prices = CodeTable(RULES), Prices()
    (path, plan), *others = list_parts(table, prices, 2)
    optimum = best_solution(table, prices, pack([(path, plan), *others]))
    for wrong in ((), plan[:-1], (*plan, 1), (0, *plan), (OPENING,) * len(plan)):
        assert best_solution(table, prices, pack([(path, wrong), *others])) is None
        several = [(path, wrong), ((*path, plan[0]), plan), *others]
        assert best_solution(table, prices, pack(several)) == optimum
        assert best_solution(table, prices, pack(several), OPENING + 1) is None
    assert best_solution(table, Prices(last=optimum.most - 1), pack(several)) is None


def test_the_cheapest_of_several_plans_is_taken():
    table, prices = CodeTable(RULES), Prices()
    (path, plan), *others = list_parts(table, prices, 2)
    optimum = best_solution(table, prices, pack([(path, plan), *others]))
    secrets = dict(split(table, table.secrets, OPENING))[RULES.feedbacks[path[1]]]
    dear = Search(table, prices).solve(secrets, path[:1], np.array([124])).guesses
    tried = [((*path, guesses[0]), guesses) for guesses in (dear, plan)]
    assert best_solution(table, prices, pack([tried[0], *others])).price > optimum.price
    for order in (tried, tried[::-1]):
        assert best_solution(table, prices, pack([*order, *others])) == optimum


@needs_native
@pytest.mark.parametrize("jobs", [1, 2])
def test_parts_of_a_running_search_make_better_and_better_trees(jobs):
    rules = PegRules(4, 7)
    table, packed, totals = CodeTable(rules), [], []

    def note(progress):
        found = best_solution(table, Prices(), SolvedParts.unpack(*packed))
        if found:
            totals.append((found.price, figures(table, found).total))

    search = NativeSearch(table, Prices(), jobs, keep=packed.append)
    optimum = search.solve(table.secrets, report=note)
    note(None)
    compact = SolvedParts.unpack(*packed).compact()
    assert best_solution(table, Prices(), compact).price == optimum.price == totals[-1][0] == 11228
    assert all(price == played for price, played in totals)
    assert totals == sorted(totals, reverse=True)
