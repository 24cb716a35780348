"""The guess that splits the secrets left into the most cells."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import Rules, RulesError, feedback, parse_code
from mmtree.play.most_cells import MAX_COMPARISONS, most_cells

RULES = [Rules.parse(name) for name in ("3p3c", "3p4c-distinct", "3p4c-black", "2p5c")]


@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_guess_has_most_cells_then_is_secret_then_lowest(data):
    rules = data.draw(st.sampled_from(RULES))
    codes = list(rules.codes())
    secrets = data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=12, unique=True))

    def rank(code):
        cells = len({feedback(code, secret, rules) for secret in secrets})
        return -cells, code not in secrets, code

    assert most_cells(secrets, codes[0], rules) == min(codes, key=rank)


def test_inconsistent_code_with_more_cells_is_chosen():
    rules = Rules.parse("4p6c")
    secrets = [parse_code(code, rules) for code in ("AABC", "AABD", "AABE")]
    guess = most_cells(secrets, 0, rules)
    assert guess not in secrets
    assert len({feedback(guess, secret, rules) for secret in secrets}) == 3


def test_many_secrets_are_split_by_one_of_them_or_the_tree_s_guess():
    rules = Rules.parse("4p6c")
    secrets = [
        code for code in rules.codes() if feedback(parse_code("FFFF", rules), code, rules) == 0
    ]
    secrets = secrets[:110]
    assert len(secrets) * rules.secrets > MAX_COMPARISONS
    tree_guess = parse_code("AABF", rules)
    cells = lambda code: len({feedback(code, secret, rules) for secret in secrets})  # noqa: E731
    guess = most_cells(secrets, tree_guess, rules)
    assert guess == max([*secrets, tree_guess], key=cells)


def test_too_many_secrets_are_left_to_the_tree():
    rules = Rules.parse("4p6c")
    secrets = range(400)
    assert len(secrets) ** 2 > MAX_COMPARISONS
    assert most_cells(secrets, 1295, rules) == 1295


def test_a_secret_is_a_code():
    with pytest.raises(RulesError):
        most_cells([1296, 0], 0, Rules.parse("4p6c"))
