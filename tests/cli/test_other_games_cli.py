"""Every command works on trees of every game, or refuses them in one line."""

import re

import pytest

from mmtree import build_tree, save
from mmtree.cli.main import COMMANDS
from mmtree.show.sheets.styles import STYLES

from support.other_games import OTHER_GAMES

FILE, OTHER, RULES = "tree.mmtree", "other.mmtree", "RULES"
TARGETS = ("c", "arduino", "attiny13a", "micropython", "javascript", "packed")
NOTATIONS = ("irving", "punchcard", "yaml")

ON_TREES = [
    *(("play", FILE), ("info", FILE), ("info", FILE, "--json")),
    *(("verify", FILE, "--rebuild"), ("verify", FILE, "--json"), ("prove", FILE)),
    *(("sheet", FILE, "--style", style, "--format", "txt") for style in STYLES),
    *(("export", FILE, "--to", target, "-o", "out") for target in TARGETS),
    *(("export", FILE, "--to", notation, "-o", "a") for notation in ("html", *NOTATIONS)),
    *(("export", FILE, "--to", "c", "--layout", layout) for layout in ("dense", "seed")),
    *(("compare", FILE, OTHER), ("compare", FILE, OTHER, "--json")),
    *(("hardest", FILE), ("hardest", FILE, "--places", "--json")),
    *(("dot", FILE, "--format", "dot"), ("trees", FILE), ("import", FILE)),
]
ON_RULES = [
    *(("build", "--rules", RULES), ("bounds", RULES), ("bounds", RULES, "--json")),
    ("openings", "knuth", "--rules", RULES),
    ("openings", "counting", "--rules", RULES, "--all", "--jobs", "1"),
    *(("openings", "koyama-lai", "--rules", RULES, "--json"), ("play", "--rules", RULES)),
    *(
        ("prove", "--rules", RULES, "--below", "9"),
        ("prove", "--rules", RULES, "--max-guesses", "2"),
    ),
    *(("static", "check", "ABC", "--rules", RULES), ("static", "find", RULES), ("value", RULES)),
    *(("trees", "--rules", RULES), ("claims", "--rules", RULES), ("bench", RULES)),
    *(("import", "tree.irving", "--rules", RULES), ("import", "tree.yaml", "--rules", RULES)),
]
NO_GAME = {"strategies"}
REFUSED = {"static", "value", "import"}
"""The commands that are only for codes in pegs without house rules."""


def check(result, command):
    """Check that a command succeeded, or refused its input in one line."""
    assert result.status in (0, 2), result
    assert "Traceback" not in result.err
    if result.status == 2:
        assert result.out == ""
        assert re.fullmatch(r"mmtree: [^\n]+\n", result.err)
    if command in REFUSED:
        assert result.status == 2


def ids(commands):
    return [" ".join(words) for words in commands]


@pytest.fixture(scope="module")
def trees():
    """Two trees of each game."""
    strategies = ("koyama-lai", "entropy")
    return [[build_tree(one, rules) for one in strategies] for rules in OTHER_GAMES.values()]


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("words", ON_TREES, ids=ids(ON_TREES))
def test_command_works_on_trees_or_refuses_them(mmtree, trees, tmp_path, words):
    (tmp_path / "out").mkdir()
    for best, other in trees:
        save(best, tmp_path / FILE)
        save(other, tmp_path / OTHER)
        check(mmtree(*words), words[0])


@pytest.mark.slow(after=4)
@pytest.mark.parametrize("words", ON_RULES, ids=ids(ON_RULES))
def test_command_works_on_house_rules_or_refuses_them(mmtree, tmp_path, words):
    (tmp_path / "tree.irving").write_text("27 (ABC: 1)")
    (tmp_path / "tree.yaml").write_text("- ABC")
    for rules in OTHER_GAMES.values():
        if str(rules) not in ("words", "table"):
            check(mmtree(*(str(rules) if word == RULES else word for word in words)), words[0])


def test_no_command_is_left_out():
    tried = {words[0] for words in (*ON_TREES, *ON_RULES)}
    assert tried | NO_GAME | {"chart"} == set(COMMANDS)


def test_reason_names_command_and_rules(refused):
    for words in (
        ("static", "find", RULES),
        ("value", RULES),
    ):
        message = refused(*("3p3c-places" if word == RULES else word for word in words))
        assert message.startswith(f"mmtree: {words[0]}: ")
        assert message.endswith("such as 4p6c or 4p6c-black: 3p3c-places is another game\n")
