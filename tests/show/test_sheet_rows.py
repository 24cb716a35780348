"""Rows and short notation: the part of a tree that a player needs."""

import pytest

from mmtree import build_tree
from mmtree.show.sheet_rows import Rows
from mmtree.show.sheets.short_notation import ShortNotation

from support.expected_games import tree_of


@pytest.mark.parametrize("name", ["knuth-4p6c", "koyama-lai-3p2c", "koyama-lai-4p6c-distinct"])
def test_rows_are_reached_once_in_the_order_of_play_and_show_every_node(name):
    """The first row after a row has the next number; the others have ascending numbers."""
    tree = tree_of(name)
    rows = Rows(tree)
    reached = [cell.row for row in rows for cell in row.cells if cell.row]
    assert sorted(reached) == list(range(2, len(rows) + 1))
    codes = sum(len(cell.codes) for row in rows for cell in row.cells)
    assert len(rows) + codes == len(tree)
    for row in rows:
        following = [cell.row for cell in row.cells if cell.row]
        assert following == sorted(following)
        assert not following or following[0] == row.number + 1
        for cell in row.cells:  # one or two secrets left never get a row
            assert (cell.row == 0) == (1 <= len(cell.codes) <= 2)


def test_short_notation_omits_what_rule_finds():
    """The guesses of a lexicographic tree all follow the rule, so none is printed."""
    tree = tree_of("lexicographic-4p6c")
    assert ShortNotation(tree).printed(tree.root) == {}


def test_short_notation_prints_other_guesses(koyama_lai):
    notation = ShortNotation(koyama_lai)
    printed = [koyama_lai.root]
    for node in printed:
        printed += notation.printed(node).values()
    assert len(printed) == 151  # of 1331 nodes
    for node in printed:
        assert node.index == 0 or koyama_lai.extent[node.index] > 2


@pytest.mark.parametrize(
    ("strategy", "rules", "opening"),
    [
        ("random", "3p4c-distinct", "BCA"),
        ("counting", "3p3c-black", "BAA"),
        ("random", "3p5c-distinct", "CBA"),
        ("lexicographic", "3p5c", "ABC"),
        ("knuth", "3p6c", None),
    ],
)
def test_games_by_short_notation_take_equal_guesses(strategy, rules, opening):
    """The opening is printed even if the reader finds all other guesses by the rule."""
    tree = build_tree(strategy, rules, opening=opening)
    notation = ShortNotation(tree)
    lengths = [len(list(notation.game(secret))) for secret in tree.rules.codes()]
    assert tuple(lengths.count(guesses) for guesses in range(1, tree.max + 1)) == tree.histogram
