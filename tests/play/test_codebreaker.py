"""Playing from a tree, by a program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import Codebreaker, Codemaker, FeedbackError, Rules, RulesError, build_tree


@pytest.mark.parametrize("rules", ["4p6c", "4p6c-black", "3p5c-distinct"])
def test_every_secret_is_found_as_the_histogram_says(rules):
    tree = build_tree("knuth", rules)
    histogram = [0] * tree.max
    for secret in tree.rules.codes():
        player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
        while not player.observe(codemaker.answer(player.guess)):
            pass
        assert player.guess == player.history[-1][0] == secret
        histogram[len(player.history) - 1] += 1
    assert tuple(histogram) == tree.histogram


@given(st.data())
def test_undo_takes_back_any_move(knuth, data):
    player = Codebreaker(knuth)
    seen = []
    while not player.solved:
        seen.append((player.guess, player.possible_feedbacks, player.secrets_left))
        player.observe(data.draw(st.sampled_from(player.possible_feedbacks)))
    assert player.possible_feedbacks == ()
    assert player.secrets_left == 1
    while seen:
        player.undo()
        assert (player.guess, player.possible_feedbacks, player.secrets_left) == seen.pop()
    assert player.history == []
    with pytest.raises(FeedbackError, match="no feedback to take back"):
        player.undo()


def test_an_impossible_feedback_changes_nothing(knuth):
    player = Codebreaker(knuth)
    player.observe(22)
    before = player.guess, list(player.history)
    with pytest.raises(FeedbackError, match=r"feedback 1b1w cannot be: .* possible are"):
        player.observe(11)
    for wrong in (77, "11", None, 1.0, True):
        with pytest.raises(FeedbackError if wrong == 77 else TypeError):
            player.observe(wrong)
    assert (player.guess, player.history) == before


def test_nothing_follows_the_end(knuth):
    player = Codebreaker(knuth)
    assert player.observe(40)
    with pytest.raises(FeedbackError, match="the game is over"):
        player.observe(40)


def test_a_codemaker_needs_a_code():
    with pytest.raises(RulesError):
        Codemaker(1296, Rules())
    with pytest.raises(RulesError):
        Codemaker(0, Rules()).answer(-1)
