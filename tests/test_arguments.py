"""Values in messages: at most so much of them, however large or deeply nested."""

from functools import reduce

import pytest

from mmtree import Feedback, Rules, table_rules, word_rules
from mmtree.arguments import shortened
from mmtree.game.rules_map import from_map
from mmtree.search.prices import Objective

DEEP = reduce(lambda value, _: [value], range(9000), 0)
WIDE = reduce(lambda value, _: [value] * 9, range(6), 0)


@pytest.mark.parametrize("value", [DEEP, WIDE, "x" * 9000, {"a": DEEP}, b"x" * 9000, [DEEP] * 9])
def test_a_value_takes_at_most_60_characters(value):
    assert len(shortened(value)) <= 60


@pytest.mark.parametrize(
    "call",
    [
        lambda value: Rules(pegs=value),
        lambda value: Rules(answers=value),
        lambda value: Rules.parse(value),
        lambda value: word_rules(["ab", "ba"], answers=value),
        lambda value: word_rules(["ab", "ba"], consistent=value),
        lambda value: word_rules(["ab", value]),
        lambda value: table_rules(["q"], ["a", "b"], [["x", "y"]], end=value),
        lambda value: from_map({"kind": value}),
        lambda value: from_map({"kind": "pegs", "pegs": value, "colors": 3}),
        lambda value: Feedback(value, black=1),
        lambda value: Objective(value),
    ],
)
def test_nested_values_are_refused_in_one_short_line(call):
    for value in (DEEP, WIDE):
        with pytest.raises((TypeError, ValueError)) as refused:
            call(value)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 200
