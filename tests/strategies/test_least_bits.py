"""The strategy least-bits: trees with the fewest bits at the least total, or at a price."""

import pytest

from mmtree import PegRules, StrategyError, build_tree, feedback, parse_rules
from mmtree.export.seed.encode import _positions
from mmtree.strategies.least_bits import ESCAPE

from support.all_trees import all_trees


def bits_of(tree, ask=3):
    """Return the bits of a tree by the definition of the export, with the escape of the search."""
    width = tree.rules.secrets.bit_length()
    return sum(len(at.answers(ESCAPE, width)) for at in _positions(tree) if len(at.listed) >= ask)


def frontier(rules, ask):
    """Return the best pairs (total, bits) of all trees for each opening, found by brute force."""
    width = rules.secrets.bit_length()

    def cost(left, guess):
        near = guess in left and left.index(guess) < ESCAPE
        bits = left.index(guess) + 1 if near else ESCAPE + width
        return len(left), bits if len(left) >= ask else 0

    everything = tuple(range(rules.secrets))
    trees = all_trees(rules, cost, lambda left: everything if len(left) >= ask else left[:1])
    return {code: trees(everything, [at]) for at, code in enumerate(rules.codes())}


@pytest.mark.slow(after=4)
@pytest.mark.parametrize("rules", ["2p3c", "2p4c", "3p2c", "3p3c-distinct", "2p5c-black", "4p2c"])
@pytest.mark.parametrize("ask", [3, 5])
def test_no_tree_is_cheaper(rules, ask):
    """For every opening and several prices, the tree is compared with all trees."""
    game = parse_rules(rules)
    for opening, points in frontier(game, ask).items():
        for price in (0, 30, 400, 5000):
            if not points:  # an opening that splits nothing has no tree
                continue
            tree = build_tree("least-bits", game, opening=opening, price=price, ask=ask)
            cost = (price or 0.001) * bits_of(tree, ask) + 1000 * tree.total
            least = min(1000 * total + (price or 0.001) * bits for total, bits in points)
            assert cost == pytest.approx(least, abs=1e-4)


@pytest.mark.parametrize("rules", ["3p4c", "4p3c", "3p5c-distinct", "3p4c-black"])
def test_least_total_comes_before_bits(rules):
    best = build_tree("koyama-lai", rules)
    tree = build_tree("least-bits", rules)
    assert tree.total == best.total
    assert bits_of(tree) <= bits_of(best)
    assert tree.proof.optimal
    assert tree.proof.objective == "expected"


def test_a_price_trades_guesses_for_bits():
    trees = [build_tree("least-bits", "3p5c", price=price) for price in (0, 200, 1000, 5000)]
    totals, bits = [tree.total for tree in trees], [bits_of(tree) for tree in trees]
    assert totals == sorted(totals)
    assert bits == sorted(bits, reverse=True)
    assert totals[0] < totals[-1]
    assert bits[0] > bits[-1]
    assert not trees[-1].proof.optimal
    assert trees[-1].proof.lower_bound == totals[0]


def test_unstored_guess_is_first_secret():
    tree = build_tree("least-bits", "3p4c", ask=9)
    for at in _positions(tree):
        assert at.rank == 0 or len(at.listed) >= 9


def test_opening_equals_that_of_koyama_lai():
    assert (
        build_tree("least-bits", "3p4c").root.guess == build_tree("koyama-lai", "3p4c").root.guess
    )
    assert (
        feedback(build_tree("least-bits", "2p3c", opening="BC").root.guess, 5, PegRules(2, 3)) == 20
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"price": -1}, "price must be a whole number from 0 to 1000000, got -1"),
        ({"ask": 2}, "ask must be a whole number of at least 3, got 2"),
    ],
)
def test_options_out_of_range(options, message):
    with pytest.raises(StrategyError, match=message):
        build_tree("least-bits", "2p3c", **options)
