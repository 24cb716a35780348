"""The recipe of the README adds a working strategy to a copy of the package."""

import pytest

from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("strategies", tmp_path_factory.mktemp("copy"))
    with (recipe.room / "one_step.py").open("a") as one_step:
        one_step.write(f"\n\n{recipe.function}")
    recipe.add_row("catalogue.py", after="ROWS = (")
    return recipe


@pytest.mark.slow
def test_command_accepts_it(recipe):
    recipe.check_commands(least=3)


def test_help_and_list_include_it(recipe):
    out = " ".join(recipe.run("-m", "mmtree", "build", "--help").stdout.split())
    assert "--percent N middle: how far down to guess. [50]" in out
    assert "middle  [--opening --percent]\n" in recipe.run("-m", "mmtree", "strategies").stdout


def test_python_accepts_it(recipe):
    recipe.check_python(least=4)


def test_it_plays_by_its_rule(recipe):
    """With percent=0 its opening is the lexicographic one; its tree is rebuilt from its file."""
    code = """
from mmtree import build_tree, load, save, verify
from mmtree.strategies.builder import rebuild
first = build_tree("middle", "3p4c", percent=0)
assert first.guess == build_tree("lexicographic", "3p4c").guess
save(build_tree("middle", "3p4c", percent=30), "a")
assert verify("a").holds
assert rebuild(load("a")).guess == load("a").guess != first.guess
"""
    result = recipe.run("-c", code)
    assert (result.returncode, result.stderr) == (0, "")
