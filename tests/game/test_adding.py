"""The recipe of the README adds a kind of answers to a copy of the package."""

import re

import pytest

from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("game", tmp_path_factory.mktemp("copy"))
    module = recipe.room / "answers.py"
    before, after = re.split(r"^_KINDS = .*\n", module.read_text(), flags=re.M)
    module.write_text(f"{before}{recipe.function}\n\n{recipe.row}{after}")
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


KNOWN = ["build --strategy entropy --rules 2p3c-arrows -o a", "dot a -o -", "info a"]
UNKNOWN = ["verify a", "sheet a --format txt -o s", "export a --to html -o o", "export a --to c"]


def test_rooms_show_it_without_pegs_or_refuse_it_in_one_line(recipe):
    for command in (*KNOWN, *UNKNOWN):
        result = recipe.run("-m", "mmtree", *command.split())
        assert result.returncode == (2 if command in UNKNOWN else 0)
        assert not re.search("black|white|peg", result.stdout)
        message = r"mmtree: 2p3c-arrows: [a-z]+ do not know its answers, [^\n]*\n"
        assert re.fullmatch(message if command in UNKNOWN else "", result.stderr)
