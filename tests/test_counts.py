"""Numbers with their nouns, in the singular or plural, and gaps."""

import re

import pytest

from mmtree import build_tree, save, table_rules
from mmtree.counts import format_count, format_gap


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((1, "guess"), "1 guess"),
        ((2, "guess"), "2 guesses"),
        ((0, "secret"), "0 secrets"),
        ((1, "try", "tries"), "1 try"),
        ((3, "try", "tries"), "3 tries"),
        ((1, "is", "are"), "1 is"),
    ],
)
def test_format_count(arguments, text):
    assert format_count(*arguments) == text


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        (177000, 178292, "0.73 %"),
        (99999, 100000, "0.01 %"),
        (5, 15, "200.00 %"),
        (5625, 5625, "0.00 %"),
    ],
)
def test_format_gap_rounds_up(lower, upper, text):
    assert format_gap(lower, upper) == text


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--secret", "A"],
        ["build", "--strategy", "knuth", "--rules", "4p1c"],
        ["build", "--strategy", "koyama-lai", "--rules", "1p2c", "--max-guesses", 1],
        ["build", "--strategy", "least-max", "--rules", "1p2c", "--max-guesses", 1],
        ["build", "--strategy", "least-max", "--rules", "2p2c", "--max-guesses", 1, "--tries", 1],
        ["build", "--strategy", "beam", "--rules", "1p2c", "--max-guesses", 1],
        ["build", "--strategy", "irving-exact", "--rules", "1p2c", "--max-guesses", 1],
        ["play", "koyama-lai-3p2c", "--secret", "ABB"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_commands_use_the_singular(mmtree, arguments):
    """The game of the last case is found by guess 2, when one secret is found sooner."""
    result = mmtree(*arguments)
    said = " ".join((result.out + result.err).split())
    assert " 1 " in f" {said}"
    for wrong in ("pegs", "colours", "guesses", "tries", "are"):
        assert f"1 {wrong}" not in said.replace("11 ", "")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("options", [{}, {"max_guesses": 1}], ids=str)
def test_one_question_is_singular_in_sheets_and_drawings(mmtree, tmp_path, language, options):
    rules = table_rules(["needles"], ["oak", "fir"], [["no", "yes"]])
    save(build_tree("koyama-lai", rules, **options), tmp_path / "a")
    sheet = mmtree("sheet", "a", "--format", "txt", "-o", "-", "--language", language).out
    drawn = mmtree("dot", "a", "-o", "-").out
    for text in (sheet, drawn):
        assert re.search("1 (question|Frage)", text)
        assert not re.search("(?<![.,])\\b1 (questions|Fragen|guesses)", text)
