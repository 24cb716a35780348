"""Games of other kinds: all secrets are found, wrong answers are repaired, and logs are read back."""

import re

import pytest

from mmtree import Codebreaker, Codemaker, GameFileError, save
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback, to_feedback
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.game.word_rules import word_rules
from mmtree.play.codemaker import random_secret
from mmtree.play.log import read_games
from mmtree.play.review import review
from mmtree.strategies.builder import build_tree

from support.expected_games import tree_of
from support.other_games import OTHER_GAMES


@pytest.fixture(params=[name for name in OTHER_GAMES if name != "wide-pegs"])  # 64 secrets are slow
def tree(request):
    return tree_of(request.param)


@pytest.fixture
def play(mmtree, monkeypatch):
    """Plays from a tree: play(tree, option, …, input=text) returns what the command prints."""

    monkeypatch.setenv("COLUMNS", "200")

    def play(tree, *options, **typed):
        save(tree, "a.mmtree")
        return mmtree("play", "a.mmtree", *options, **typed)

    return play


def played(tree, secret):
    """Return the guesses at a secret with their answers."""
    player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
    while not player.solved:
        player.observe(codemaker.answer(player.guess))
    assert player.guess == secret
    return player.history


@pytest.mark.slow(after=6)
def test_command_finds_all_secrets(tree, play):
    rules, counts = tree.rules, [0] * tree.max
    for secret in rules.secret_codes():
        rows = played(tree, secret)
        counts[len(rows) - 1] += 1
        typed = "".join(f"{format_feedback(answer, rules)}\n" for _, answer in rows)
        out = play(tree, "--make", input=f"{typed}\n").out
        name = format_code(secret, rules)
        shown = name if rules.uses_names else " ".join(name)
        assert (f"It is {name}." if rules.only_asks else f"the secret is  {shown}") in out
        assert out.count(f"{rules.move} {len(rows)}:  ") == 1
        assert f"{rules.move} {len(rows) + 1}:  " not in out
    assert tuple(counts) == tree.histogram


@pytest.mark.slow(after=6)
def test_logs_are_read_back(tree, tmp_path, play):
    secrets = list(tree.rules.secret_codes())[::3]
    for secret in secrets:
        play(tree, "--log", "log", "--secret", format_code(secret, tree.rules))
    games = read_games(tmp_path / "log", tree.rules)
    assert [(game.secret, game.found) for game in games] == [(one, True) for one in secrets]
    assert [game.rows for game in games] == [played(tree, secret) for secret in secrets]
    assert play(tree, "--review", "log").out.count(f"found by {tree.rules.move}") == len(secrets)


@pytest.mark.slow(after=6)
def test_wrong_answer_is_among_the_repairs(tree):
    """After the first answer is replaced, either a secret still agrees, or a repair restores it."""
    rules, refused = tree.rules, 0
    for secret in rules.secret_codes():
        rows = played(tree, secret)
        if refused >= 30:
            break
        for wrong in rules.feedbacks[:-1]:
            player = Codebreaker(tree)
            if len(rows) < 2 or wrong == rows[0][1] or wrong not in player.possible_feedbacks:
                continue
            guess, right = rows[1]
            if player.observe(wrong) or right in player.cell_sizes(guess):
                continue
            with pytest.raises(ValueError, match="impossible"):
                player.observe(right, guess)
            refused += 1
            assert (0, rows[0][1]) in [(one.row, one.instead) for one in player.repairs()]
    assert refused


def test_user_finds_the_secret_and_is_reviewed(tree, play):
    secret = list(tree.rules.secret_codes())[-1]
    typed = "".join(f"{guess}\n" for guess, _ in played(tree, secret))
    name = format_code(secret, tree.rules)
    out = play(tree, "--break", "--secret", name, input=typed).out
    assert f"found by {tree.rules.move}" in out
    assert f"finds {name} by {tree.rules.move}" in out
    guesses = review(tree, [guess for guess, _ in played(tree, secret)], secret).guesses
    assert [one.found for one in guesses] == [*[False] * (len(guesses) - 1), True]
    assert {one.skill for one in guesses} == {100}


def test_random_secrets_are_secrets(tree):
    secrets = set(tree.rules.secret_codes())
    assert {random_secret(tree.rules, seed=seed) for seed in range(99)} <= secrets


def test_answer_of_a_table_is_typed_by_its_beginning_or_number(play):
    listed = play(tree_of("table"), "--make", input="PER\n2\nn\nhistory\nquit\n").out
    assert "1 no  2 perhaps  3 yes\n" in listed
    answers = [line.split()[-1] for line in listed.splitlines() if "question" in line][-3:]
    assert answers == ["perhaps", "perhaps", "no"]


