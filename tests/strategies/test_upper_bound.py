"""An upper bound of the total makes a search shorter, and never changes its result."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import CheckpointError, NoTreeError, StrategyError, build_tree, load
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.exact import Search
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solved_parts import PART
from mmtree.tree.file import encode

from support.environment import TREES, needs_native

OBJECTIVES = [
    {},
    {"max_guesses": 5},
    {"fewest_at_max": True},
    {"worst_first": True},
    {"fewest_at_max": True, "max_guesses": 5},
    {"fewest_at_max": True, "worst_first": True},
    {"fewest_first": True},
    {"most_within": 3},
    {"most_within": 3, "max_guesses": 5},
    {"opening": "AAB"},
]


@pytest.mark.slow(after=3)
@pytest.mark.parametrize("options", OBJECTIVES, ids=str)
@pytest.mark.parametrize("rules", ["3p4c", "3p5c", "3p5c-distinct"])
def test_known_tree_changes_no_byte(kernel, rules, options):
    """The known tree is the optimum itself, or a worse one."""
    if rules.endswith("distinct") and "opening" in options:
        options = {"opening": "ABC"}
    tree = build_tree("koyama-lai", rules, **options)
    for known in (tree, build_tree("kooi", rules, opening=options.get("opening"))):
        found = build_tree("koyama-lai", rules, **options, below=known)
        assert encode(found) == encode(tree)
        assert "below" not in found.strategy.options


@needs_native
def test_known_tree_of_a_larger_max_is_no_limit_for_the_total():
    """The least total of 4p6c is 5625 with max 6, and 5626 with max 5."""
    tree = build_tree("koyama-lai", worst_first=True, below=load(TREES / "koyama-lai-4p6c.mmtree"))
    assert (tree.total, tree.max) == (5626, 5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "has a total below {}: that is proved"),
        ({"max_guesses": 4}, "finds every secret within 4 guesses at a total below {}: that is"),
        ({"opening": "AAA"}, "has a total below {} with that opening: that is proved"),
        ({"fewest_at_max": True}, "has a total below {}: that is prov"),
    ],
    ids=str,
)
def test_number_is_beaten_or_refused(kernel, options, words):
    tree = build_tree("koyama-lai", "3p4c", **options)
    assert encode(build_tree("koyama-lai", "3p4c", **options, below=tree.total + 1)) == encode(tree)
    assert encode(build_tree("koyama-lai", "3p4c", **options, below=2**60)) == encode(tree)
    for total in (tree.total, 1):
        with pytest.raises(NoTreeError) as error:
            build_tree("koyama-lai", "3p4c", **options, below=total)
        said = f"no strategy for 3p4c {words.format(total)}"
        assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("options", "below", "message"),
    [
        ({}, 0, "below must be a whole number of at least 1, got 0"),
        ({}, 2**63, "to 9223372036854775807, got 9223372036854775808"),
        ({}, True, "at least 1, got True"),
        ({}, "a.mmtree", "at least 1, got 'a.mmtree'"),
        ({}, ("knuth", "3p5c"), "below: the tree is for 3p5c, not for 3p4c"),
        (
            {"max_guesses": 4},
            ("lexicographic", "3p4c"),
            "takes 6 guesses, not 4: a number, such as 2",
        ),
        ({"opening": "AAB"}, ("knuth", "3p4c"), "opens ABC, not AAB: a number, such as"),
        ({"worst_first": True}, 250, "gives no bound for the least max"),
        ({"fewest_first": True}, 250, "gives no bound for the least max"),
        ({"most_within": 3}, 250, "no bound for the secrets found within 3 guesses; give a tree"),
    ],
    ids=str,
)
def test_useless_bound_is_refused(kernel, options, below, message):
    if isinstance(below, tuple):
        below = build_tree(*below)
    with pytest.raises(StrategyError, match=message):
        build_tree("koyama-lai", "3p4c", **options, below=below)


@needs_native
def test_checkpoint_resumes_with_another_limit(tmp_path):
    """Parts solved below one limit are valid below every limit."""
    expected = encode(build_tree("koyama-lai", "4p5c"))
    with pytest.raises(NoTreeError, match="has a total below 2463"):
        build_tree("koyama-lai", "4p5c", below=2463, checkpoint=tmp_path / "a")
    for below in (2464, build_tree("knuth", "4p5c"), None, 2464):
        found = build_tree("koyama-lai", "4p5c", below=below, checkpoint=tmp_path / "a")
        assert encode(found) == expected


@needs_native
def test_checkpoint_that_contradicts_tree_is_refused(tmp_path):
    made = Checkpoint(tmp_path / "a", PegRules(3, 4))
    records = np.array([(1, place, -1, -1, 1 << 50, 0) for place in range(8)], PART)
    made.keep("Prices(unit=1, last=None, surcharge=0)")((records.tobytes(), b""))
    known = build_tree("knuth", "3p4c", opening=1)
    with pytest.raises(CheckpointError, match="rules out all trees: remove it"):
        build_tree("koyama-lai", "3p4c", opening=1, below=known, checkpoint=tmp_path / "a")


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["2p4c", "3p3c", "3p4c-black", "3p5c-distinct"]), st.integers(0, 400))
def test_definition_with_limit(rules, limit):
    table = CodeTable(parse_rules(rules))
    everything = np.arange(len(table.numbers))
    expected = Search(table, Prices()).solve(everything)
    found = Search(table, Prices()).solve(everything, limit=limit)
    if expected.price < limit:
        assert (found.price, found.guesses) == (expected.price, expected.guesses)
    else:
        assert (found.price, found.guesses) == (INFINITE, ())
    assert found.scanned <= expected.scanned
