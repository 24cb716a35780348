"""Certificates that some guesses do not suffice count what the last guesses can find."""

import math
import subprocess

import pytest

from mmtree import ProofError, parse_rules
from mmtree.check.proof.checker import check_data
from mmtree.check.proof.codes import Codes
from mmtree.check.proof.within import LastGuesses
from mmtree.game.code_table import CodeTable
from mmtree.search.exact_native import count_capacities
from mmtree.search.feasibility import Capacity
from mmtree.search.kernel import kernel
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.proof import Statement, write_certificate

from support.environment import linux, needs_native
from support.naive_proofs import Game, header

SMALL = {"5p2c": 4, "4p4c-distinct": 5, "2p4c-black": 5, "3p3c-black": 5, "2p6c": 5, "1p14c": 14}
"""Games with their least max, which a test finds by trying all trees."""
IMPOSSIBLE = {  # rules, guesses and the number of records
    ("4p6c", 4): 1,
    ("5p5c", 4): 1,
    ("4p7c", 5): 6,
    ("6p4c", 4): 1,
    ("7p3c", 4): 6,
    ("9p2c", 5): 40,
    ("3p12c", 6): 8,
    ("3p13c", 7): 138,
    ("4p6c-black", 8): 309,
}
"""The table of proved least maxima in mmtree/search/README.md has one guess more."""


def certificate(rules, guesses):
    """Return the certificate that so many guesses do not suffice."""
    statement = Statement(parse_rules(rules), Prices(last=guesses), INFINITE)
    return b"".join(write_certificate([statement]))


@pytest.mark.parametrize("rules", [*SMALL, "4p6c", "3p8c", "5p3c", "bulls-and-cows", "4p5c-black"])
def test_checker_and_search_count_the_same(rules):
    last, capacity = LastGuesses(Codes(parse_rules(rules))), Capacity(CodeTable(parse_rules(rules)))
    assert last.two.tolist() == capacity.most[2, :-1].tolist()
    if kernel() == "native":
        assert [*count_capacities(parse_rules(rules))] == capacity.most.ravel().tolist()
    if len(capacity.most) > 3:
        assert last.most(3) == capacity.most[3, 0]
    if len(capacity.most) > 4:
        assert last.most(4) == capacity.most[4, 0]
    assert last.most(1000) >= len(last.codes.every)


@pytest.mark.parametrize("rules", SMALL)
def test_counts_follow_from_the_definition(rules):
    two, three = Game(rules).last_guesses
    last = LastGuesses(Codes(parse_rules(rules)))
    assert (last.two.tolist(), last.most(3)) == (two, three)
    most = 1 + (last.codes.kinds - 1) * three
    assert last.most(4) == (most if three < len(last.codes.every) else three)


@linux
@needs_native
@pytest.mark.slow(after=2)
@pytest.mark.parametrize(("rules", "guesses"), IMPOSSIBLE)
def test_certificate_shows_that_guesses_do_not_suffice(rules, guesses, fast, tmp_path):
    data = certificate(rules, guesses)
    (shown,) = check_data(data, "a.proof").statements
    assert (shown.bound, shown.last, shown.records) == (None, guesses, IMPOSSIBLE[rules, guesses])
    (tmp_path / "a.proof").write_bytes(data)
    result = subprocess.run([fast, tmp_path / "a.proof"], capture_output=True, text=True)
    claim = f"{rules}: no strategy finds every secret within {guesses} guesses"
    assert result.stdout.startswith(claim)


@pytest.mark.slow(after=4)
@pytest.mark.parametrize("rules", SMALL)
def test_least_max_is_found_by_trying_all_trees(rules):
    for guesses in (SMALL[rules] - 1, SMALL[rules]):
        game = Game(rules, last=guesses)
        assert (game.price(0, game.whole) == math.inf) == (guesses < SMALL[rules])


@linux
@pytest.mark.parametrize("rules", SMALL)
def test_nothing_false_is_accepted(rules, check_in_c):
    """The only record of a certificate of too few guesses lists nothing."""
    for guesses in range(SMALL[rules], SMALL[rules] + 4):
        data = header(parse_rules(rules)) + Game(rules, last=guesses).line(math.inf) + bytes(2)
        with pytest.raises(ProofError, match="is left out"):
            check_data(data, "a.proof")
        assert "is left out" in check_in_c(data).stderr


@needs_native
@pytest.mark.parametrize("rules", SMALL)
def test_certificate_is_written_exactly_if_it_is_true(rules):
    for guesses in range(2, SMALL[rules]):
        check_data(certificate(rules, guesses), "a.proof")
    for guesses in range(SMALL[rules], SMALL[rules] + 4):
        with pytest.raises(ValueError, match="a price below the limit"):
            certificate(rules, guesses)
