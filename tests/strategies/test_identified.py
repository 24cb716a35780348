"""Games that end when one secret is left."""

import msgpack
import pytest

from mmtree import build_tree, load, save, verify
from mmtree.check.proof.checker import check_data
from mmtree.errors import KernelError, ProofError
from mmtree.game.peg_rules import parse_rules
from mmtree.game.word_rules import word_rules
from mmtree.strategies.prove import prove, statements_of

COLUMNS = {2: (1, 1), 3: (2, 1, 2), 4: (3, 2, 2, 3), 5: (4, 2, 2)}
"""OEIS A231205 from its second term on, by colours and from one peg on; a(13) is printed as 5."""


@pytest.mark.parametrize("colors", COLUMNS)
@pytest.mark.parametrize("strategy", ["least-max", "koyama-lai"])
def test_terms_of_a231205(strategy, colors):
    options = {"worst_first": True} if strategy == "koyama-lai" else {}
    for pegs, most in enumerate(COLUMNS[colors], 1):
        tree = build_tree(strategy, f"{pegs}p{colors}c-distinct-places-identified", **options)
        assert tree.max == most
        assert tree.proof.optimal


def test_guess_that_is_the_secret_is_counted(tmp_path):
    """AA is right, or it is BB, or one of AB and BA, which one more guess tells apart."""
    tree = build_tree("koyama-lai", "2p2c-identified")
    assert (tree.total, tree.histogram) == (6, (2, 2))
    save(tree, tmp_path / "a.mmtree")
    report = verify(tmp_path / "a.mmtree", total=6, max=2)
    assert (report.total, report.histogram) == (6, (2, 2))
    assert load(tmp_path / "a.mmtree") == tree


def test_two_codes_take_one_guess():
    assert build_tree("koyama-lai", "1p2c-identified").histogram == (2,)
    words = word_rules(["ab", "ba"], identified=True)
    assert str(words) == "words-identified"
    assert build_tree("koyama-lai", words).histogram == (2,)


@pytest.mark.parametrize("strategy", ["knuth", "entropy", "kooi", "lexicographic"])
@pytest.mark.parametrize("text", ["4p4c", "3p3c-places"])
def test_other_strategies_make_the_same_guesses(strategy, text):
    """They do not ask how the game ends; only guesses that are known to be right are not counted."""
    guessed, identified = (build_tree(strategy, f"{text}{end}") for end in ("", "-identified"))
    assert (guessed.guess, guessed.extent) == (identified.guess, identified.extent)
    assert guessed.total - identified.total == list(guessed.extent).count(1)


def test_options_of_exact_search():
    rules = parse_rules("3p4c-identified")
    free = build_tree("koyama-lai", rules)
    for options in ({"max_guesses": free.max}, {"worst_first": True}, {"fewest_at_max": True}):
        tree = build_tree("koyama-lai", rules, **options)
        assert tree.proof.optimal
        assert (tree.total >= free.total) == (tree.max <= free.max)
    beam = build_tree("beam", rules, effort=3)
    assert beam.proof.lower_bound <= free.total <= beam.total
    assert build_tree("irving-exact", rules).total >= free.total


@pytest.mark.parametrize("text", ["2p3c-identified", "2p3c-nozero"])
def test_certificates_refuse(text):
    tree = build_tree("koyama-lai", text)
    with pytest.raises(KernelError, match=f"no certificates of games such as {text}"):
        prove(statements_of(tree))
    described = msgpack.packb(tree.rules.to_map())
    data = b"mmtree proof 2\n%d\n%s1 0 0 - 2\n\0\0" % (len(described), described)
    with pytest.raises(ProofError, match=f"certificates know no game as {text}"):
        check_data(data, "a")
