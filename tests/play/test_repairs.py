"""Repairs: changes of one answer after which some secret agrees with all answers."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import (
    Codebreaker,
    Codemaker,
    FeedbackError,
    PegRules,
    Rules,
    feedback,
    parse_code,
    parse_feedback,
    parse_rules,
)
from mmtree.play.game_rows import Repair, consistent, repairs


def rows(rules, *texts):
    """Return the rows of a game: rows(rules, "AABB 1b0w", …)."""
    words = (text.split() for text in texts)
    return [(parse_code(code, rules), parse_feedback(given, rules)) for code, given in words]


@pytest.mark.parametrize(
    ("given_", "instead", "rank"),
    [
        (21, 12, 0),  # a black peg for a white one
        (12, 21, 0),
        (10, 1, 0),
        (21, 20, 1),  # one peg too many
        (21, 22, 1),
        (21, 11, 1),
        (21, 31, 1),
        (30, 3, 2),  # black and white exchanged
        (2, 20, 2),
        (21, 10, 5),
        (21, 23, 5),
        (21, 30, 0),
        (22, 0, 7),
        (4, 40, 2),
        (40, 30, 1),
    ],
)
def test_common_mistakes_rank_as_likely(given_, instead, rank):
    assert PegRules().kind.unlikeliness(given_, instead) == rank
    assert PegRules().kind.unlikeliness(instead, given_) == rank


def test_a_game_by_hand():
    """In 3p2c, AAA gets 1b0w. Then AAB can only get 2b0w, from ABB or BAB, or 0b2w, from BBA."""
    rules = parse_rules("3p2c")
    found = repairs(rows(rules, "AAA 1b0w", "AAB 0b0w"), rules)
    assert found == (
        Repair(row=1, guess=1, given=0, instead=20, secrets_left=2),
        Repair(row=1, guess=1, given=0, instead=2, secrets_left=1),
    )


def test_two_wrong_answers_have_no_repair():
    rules = PegRules()
    none = [f"{color * 4} 0b0w" for color in "ABCDEF"]
    assert repairs(rows(rules, *none[:5]), rules) == ()  # nothing is wrong: FFFF agrees
    assert [one.guess for one in repairs(rows(rules, *none), rules)] == [1295]
    assert repairs(rows(rules, *none, "AAAB 3b0w"), rules) == ()


def by_definition(game, rules):
    """Return the repairs, found by trying each change of each answer."""
    found = []
    for row, (guess, given_) in enumerate(game):
        others = [one for at, one in enumerate(game) if at != row]
        for place, instead in enumerate(rules.feedbacks):
            if instead == given_ or (instead == rules.all_right and row < len(game) - 1):
                continue
            left = sum(
                all(feedback(g, secret, rules) == f for g, f in [*others, (guess, instead)])
                for secret in rules.codes()
            )
            if left:
                rank = PegRules().kind.unlikeliness(given_, instead)
                found.append((rank, -left, -row, place, (row, guess, given_, instead, left)))
    return [one[-1] for one in sorted(found)]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_repairs_equal_those_of_the_definition(data):
    rules = parse_rules(data.draw(st.sampled_from(["3p3c", "3p4c-distinct", "3p4c-black", "4p2c"])))
    codes = st.sampled_from(list(rules.codes()))
    answers = st.sampled_from(rules.feedbacks)
    game = data.draw(st.lists(st.tuples(codes, answers), min_size=1, max_size=4))
    agrees = any(
        all(feedback(guess, secret, rules) == given_ for guess, given_ in game)
        for secret in rules.codes()
    )
    found = [
        (one.row, one.guess, one.given, one.instead, one.secrets_left)
        for one in repairs(game, rules)
    ]
    assert found == ([] if agrees else by_definition(game, rules))


@pytest.mark.slow
def test_secrets_are_found_after_a_wrong_answer_and_its_repair(knuth, monkeypatch):
    """One random answer of a game is wrong; a repair corrects it, and the game continues."""
    # Each repair repeats the conversion of codes.
    monkeypatch.setattr(Rules, "prepare", cache(Rules.prepare))
    rules, chance = knuth.rules, Random(1)
    for secret in list(rules.codes())[::12]:
        player, codemaker = Codebreaker(knuth), Codemaker(secret, rules)
        wrong_at, repaired = chance.randrange(3), 0
        while not player.solved:
            right = codemaker.answer(player.guess)
            wrong = [one for one in player.possible_feedbacks if one not in (right, 40)]
            if len(player.history) == wrong_at and wrong and right != 40 and not repaired:
                player.observe(chance.choice(wrong))
                repaired = -1
            elif right in player.possible_feedbacks:
                player.observe(right)
            else:
                [choice] = [
                    one
                    for one in player.repairs(right)
                    if one.row == wrong_at and one.instead == codemaker.answer(one.guess)
                ]
                player.repair(choice)
                assert player.solved or player.secrets_left == choice.secrets_left
                repaired += 2
        assert player.guess == player.history[-1][0] == secret
        assert all(codemaker.answer(guess) == given_ for guess, given_ in player.history)


class TestCodebreaker:
    """The methods ``repairs``, ``repair`` and ``revise``."""

    @pytest.fixture
    def player(self, knuth):
        """A codebreaker whose guess AABB was wrongly answered 2b2w."""
        player = Codebreaker(knuth)
        player.observe(22)
        return player

    def test_refused_feedback_is_explained(self, player):
        assert player.repairs() == ()
        with pytest.raises(FeedbackError):
            player.observe(0)
        found = player.repairs()
        assert found
        assert found == player.repairs(0)
        assert {one.row for one in found} == {0, 1}
        assert all(one.given == (22, 0)[one.row] for one in found)

    @pytest.mark.parametrize("row", [0, 1])
    def test_a_repair_goes_on(self, player, row):
        guess = player.guess
        choice = next(one for one in player.repairs(0) if one.row == row)
        assert player.repair(choice) is False
        assert player.history == [
            (player.tree.guess[0], choice.instead if row == 0 else 22),
            (guess, choice.instead if row == 1 else 0),
        ]
        assert player.secrets_left == choice.secrets_left
        assert player.repairs() == ()
        player.undo()
        assert [guess for guess, _ in player.history] == [player.tree.guess[0]]

    def test_a_repair_can_find_the_secret(self, knuth):
        player = Codebreaker(knuth)
        player.observe(0)
        guess = player.guess
        player.undo()
        player.observe(4)
        with pytest.raises(FeedbackError):
            player.observe(40, guess)
        choice = next(one for one in player.repairs() if one.row == 0 and one.instead == 0)
        assert player.repair(choice) is True
        assert (player.guess, player.secrets_left) == (guess, 1)
        player.undo()
        assert (player.guess, player.solved) == (guess, False)

    def test_a_repair_of_another_game_is_refused(self, player):
        choice = player.repairs(0)[0]
        player.undo()
        with pytest.raises(FeedbackError, match="of another game: take one that"):
            player.repair(choice)
        assert player.history == []

    def test_impossible_feedback_has_no_repairs(self, player):
        with pytest.raises(FeedbackError, match="feedback 3b1w is impossible in 4p6c"):
            player.repairs(31)
        with pytest.raises(FeedbackError):
            player.observe(31)
        assert player.repairs() == ()

    def test_no_repairs_after_the_end(self, knuth):
        player = Codebreaker(knuth)
        player.observe(40)
        with pytest.raises(FeedbackError, match="the game is over"):
            player.repairs(0)

    @pytest.mark.parametrize("value", [0, 2, 11, 13, 22, 30])
    def test_an_earlier_answer_is_revised(self, player, value):
        player.observe(12)
        rest = player.history[1:]
        agree = consistent(
            player.tree.rules.codes(), [(player.tree.guess[0], value), *rest], player.tree.rules
        )
        if not agree:
            with pytest.raises(FeedbackError, match="no secret agrees with it and the other"):
                player.revise(0, value)
            assert player.repairs()
        else:
            assert player.revise(0, value) is False
            assert player.history == [(player.tree.guess[0], value), *rest]
            assert player.secrets_left == len(agree)

    def test_wrong_revisions_are_refused(self, player):
        player.observe(player.possible_feedbacks[0])
        before = list(player.history)
        for row, value, said in (
            (2, 0, "row 2: 2 guesses"),
            (-1, 0, "row -1"),
            (0, 40, "followed"),
        ):
            with pytest.raises(FeedbackError, match=said):
                player.revise(row, value)
        assert player.history == before

    def test_last_answer_can_be_revised_after_the_end(self, knuth):
        player = Codebreaker(knuth)
        player.observe(40)
        assert player.revise(0, 22) is False
        assert not player.solved
        assert player.revise(0, 40) is True
