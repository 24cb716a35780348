"""Values in messages: at most so much of them, however large or deeply nested."""

from functools import reduce

import pytest

from mmtree import Feedback, table_rules, word_rules
from mmtree.game.peg_rules import PegRules
from mmtree.game.read_rules import from_map

DEEP = reduce(lambda value, _: [value], range(9000), 0)
WIDE = reduce(lambda value, _: [value] * 9, range(6), 0)
CALLS = [
    lambda value: PegRules(pegs=value),
    lambda value: PegRules(answers=value),
    lambda value: word_rules(["ab", "ba"], answers=value),
    lambda value: word_rules(["ab", value]),
    lambda value: table_rules(["q"], ["a", "b"], [["x", "y"]], end=value),
    lambda value: from_map({"kind": value}),
    lambda value: Feedback(value, black=1),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", [DEEP, WIDE, {"a": DEEP}], ids=["deep", "wide", "map"])
def test_nested_values_are_refused_in_one_short_line(call, value):
    with pytest.raises((TypeError, ValueError)) as refused:
        call(value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200
