"""The guess that leaves the fewest secrets on average."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import RulesError, feedback, parse_code, parse_rules
from mmtree.play.expected_size import expected_size, smallest_expected_size

RULES = [parse_rules(name) for name in ("3p3c", "3p4c-distinct", "3p4c-black", "2p5c")]


def squares(guess, secrets, rules):
    """Return the sum of the squared numbers of secrets that get the same feedback."""
    sizes = Counter(feedback(guess, secret, rules) for secret in secrets)
    return sum(size * size for size in sizes.values())


@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_guess_leaves_fewest_then_is_secret_then_lowest(data):
    rules = data.draw(st.sampled_from(RULES))
    codes = list(rules.codes())
    secrets = data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=12, unique=True))
    rank = lambda code: (squares(code, secrets, rules), code not in secrets, code)  # noqa: E731
    assert smallest_expected_size(secrets, codes[0], rules) == min(codes, key=rank)


def test_a_found_secret_leaves_none():
    assert expected_size({40: 1}, 40) == 0
    assert expected_size({21: 1, 40: 1}, 40) == 0.5
    assert expected_size({10: 3, 21: 1}, 40) == 2.5


def test_inconsistent_code_that_leaves_fewer_is_chosen():
    rules = parse_rules("4p6c")
    secrets = [parse_code(code, rules) for code in ("AABC", "AABD", "AABE", "AABF")]
    guess = smallest_expected_size(secrets, 0, rules)
    assert guess not in secrets
    assert squares(guess, secrets, rules) < squares(secrets[0], secrets, rules)


@pytest.mark.parametrize("count", [50, 400])
def test_many_secrets_are_compared_with_codes_from_the_whole_range(monkeypatch, count):
    """The candidates are evenly distributed secrets and codes, and the tree's guess."""
    rules = parse_rules("4p6c")
    secrets = list(range(3, 3 + count))
    monkeypatch.setattr("mmtree.play.expected_size.MAX_COMPARISONS", 1 << 14)
    most = (1 << 14) // count
    assert most < rules.secrets
    some = secrets if count <= most else [secrets[at * count // most] for at in range(most)]
    others = [at * rules.secrets // most for at in range(most)]
    for tree_guess in (1295, parse_code("CEBA", rules)):
        candidates = [*some, *others, tree_guess]
        expected = min(
            candidates, key=lambda code: (squares(code, secrets, rules), code not in secrets)
        )
        assert smallest_expected_size(secrets, tree_guess, rules) == expected


def test_a_secret_is_a_code():
    with pytest.raises(RulesError):
        smallest_expected_size([1296, 0], 0, parse_rules("4p6c"))
