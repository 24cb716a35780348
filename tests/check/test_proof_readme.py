"""The example in the definition of certificates."""

import re
from pathlib import Path

import pytest

from mmtree.check.proof import checker
from mmtree.game.make_table import table_rules

from support.environment import TREES, needs_native
from support.plain_proofs import PlainGame, description
from support.readmes import Readme

FEW = Readme("mmtree/check/proof/README.md").table("### Too few guesses")
README = (Path(checker.__file__).parent / "README.md").read_text()
VERSION_1, VERSION_2 = README.split("## Version 2")


def example_bytes(text):
    """Return the bytes in the first column of the tables, without the lines of text."""
    cells = re.findall(r"^\| ((?:`[0-9a-f ]+` ?)+) \|", text, re.MULTILINE)
    return bytes.fromhex("".join(cells).replace("`", ""))


@needs_native
def test_examples_are_the_certificates_that_prove_writes(mmtree, tmp_path):
    first, second = VERSION_1.partition("## An example")[2].split("With four colours")
    result = mmtree("prove", "--rules", "2p3c", "--below", 21)
    assert result.out in README
    assert Path("2p3c-below21.proof").read_bytes().split(b"\n", 3)[3] == example_bytes(first)
    mmtree("prove", "--rules", "2p4c", "--below", 45)
    assert Path("2p4c-below45.proof").read_bytes().endswith(example_bytes(second))
    for name, records in (("2p3c-below21.proof", 1), ("2p4c-below45.proof", 3)):
        (statement,) = checker.check_certificate(name).statements
        assert statement.records == records


@needs_native
@pytest.mark.slow(after=2)
@pytest.mark.parametrize("row", FEW, ids=lambda row: row["rules"])
def test_table_of_too_few_guesses(mmtree, row):
    if row["rules"] == "5p8c":  # takes minutes; the file is checked against PROOFS
        size = (TREES / "5p8c-max6.proof").stat().st_size
    else:
        name = f"{row['rules']}-max{row['guesses']}.proof"
        mmtree("prove", "--rules", row["rules"], "--max-guesses", row["guesses"])
        size = Path(name).stat().st_size
    assert str(size) == row["bytes"]


def test_example_of_a_table_is_accepted():
    names = [f"lift {cup}" for cup in range(1, 5)]
    answers = [["ball" if cup == at else "empty" for at in range(5)] for cup in range(4)]
    rules = table_rules(names, [*"12345"], answers, name="cups")
    data = description(rules) + b"1 0 0 - 14\n" + example_bytes(VERSION_2)
    assert data.startswith(b"mmtree proof 2\n149\n")
    (statement,) = checker.check_data(data, "a.proof").statements
    assert (statement.bound, statement.records) == (14, 5)
    assert PlainGame(rules).price(0, (0, 1, 2, 3, 4)) == 14
