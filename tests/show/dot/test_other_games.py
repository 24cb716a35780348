"""Drawings of games of other kinds: the label of each node has its guess and its answer."""

import pytest

from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.show.dot.tree import dot_source
from mmtree.strategies.builder import build_tree

from support.other_games import OTHER_GAMES


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_labels_have_guesses_and_answers(name):
    rules = OTHER_GAMES[name]
    tree = build_tree("irving", rules)
    source = dot_source(tree)
    assert ("(*: it is not one of them)" in source) != rules.identified
    for code in set(tree.guess):
        text = format_code(code, rules)
        assert f"tooltip={text}" in source or f'tooltip="{text}"' in source
    last = {tree.feedback[node] for node in range(1, len(tree))}
    for value in last:
        answer = format_feedback(value, rules)
        if rules.kind.counts:
            answer = "●" * (value // 10) + "○" * (value % 10) or "–"
        assert f">{answer}&#160;<" in source
