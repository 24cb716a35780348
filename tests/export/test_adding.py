"""The recipe of the README adds a working target to a copy of the package."""

import json

import pytest

from mmtree.export.pack import pack

from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("export", tmp_path_factory.mktemp("copy"))
    (recipe.room / "json_file.py").write_text(recipe.function)
    recipe.add_row("targets.py", after="TARGETS = {")
    return recipe


@pytest.mark.slow
def test_new_target_works_in_command(recipe):
    recipe.check_commands(least=2)


def test_help_lists_new_target(recipe):
    output = recipe.run("-m", "mmtree", "export", "--help").stdout
    assert "\n  json         the packed tree as JSON\n" in output
    assert "--to [json|c|arduino|" in output


def test_new_target_contains_tree(recipe, knuth):
    tree = "trees/knuth-4p6c.mmtree"
    code = f"""
from mmtree import load
from mmtree.export.targets import export
print(export(load({tree!r}), "json")["mm.json"].decode())
"""
    made = json.loads(recipe.run("-c", code).stdout)
    assert made["units"] == list(pack(knuth).units)
    assert "Strategy knuth" in made["about"][1]


def test_recipe_is_at_most_ten_lines(recipe):
    assert len([line for line in recipe.function.splitlines() if line]) <= 10
    assert len(recipe.row.splitlines()) == 1
