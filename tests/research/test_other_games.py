"""The research on trees and openings holds for house rules, words and tables, too."""

from itertools import permutations

import pytest

from mmtree import RulesError, build_tree, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.research.bounds import compute_bounds
from mmtree.research.compare import TreeRenaming, compare, find_renaming
from mmtree.research.games import Games, figures_by_pattern, hardest_secrets
from mmtree.research.openings import class_size, lowest_equivalent, study

from research.test_compare import renamed
from support.other_games import OTHER_GAMES

EVERY = pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
HOUSE = [each for each in OTHER_GAMES.values() if each.uses_pegs and each.renaming != "never"]


@EVERY
def test_games_have_the_figures_of_their_tree(rules):
    tree = build_tree("knuth", rules)
    games = Games(tree)
    assert sum(games.guesses.values()) == tree.total
    assert len(hardest_secrets(games)) == tree.histogram[-1]
    assert sum(each.total for each in figures_by_pattern(games).values()) == tree.total
    for secret, guesses in games.guesses.items():
        assert len(games.play(secret)) - guesses in {rules.only_asks, rules.identified}


@EVERY
def test_bounds_hold_for_the_best_tree(rules):
    tree, found = build_tree("koyama-lai", rules), compute_bounds(rules)
    for least in (found.formula, found.least_after_one, found.least_after_two):
        assert least.max <= tree.max
        assert least.total <= tree.total


@EVERY
def test_tree_is_compared_with_another(rules):
    found = compare(*(Games(build_tree(name, rules)) for name in ("koyama-lai", "knuth")))
    saved = found.first.tree.total - found.second.tree.total
    assert found.first_gain.secrets + found.second_gain.secrets + found.equal == rules.secrets
    assert saved <= 0


@pytest.mark.parametrize("text", ["3p3c-places", "3p3c-right", "3p3c-holes"])
def test_renamed_colors_are_found_but_no_hole(text):
    rules = parse_rules(text)
    tree = build_tree("knuth", rules)
    found = find_renaming(tree, renamed(tree, (0, 1, 2), [(1, 2, 0, 3)] * 3))
    assert isinstance(found, TreeRenaming)
    assert found.colors[0].get(3, 3) == 3


def test_places_are_not_exchanged_where_answers_name_them():
    """So permuted, the guesses no longer fit the answers."""
    tree = build_tree("knuth", "3p3c-places")
    assert all(
        find_renaming(tree, renamed(tree, places, [(0, 1, 2)] * 3, claim=tree.figures)) is None
        for places in permutations(range(3))
        if places != (0, 1, 2)
    )


def test_words_and_tables_cannot_be_renamed():
    for name in ("words", "table"):
        tree = build_tree("knuth", OTHER_GAMES[name])
        assert find_renaming(tree, tree) is None


@pytest.mark.parametrize("rules", HOUSE, ids=map(str, HOUSE))
def test_openings_of_a_class_are_counted(rules):
    found = study("koyama-lai", rules, jobs=1)
    every = study("counting", rules, every=True, jobs=1)
    assert sum(class_size(code, rules) for code in found.openings) == len(every.openings)
    assert sorted({lowest_equivalent(code, rules) for code in every.openings}) == [*found.openings]
    least = min(figures.total for figures in found.openings.values())
    assert least == build_tree("koyama-lai", rules).total


def test_opening_that_splits_nothing_is_left_out():
    """A code of one colour has one black peg of every secret that has all three colours."""
    first, *_ = study("knuth", "3p3c-distinct-secrets", jobs=1).openings
    assert CodeTable(parse_rules("3p3c-distinct-secrets")).rank(first) == 1  # AAB


def test_openings_need_rules_in_pegs():
    with pytest.raises(RulesError, match="words has no classes of equivalent openings"):
        study("knuth", OTHER_GAMES["words"])
