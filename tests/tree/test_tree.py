"""The strategy tree in memory."""

from array import array
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mmtree
from mmtree import FeedbackError, format_code, parse_rules
from mmtree.tree.provenance import Figures, Proof, Strategy
from mmtree.tree.tree import StrategyTree, TreeError


def tree(rules, *nodes):
    """Return a tree from (guess, feedback, extent) of each node in preorder."""
    guess, feedback, extent = zip(*nodes, strict=True)
    return StrategyTree(
        parse_rules(rules),
        Strategy("test"),
        array("Q", guess),
        array("B", feedback),
        array("I", extent),
    )


def test_figures_of_a_small_tree():
    # 1 peg of 4 colours: one code after the other.
    small = tree("1p4c", (0, 0, 4), (1, 0, 3), (2, 0, 2), (3, 0, 1))
    assert (len(small), small.total, small.max, small.histogram) == (4, 10, 4, (1, 1, 1, 1))
    assert small.average == Fraction(10, 4)
    assert list(small.walk()) == [(0, 0), (1, 1), (2, 2), (3, 3)]


ROWS = ((0, 0, 4), (1, 0, 3), (2, 0, 2), (3, 0, 1))


def test_trees_are_equal_by_content(knuth):
    again = mmtree.load("knuth-4p6c")
    assert (again is not knuth, again == knuth, hash(again) == hash(knuth)) == (True, True, True)
    assert mmtree.build_tree("koyama-lai", "3p2c") == mmtree.load("koyama-lai-3p2c")
    assert again.node([10, 11]) == knuth.node([10, 11])
    assert len({tree("1p4c", *ROWS), tree("1p4c", *ROWS)}) == 1
    assert knuth != "knuth-4p6c"


@pytest.mark.parametrize(
    "change",
    [
        {"rules": parse_rules("1p4c-black")},
        {"strategy": Strategy("test", {"seed": 1})},
        {"guess": array("Q", (1, 0, 2, 3))},
        {"proof": Proof("expected", 10, 10)},
        {"claim": Figures.of((1, 1, 2))},
    ],
    ids=lambda change: next(iter(change)),
)
def test_trees_of_other_content_are_unequal(change):
    small = tree("1p4c", *ROWS)
    parts = {name: getattr(small, name) for name in ("rules", "strategy", "guess", "proof")}
    parts |= {"feedback": small.feedback, "extent": small.extent, "claim": None}
    assert StrategyTree(**parts) == small
    assert StrategyTree(**{**parts, **change}) != small


def test_nodes_lead_to_their_children(koyama_lai):
    root = koyama_lai.root
    assert format_code(root.guess, koyama_lai.rules) == "AABC"
    assert root.secrets_left == 1296
    assert root.consistent
    assert not root.is_leaf
    assert list(root.children) == [0, 1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 30]
    assert root.possible_feedbacks == (*root.children, 40)
    assert sum(child.secrets_left for child in root.children.values()) == 1295
    assert koyama_lai.node([10, 11]) == root.child(10).child(11)
    leaf = koyama_lai.node([4, 22])
    assert leaf.is_leaf
    assert leaf.possible_feedbacks == (40,)


def test_missing_branch_raises_or_returns_default(knuth):
    assert knuth.root.get(40) is None
    assert knuth.root.get(31, knuth.root) == knuth.root
    with pytest.raises(FeedbackError, match="4b0w ends the game: nothing follows it"):
        knuth.root.child(40)
    with pytest.raises(FeedbackError, match="no branch for feedback 3b1w: possible are 0b0w"):
        knuth.root.child(31)
    with pytest.raises(FeedbackError):
        knuth.node([0, 99])


def test_consistent_nodes_are_all_secrets(knuth):
    found = [knuth.guess[i] for i, consistent in enumerate(knuth.consistent) if consistent]
    assert sorted(found) == list(range(1296))


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([(0, 0, 3), (1, 0, 2), (2, 0, 1)], "only 3 nodes for the 4 secrets"),
        ([(0, 0, 4), (1, 1, 3), (2, 0, 2), (3, 0, 1)], "feedback 1 cannot lead to a branch"),
        ([(0, 0, 4), (1, 0, 1), (2, 0, 2), (3, 0, 1)], "branch 0 follows branch 0"),
        ([(0, 0, 9 - index) for index in range(8)], "8 nodes: a tree of 1p4c has fewer than 8"),
    ],
)
def test_invalid_nodes_are_refused(nodes, reason):
    with pytest.raises(TreeError, match=reason):
        tree("1p4c", *nodes)


@settings(max_examples=20, deadline=None)
@given(st.randoms())
def test_permuted_positions_and_colors_keep_the_histogram(knuth, random):
    rules = knuth.rules
    order = random.sample(range(rules.pegs), rules.pegs)
    names = random.sample(range(rules.colors), rules.colors)
    guesses = array("Q")
    for code in knuth.guess:
        digits = rules.digits(code)
        guesses.append(rules.number(tuple(names[digits[position]] for position in order)))
    moved = StrategyTree(rules, Strategy("moved"), guesses, knuth.feedback, knuth.extent)
    assert moved.histogram == knuth.histogram
