"""Limits of cells in the native kernel, compared with counts over all guesses and secrets."""

from collections import Counter

import numpy as np
import pytest

from mmtree import parse_rules, word_rules
from mmtree.game.code_table import CodeTable
from mmtree.search.native_game import native_game

from support.environment import needs_native

RULES = [
    *("1p3c", "2p2c", "3p2c", "3p5c", "4p3c", "4p4c", "5p2c", "6p2c", "3p5c-distinct"),
    *("4p5c-distinct", "3p3c-black", "4p3c-black", "3p4c-consistent"),
]


def count_limits(rules):
    """Return the most cells and the size of the largest cell, by feedback, and the feedbacks."""
    table = CodeTable(rules)
    values, answers = np.unique(table.answers(slice(None), slice(None)), return_inverse=True)
    answers = answers.reshape(len(table.guesses), -1)
    assert len(values) == table.width
    most, largest = np.zeros((2, table.width), int)
    for first in answers:
        for value in range(table.width):
            cell = answers[:, first == value]
            largest[value] = max(largest[value], cell.shape[1])
            cells = [len(set(row)) for row in cell.tolist()]
            most[value] = max(most[value], *cells)
    return most, largest, table.width


@needs_native
@pytest.mark.parametrize("text", RULES)
def test_limits_equal_counts_over_all_pairs_of_guesses(text):
    rules = parse_rules(text)
    most, largest, width = count_limits(rules)
    cells, found = native_game(rules).cell_limits()
    assert list(cells) == most.tolist()
    found = np.frombuffer(found, np.uint64).reshape(32, 65).astype(object)
    for limit in range(2, width + 1):
        assert found[1, limit] == 1
        for guesses in range(2, 6):
            after = [
                min(int(largest[value]), found[guesses - 1, min(most[value], limit)])
                for value in range(width - 1)
            ]
            right = limit == width  # a guess that finds a secret has one cell less to leave
            assert found[guesses, limit] == right + sum(sorted(after)[::-1][:limit])


@needs_native
def test_found_secrets_of_super_mastermind():
    """What the README says; size_bounds.py counts 20, 381 and 7240 secrets."""
    cells, found = native_game(parse_rules("5p8c")).cell_limits()
    found = np.frombuffer(found, np.uint64).reshape(32, 65)
    assert found[2:5, 20].tolist() == [20, 277, 3519]
    assert dict(Counter(cells)) == {1: 1, 5: 4, 9: 1, 13: 1, 14: 3, 16: 1, 19: 4, 20: 5}


@needs_native
def test_tables_have_no_limits():
    assert native_game(word_rules(["abc", "abd", "bcd"])).cell_limits() is None
