"""The recipe of the README adds a working style to a copy of the package."""

import re

import pytest

from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("show", tmp_path_factory.mktemp("copy"))
    with (recipe.room / "sheets" / "text.py").open("a") as text:
        text.write(f"\n\n{recipe.function}")
    recipe.add_row("sheets/styles.py", after="STYLES = {")
    return recipe


@pytest.mark.slow
def test_command_accepts_it(recipe):
    recipe.check_commands(least=2)


def test_help_lists_it(recipe):
    out = recipe.run("-m", "mmtree", "sheet", "--help").stdout
    assert re.search(r"\n  start +the first two guesses\n", out)
    assert "--style [start|card|" in out


def test_default_format_is_its_first(recipe):
    result = recipe.run("-m", "mmtree", "sheet", "trees/knuth-4p6c.mmtree", "--style", "start")
    assert (result.stdout, result.stderr) == ("wrote knuth-4p6c-start.txt\n", "")


def test_recipe_has_ten_lines(recipe):
    assert len(recipe.function.splitlines()) <= 10
    assert len(recipe.row.splitlines()) == 1
