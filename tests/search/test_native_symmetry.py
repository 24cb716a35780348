"""The symmetry of the native kernel: the lowest of equivalent guesses, for any number of pegs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import format_code, parse_code, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.native_game import as_uint32, native_game

from support.environment import needs_native
from support.symmetries import lowest

SMALL = [
    *("1p4c", "2p4c", "3p2c", "3p4c", "4p3c", "5p2c", "5p3c", "6p2c", "7p2c", "2p4c-distinct"),
    *("3p5c-distinct", "4p4c-distinct", "3p4c-distinct-black", "2p3c-black", "3p3c-black"),
    *("4p2c-black", "6p2c-black"),
]


def representatives(table, history):
    lowest = np.empty(len(table.numbers), np.uint8)
    native_game(table.rules).representatives(as_uint32(np.array(history, np.intp)), lowest)
    return np.flatnonzero(lowest)


@pytest.mark.slow
@needs_native
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SMALL), st.lists(st.integers(0, 10**6), max_size=4))
def test_representatives_are_lowest_of_each_class(rules, history):
    table = CodeTable(parse_rules(rules))
    history = [guess % len(table.numbers) for guess in history]
    assert representatives(table, history).tolist() == lowest(table.rules, history)


@pytest.mark.slow
@needs_native
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["4p6c", "5p4c", "6p3c", "5p6c-distinct", "6p6c-distinct", "5p3c-black"]),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=3),
)
def test_native_symmetry_equals_numpy_up_to_six_pegs(rules, history):
    table = CodeTable(parse_rules(rules))
    symmetry = Symmetry(table)
    for guess in history:
        symmetry = symmetry.after(guess % len(table.numbers))
    expected = symmetry.representatives(np.arange(len(table.numbers)))
    found = representatives(table, [guess % len(table.numbers) for guess in history])
    assert np.array_equal(found, expected)


@needs_native
@pytest.mark.parametrize(
    ("rules", "openings"),
    [
        ("7p3c", "AAAAAAA AAAAAAB AAAAABB AAAAABC AAAABBB AAAABBC AAABBBC AAABBCC"),
        ("8p2c", "AAAAAAAA AAAAAAAB AAAAAABB AAAAABBB AAAABBBB"),
        ("9p2c", "AAAAAAAAA AAAAAAAAB AAAAAAABB AAAAAABBB AAAAABBBB"),
        ("7p3c-black", "AAAAAAA"),
        ("8p8c-distinct", "ABCDEFGH"),
    ],
)
def test_openings_of_many_pegs_are_partitions_of_the_pegs(rules, openings):
    table = CodeTable(parse_rules(rules))
    first = table.numbers[representatives(table, [])]
    assert " ".join(format_code(int(code), table.rules) for code in first) == openings


@needs_native
@pytest.mark.parametrize(
    ("rules", "history", "count"),
    [
        ("7p3c", "AAABBCC", 186),
        ("8p2c", "AAAABBBB", 15),
        ("9p2c", "AAAAABBBB", 30),
        ("9p2c", "AAAAABBBB AAABBAABB", 108),
        ("7p4c-black", "ABCDABC ABCDBCD", 50),
    ],
)
def test_second_guesses_of_many_pegs_use_the_whole_group(rules, history, count):
    """The expected counts are the numbers of classes of codes by Burnside's lemma."""
    table = CodeTable(parse_rules(rules))
    ranks = [table.rank(parse_code(text, table.rules)) for text in history.split()]
    assert len(representatives(table, ranks)) == count
