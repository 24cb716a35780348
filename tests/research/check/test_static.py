"""The checker finds out whether static guesses separate all secrets."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import SizeError, feedback, parse_code, parse_rules
from mmtree.research.check.static import check_static


def check(rules, codes):
    game = parse_rules(rules)
    return check_static(game, [game.digits(parse_code(code, game)) for code in codes.split()])


KNOWN = [
    ("4p6c", "0110 1243 2200 3413 4545 5532"),
    ("4p6c", "0351 2250 3203 4141 4405 5523"),
    ("4p6c", "0340 2250 3203 4141 4405 5523"),
    ("3p4c", "001 022 312"),
    ("2p3c", "02 12"),
]
"""Sets of guesses that are claimed to separate all secrets."""


@pytest.mark.parametrize(("rules", "codes"), KNOWN)
def test_known_sets_separate_all_secrets_only_as_a_whole(rules, codes):
    findings = check(rules, codes)
    assert findings.separates_all
    assert findings.rows == findings.single == parse_rules(rules).secrets
    assert (findings.largest, findings.expected, findings.answers) == (1, 1, ())
    guesses = codes.split()
    for at in range(len(guesses)):
        assert not check(rules, " ".join(guesses[:at] + guesses[at + 1 :])).separates_all


def test_too_many_secrets_are_refused():
    with pytest.raises(SizeError, match="9p36c has 101559956668416 secrets: at most 1000000"):
        check_static(parse_rules("9p36c"), [])


SMALL = st.sampled_from(["1p5c", "2p4c", "3p3c", "3p4c-distinct", "3p3c-black", "4p2c", "2p2c"])


@given(st.data())
def test_answer_follows_the_rules_of_the_game(data):
    """The findings equal brute force; the example is the first pair of unseparated secrets."""
    rules = parse_rules(data.draw(SMALL))
    codes = list(rules.codes())
    guesses = data.draw(st.lists(st.sampled_from(codes), max_size=4))
    rows = {code: tuple(feedback(guess, code, rules) for guess in guesses) for code in codes}
    findings = check_static(rules, [rules.digits(guess) for guess in guesses])
    sizes = Counter(Counter(rows.values()).values())
    assert findings.sizes == sizes
    assert findings.expected == Fraction(sum(n * size**2 for size, n in sizes.items()), len(codes))
    pairs = [(one, two) for one in codes for two in codes if one < two and rows[one] == rows[two]]
    assert findings.separates_all == (not pairs)
    if pairs:
        assert findings.example == tuple(map(rules.digits, pairs[0]))
        assert findings.answers == rows[pairs[0][0]]