def test_texts_as_shown_come_before_commands(play):
    rules = table_rules(["help", "q"], ["quit", "b", "c"], [["Undo", "quit", "1"], ["n"] * 3])
    tree = build_tree("irving", rules)
    for answer, name in (("Undo", "quit"), ("quit", "b"), ("change", None)):
        out = play(tree, "--make", input=f"{answer}\n").out
        assert re.findall(r"It is (.+)\.", out) == ([name] if name else [])
    asked = play(tree, "--break", "--secret", "quit", input="HELP\nq\nhelp\n").out
    assert re.findall(r" (q|help)   +(\w+)", asked)[:2] == [("q", "n"), ("help", "Undo")]


@pytest.mark.parametrize(("name", "answer"), [("Oak", "Yes"), ("oak", "yes"), ("OAK", "YES")])
def test_texts_that_differ_in_case_are_typed_exactly(name, answer, play):
    rules = table_rules(["hard", "Hard"], ["Oak", "oak", "OAK"], [["Yes", "yes", "YES"], ["n"] * 3])
    tree = build_tree("irving", rules)
    out = play(tree, "--make", input=f"yEs\nyes\nchange 1 {answer}\n").out
    assert re.findall(r"It is (.+)\.", out) == ["oak", name]
    asked = play(tree, "--break", "--secret", name, input="Hard\nhard\n").out
    assert re.findall(r" (Hard|hard)   (\w+)", asked)[:2] == [("Hard", "n"), ("hard", answer)]


def test_answers_that_are_numbers_have_no_other_numbers(play):
    cells = [[str(abs(row - secret)) for secret in range(9)] for row in range(3)]
    rules = table_rules(["a", "b", "c"], [f"secret {at}" for at in range(9)], cells)
    out = play(build_tree("irving", rules), "--make", input="9\n8\n").out
    assert "answer:   unknown feedback '9'" in out
    assert "It is secret 8." in out


def test_letters_on_a_terminal_have_colours_and_signs(monkeypatch):
    from mmtree.show.terminal import code_lines

    monkeypatch.setenv("COLORTERM", "truecolor")
    rules = word_rules(["rose", "sore", "rest"])
    answer = rules.answer(rules.prepare(rules.named("sore")), rules.prepare(rules.named("rose")))
    (line,) = code_lines("", rules.named("sore"), answer, rules, "letters", True, 80)
    assert line.endswith("   ~+~+")
    assert line.count("48;2;83;141;78m") == line.count("48;2;201;180;88m") == 2  # green, yellow
    assert code_lines("", rules.named("sore"), answer, rules, "letters", False, 80) == [
        "S O R E   ~+~+"
    ]


def test_inconsistent_guess_is_refused_with_the_row_it_contradicts(play):
    out = play(tree_of("consistent"), "--break", "--secret", "DDD", input="abc\nabd\nddd\n").out
    assert "guess 2:  ABD contradicts guess 1: ABC got 0b0w\n" in out
    assert "found by guess 2\n" in out


def test_secret_is_no_question(play):
    out = play(tree_of("table"), "--break", "--secret", "secret 1", input="secret 1\n").out
    assert "question 1:  secret 1 is a secret, not a question\n" in out


def test_a_log_of_words_needs_their_list(tmp_path, play):
    secret = OTHER_GAMES["words"].secret_words[0]
    play(tree_of("words"), "--log", "log", "--secret", secret)
    with pytest.raises(GameFileError, match="line 1: unknown rules 'words'"):
        read_games(tmp_path / "log")


def test_identified_secret_of_a_log_is_the_only_one(tmp_path, play):
    tree = tree_of("table")
    play(tree, "--log", "log", "--secret", "secret 1")
    lines = (tmp_path / "log").read_text().splitlines(keepends=True)
    (tmp_path / "log").write_text("".join([*lines[:-2], lines[-1]]))
    with pytest.raises(GameFileError, match="secrets that were left"):
        read_games(tmp_path / "log", tree.rules)


@pytest.mark.parametrize("name", ["words", "table"])
def test_pattern_is_refused_without_colours(name, play):
    result = play(tree_of(name), "--break", "--pattern", "AAB")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "a pattern is of colours" in result.err


def test_text_of_an_answer_needs_no_rules():
    rules = parse_rules("3p3c-places")
    assert format_feedback(to_feedback(24, rules)) == format_feedback(24, rules) == "++-"


@pytest.mark.parametrize(
    ("name", "wrong"), [("holes", "AB."), ("table", "question 1"), ("distinct-secrets", "AAB")]
)
def test_secret_must_be_one(name, wrong, play):
    tree = tree_of(name)
    result = play(tree, "--secret", wrong)
    assert result.status == 2
    assert result.err.startswith(f"mmtree: --secret {wrong}: {tree.rules} has no such secret")
    secret = format_code(next(tree.rules.secret_codes()), tree.rules)
    out = play(tree, "--break", "--hidden", input=f"{wrong}\n{secret}\n").out
    assert out.startswith(f"secret (not shown): not a code of {tree.rules}; an example is ")
    assert wrong not in out.splitlines()[0].partition(";")[0]
