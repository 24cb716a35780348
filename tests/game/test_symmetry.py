"""Symmetry finds one guess of each class of equivalent guesses."""

import numpy as np
import pytest

from mmtree import PegRules, build_tree, format_code, parse_code, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.tree.file import encode

from support.symmetries import images, keeping, lowest

OPENINGS = [  # rules, one opening of each class (partitions of the pegs)
    ("4p6c", "AAAA AAAB AABB AABC ABCD"),
    ("4p2c", "AAAA AAAB AABB"),
    ("5p8c", "AAAAA AAAAB AAABB AAABC AABBC AABCD ABCDE"),
    ("4p10c-distinct", "ABCD"),
    ("4p6c-black", "AAAA"),
    ("4p10c-distinct-black", "ABCD"),
]


@pytest.mark.parametrize(("text", "openings"), OPENINGS)
def test_openings_are_one_of_each_class(text, openings):
    rules = parse_rules(text)
    table = CodeTable(rules)
    first = Symmetry(table).representatives(np.arange(rules.secrets))
    assert " ".join(format_code(int(table.numbers[rank]), rules) for rank in first) == openings


@pytest.mark.parametrize(
    "text",
    [
        "3p4c",
        "3p3c-black",
        "2p4c-black",
        "3p4c-distinct-black",
        "3p5c-distinct",
        "4p3c",
        "3p3c-common",
    ],
)
@pytest.mark.parametrize("history", [0, 1, 2])
def test_representatives_agree_with_brute_force(monkeypatch, text, history):
    rules = parse_rules(text)
    table = CodeTable(rules)
    guesses = [1, rules.secrets // 2][:history]
    expected = lowest(rules, guesses)
    everything = np.arange(rules.secrets)
    symmetry = Symmetry(table)
    for guess in guesses:
        symmetry = symmetry.after(guess)
    assert symmetry.representatives(everything).tolist() == expected
    assert not symmetry.trivial or len(keeping(rules, guesses)) == 1
    monkeypatch.setattr("mmtree.game.symmetry.MAX_PERMUTED", 1)  # as if there were many pegs
    symmetry = Symmetry(table)
    for guess in guesses:
        symmetry = symmetry.after(guess)
    more = symmetry.representatives(everything)
    assert set(expected) <= set(more.tolist())
    if symmetry.trivial:
        assert len(more) == rules.secrets


def test_symmetry_ends_when_all_colors_are_used():
    rules = PegRules(4, 4)
    table = CodeTable(rules)
    symmetry = Symmetry(table)
    for text in ("AABC", "ABDD"):
        symmetry = symmetry.after(table.rank(parse_code(text, rules)))
    assert symmetry.trivial


def test_many_pegs_have_more_representatives_but_same_tree(monkeypatch):
    """The tree is the same, because ties go to the lowest code."""
    expected = encode(build_tree("koyama-lai", "3p3c"))
    monkeypatch.setattr("mmtree.game.symmetry.MAX_PERMUTED", 2)
    table = CodeTable(PegRules(3, 3))
    first = Symmetry(table).representatives(np.arange(27))
    names = [format_code(int(table.numbers[rank]), PegRules(3, 3)) for rank in first]
    assert names == ["AAA", "AAB", "ABB", "ABC"]  # AAB and ABB are equivalent
    assert encode(build_tree("koyama-lai", "3p3c")) == expected


def test_openings_of_nine_pegs_have_colors_in_order():
    rules = PegRules(9, 2)
    table = CodeTable(rules)
    first = Symmetry(table).representatives(np.arange(512))
    names = [format_code(int(table.numbers[rank]), rules) for rank in first]
    assert names == ["A" * count + "B" * (9 - count) for count in range(9, 0, -1)]
    after = Symmetry(table).after(table.rank(parse_code("AAAABBBBB", rules)))
    assert (
        len(after.representatives(np.arange(512))) == 5 * 6
    )  # 0 to 4 B in one part, 0 to 5 in the other


@pytest.mark.parametrize("text", ["3p3c-common", "2p4c-common", "3p4c-common-distinct"])
def test_permuted_and_renamed_codes_have_as_many_colors_in_common(text):
    rules = parse_rules(text)
    table = CodeTable(rules)
    answers = table.answers(slice(None), slice(None))
    for image in images(rules):
        assert (answers[image][:, image] == answers).all()
