"""The recipe of the README adds a kind of answers to a copy of the package."""

import re

import pytest

from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("game", tmp_path_factory.mktemp("copy"))
    kinds = recipe.room / "kinds.py"
    kinds.write_text(kinds.read_text().replace("\n\nKINDS:", f"\n\n{recipe.function}\n\nKINDS:"))
    recipe.add_row("kinds.py", after="KINDS: dict[str, Kind] = {")
    return recipe


def test_command_accepts_it(recipe):
    recipe.check_commands(least=1)


def test_it_is_played_by_every_secret(recipe):
    code = """
from mmtree import Codebreaker, Codemaker, build_tree, load, parse_feedback, save
tree = build_tree("entropy", "2p4c-arrows")
save(tree, "a")
assert load("a") == tree
for secret in tree.rules.secret_codes():
    player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
    while not player.solved:
        player.observe(parse_feedback(str(codemaker.answer(player.guess)), tree.rules))
    assert player.guess == secret
"""
    result = recipe.run("-c", code)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    [
        "verify a",
        *("sheet a --format txt -o s", "sheet a --style booklet --format html -o s"),
        *(
            f"export a --to {to} -o o"
            for to in ("html", "c", "packed", "micropython", "postscript")
        ),
    ],
)
def test_rooms_that_do_not_know_it_refuse_it_in_one_line(recipe, command):
    made = ["build", "--strategy", "entropy", "--rules", "2p3c-arrows", "-o", "a"]
    assert recipe.run("-m", "mmtree", *made).returncode == 0
    result = recipe.run("-m", "mmtree", *command.split())
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"mmtree: [^\n]* do not know the answers 'arrows'; [^\n]*\n", result.stderr)


def test_it_is_shown_without_words_about_pegs(recipe):
    for command in ("build --strategy entropy --rules 2p3c-arrows -o a", "dot a -o -", "info a"):
        result = recipe.run("-m", "mmtree", *command.split())
        assert (result.returncode, result.stderr) == (0, "")
        assert not re.search("black|white|peg", result.stdout)
