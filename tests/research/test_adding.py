"""The recipe of the README adds a claim to a copy of the package, which then checks it."""

import pytest

from support.environment import ROOT
from support.recipes import Recipe


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    return Recipe("research", tmp_path_factory.mktemp("copy"))


def add(recipe, change=lambda claim: claim):
    """Add the source of the recipe and its changed claim to claims.toml."""
    source, claim = recipe.blocks
    table = (ROOT / "mmtree/check/claims.toml").read_text(encoding="utf-8")
    head, heading, rest = table.partition("\n[sources]\n")
    assert heading
    (recipe.room.parent / "check/claims.toml").write_text(
        f"{head}{heading}{source}{rest}\n{change(claim)}", encoding="utf-8"
    )


@pytest.mark.slow
def test_commands_show_an_added_claim(recipe):
    add(recipe)
    recipe.check_commands(least=3)


WRONG = {
    "without a reason": ("", "DOES NOT HOLD: differs by +1", 1),
    "with a reason": ('differs = "one is missing"\n', "differs by +1", 0),
    "with what was tried": ('tried = "every opening"\n', "not reproduced", 0),
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("case", WRONG)
def test_check_reports_claim_that_does_not_hold(case, recipe):
    more, verdict, status = WRONG[case]
    add(recipe, lambda claim: claim.replace("total = 465", "total = 464") + more)
    result = recipe.run("-m", "mmtree", "claims", "--check", "--rules", "4p5c-distinct")
    assert (result.returncode, result.stderr) == (status, "")
    assert result.stdout.splitlines()[2].endswith(f"built  {verdict}")
