"""A codemaker who cheats makes the game as long as it can; hints and its answers have no scores."""

from random import Random

import pytest

from mmtree import Codebreaker, feedback, load
from mmtree.play.log import GameLog, read_games
from mmtree.play.review import review

from support.environment import KNUTH, TREES
from support.expected_games import tree_of
from support.other_games import OTHER_GAMES


def cheated(tree, guess_next):
    """Return the player of a game against a codemaker who cheats."""
    player = Codebreaker(tree)
    while not player.solved:
        guess = guess_next(player)
        player.observe(player.hardest_answer(guess), guess)
    return player


def longest(tree):
    return cheated(tree, lambda player: player.guess).history


@pytest.mark.parametrize("name", ["koyama-lai-max5-4p6c", "knuth-4p6c"])
def test_perfect_player_of_a_tree_of_at_most_5_wins_in_5_and_never_before(name):
    tree = load(TREES / f"{name}.mmtree")
    rows = longest(tree)
    assert (len(rows), rows[-1][1]) == (5, 40)


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_game_along_any_tree_takes_its_maximum(name):
    tree = tree_of(name)
    rows = longest(tree)
    assert len(rows) == tree.max
    assert any(
        all(feedback(guess, secret, tree.rules) == given for guess, given in rows)
        for secret in tree.rules.secret_codes()
    )


def by_definition(tree, left, node, guess):
    """Return the hardest answer: by guesses needed on the tree, then by secrets, then the lowest."""
    rules = tree.rules
    cells = {}
    for secret in left:
        cells.setdefault(feedback(guess, secret, rules), []).append(secret)

    def needed(answer):
        if answer == rules.all_right:
            return 0
        if node is None or guess != node.guess:
            return 1
        return max(depth for _, depth in tree.walk(node.child(answer).index)) + 1

    return min(cells, key=lambda answer: (-needed(answer), -len(cells[answer]), answer))


@pytest.mark.parametrize("name", ["knuth-4p2c", *OTHER_GAMES])
def test_hardest_answer_is_that_of_the_definition(name):
    tree = tree_of(name)
    rules, random = tree.rules, Random(name)
    asked = [code for code in rules.codes() if not (rules.only_asks and rules.is_secret(code))]
    for _ in range(5):
        player, node, left = Codebreaker(tree), tree.root, list(rules.secret_codes())
        while not player.solved and len(player.history) < 8:
            own = random.random() < 0.3 and not rules.consistent
            guess = random.choice(asked) if own else player.guess
            answer = player.hardest_answer(guess)
            if node is not None or not player.on_tree:
                assert answer == by_definition(tree, left, node, guess)
            followed = node is not None and guess == node.guess and answer != rules.all_right
            node = node.child(answer) if followed else None
            left = [code for code in left if feedback(guess, code, rules) == answer]
            assert left
            player.observe(answer, guess)


def test_hints_are_left_out_of_the_skill_and_cheating_out_of_the_luck(koyama_lai):
    guesses, secret = [row[0] for row in longest(koyama_lai)], longest(koyama_lai)[-1][0]
    guesses[1] = guesses[0]  # a guess without skill
    plain, hints = (review(koyama_lai, guesses, secret, hints=at) for at in ((), {1}))
    others = [one.skill for one in plain.guesses if one != plain.guesses[1]]
    assert hints.skill == int(sum(others) / len(others) + 0.5) > plain.skill
    assert [one.hint for one in hints.guesses] == [at == 1 for at in range(len(plain.guesses))]
    assert plain.luck == hints.luck
    cheats = review(koyama_lai, guesses, secret, hints=range(6), cheats=True)
    assert (cheats.skill, cheats.luck, cheats.guesses[0].luck) == (None, None, None)


def test_log_has_hints_cheating_and_unknown_answers(tmp_path):
    tree = load(KNUTH)
    log = GameLog(str(tmp_path / "a"), tree, "player", cheats=True)
    for hint in (True, True, False):
        log.row(8, None if hint else 21, hint=hint)
    log.undo()
    log.undo()
    log.row(8, 21)
    log.change(0, None)
    [game] = read_games(tmp_path / "a")
    assert (game.cheats, game.hints, game.rows) == (True, {0}, [(8, None), (8, 21)])


def test_game_in_the_terminal(mmtree, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    typed = "hint\nAABC\nABCD\nhint\nAAAA\nquit\n"
    out = mmtree("play", "koyama-lai-4p6c", "--break", "--cheat", "--log", "a", input=typed).out
    assert "the secret is one of 1296, and may change while all answers stay true." in " ".join(
        out.split()
    )
    assert "The codemaker cheated: 29 secrets agree with all answers.\nthe secret is  B" in out
    assert (
        "1  AABC   1b1w    yes     1296      185    230     -  AABC           185   hint\n" in out
    )
    scores = "Skill 49 without 1 hint, luck not counted: the codemaker cheated. Skill: how"
    assert scores in " ".join(out.split())
    again = mmtree("play", "--review", "a").out
    assert again.startswith("Game 1 of 1: you guessed, the codemaker cheated, given up after 3")
    assert scores in " ".join(again.split())
    monkeypatch.setenv("COLUMNS", "45")
    narrow = " ".join(mmtree("play", "--review", "a").out.split())
    assert "1: AABC (1b1w) could be the secret." in narrow
    assert "230 stayed. After AABC 185 stay on average (a hint)." in narrow
    out = mmtree("play", "--break", "--secret", "AABC", input="hint\nAABC\n").out
    assert "No skill, as every guess was a hint, luck 100." in " ".join(out.split())


@pytest.mark.parametrize("other", ["--hidden", "--secret AABC", "--seed 1", "--pattern AABC"])
def test_cheating_needs_no_secret(refused, other):
    message = refused("play", "--break", "--cheat", *other.split())
    assert "--cheat" in message
    assert "cannot be combined" in message
    assert "--cheat needs --break" in refused("play", "--cheat")
