"""Games go on after answers that are unknown, without the tree's promise."""

from random import Random

import pytest

from mmtree import Codebreaker, FeedbackError, build_tree, feedback, save, table_rules
from mmtree.play.game_rows import parse_answer, parse_row
from mmtree.play.log import read_games
from mmtree.play.review import review

from support.expected_games import tree_of
from support.other_games import OTHER_GAMES

CELLS = [["yes", "yes", "no", "no"], ["yes", "no", "yes", "no"], ["no", "yes", "yes", "?"]]
ANIMALS = table_rules(["fur?", "swims?", "flies?"], ["cat", "otter", "bee", "carp"], CELLS)


@pytest.mark.parametrize("name", ["knuth-4p2c", *OTHER_GAMES])
def test_game_with_unknown_answers(name):
    """The secrets left are those of the answers known; no question is repeated without need."""
    tree = tree_of(name)
    rules, random = tree.rules, Random(name)
    for secret in random.sample(list(rules.secret_codes()), 4):
        player, unknown = Codebreaker(tree), []
        left = list(rules.secret_codes())
        while not player.solved:
            guess = player.guess
            if guess in unknown:  # then no other guess helps
                assert all(
                    code in unknown or len(_cells(code, left, rules)) == 1
                    for code in (left if rules.consistent else rules.codes())
                    if not (rules.only_asks and rules.is_secret(code))
                )
            most = player.guesses_needed
            answer = feedback(guess, secret, rules)
            if len(unknown) < 2 and answer != rules.all_right and random.random() < 0.5:
                unknown.append(guess)
                player.observe(None)
                assert not player.on_tree
            else:
                left = [one for one in left if feedback(guess, one, rules) == answer]
                player.observe(answer)
                assert most is None or player.guesses_needed < most
            assert player.secrets_left == len(left)
        assert player.guess == secret
        rows = player.history
        at = {row for row, (_, answer) in enumerate(rows) if answer is None}
        judged = review(tree, [guess for guess, _ in rows], secret, unknown=at).guesses
        assert [(one.guess, one.feedback) for one in judged] == rows
        assert all((one.luck is None) == (row in at) for row, one in enumerate(judged))
        assert all(judged[row].after == judged[row].before for row in at)


def _cells(guess, secrets, rules):
    return {feedback(guess, secret, rules) for secret in secrets}


def test_answers_are_revised_and_repaired_beside_an_unknown_one(knuth):
    player = Codebreaker(knuth)
    player.observe(None)
    player.observe(11)
    assert (player.secrets_left, player.on_tree) == (230, False)
    player.revise(0, 11)
    player.revise(1, None)
    assert [answer for _, answer in player.history] == [11, None]
    with pytest.raises(FeedbackError):
        player.observe(22, player.history[0][0])
    assert {repair.row for repair in player.repairs()} == {0, 2}
    player.revise(0, None)
    assert player.secrets_left == 1296
    player.undo()
    player.undo()
    assert player.on_tree


def test_unknown_is_written_with_a_mark_or_in_letters(knuth):
    assert [parse_answer(text, knuth.rules) for text in ("?", " Unknown ", "21")] == [
        None,
        None,
        21,
    ]
    assert parse_row("AABB ?", knuth.rules) == (7, None)
    assert str(parse_answer("?", ANIMALS)) == "?"  # an answer of this table
    assert parse_answer("unknown", ANIMALS) is None


def test_table_whose_questions_run_out(mmtree, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "200")
    tree = build_tree("koyama-lai", ANIMALS)
    player = Codebreaker(tree)
    for _ in range(3):
        assert not player.stuck
        player.observe(None)
    assert (player.stuck, player.guesses_needed) == (True, None)
    save(tree, tmp_path / "a.mmtree")
    typed = "unknown\nunknown\nyes\nquit\n"
    out = mmtree("play", "a.mmtree", "--make", "--log", "b", input=typed).out
    assert "the promise of at most 2 questions no longer holds" in out
    assert "No other question tells the 2 secrets left apart: " in out
    [game] = read_games(tmp_path / "b", ANIMALS)
    assert [answer is None for _, answer in game.rows] == [True, True, False]


def test_unknown_answers_in_the_terminal(mmtree, tmp_path):
    typed = "?\n10\nABCD ?\nchange 2 ?\nhistory\nhelp\nquit\n"
    out = " ".join(mmtree("play", "koyama-lai-4p6c", "--log", "a", input=typed).out.split())
    assert "With an unknown answer, the promise of at most 6 guesses no longer holds: this" in out
    assert "guess 1: A A B C ? guess 2: A A E B ? guess 3: A B C D ? " in out
    assert "? is an unknown answer: no secret is ruled out." in out
    assert '"feedback": "?"' in (tmp_path / "a").read_text()
    assert mmtree("play", "--review", "a").status == 0
    known = mmtree("play", "--known", "AABB ?, CCDD 01", input="").out
    assert "A A B B   ?" in known
