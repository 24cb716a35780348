"""Written trees are read back, and published texts give trees with the known figures."""

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import build_tree, load, verify
from mmtree.errors import NotationError
from mmtree.game.peg_rules import parse_rules
from mmtree.research.notations.notations import NOTATIONS, read_tree, write_tree
from mmtree.tree.file import save
from mmtree.tree.tree import StrategyTree

from support.environment import TREES
from support.readmes import Readme

PUBLISHED = Path(__file__).parent / "published"
every_notation = pytest.mark.parametrize("notation", NOTATIONS)

READY_MADE = sorted(path.stem for path in TREES.glob("*.mmtree") if path.stat().st_size < 7_000)
"""The ready-made trees of less than 7000 bytes; each is written in one notation in turn."""


def nodes(tree: StrategyTree):
    return tree.rules, tree.guess, tree.feedback, tree.extent


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("name", "notation"), list(zip(READY_MADE, cycle(NOTATIONS), strict=False))
)
def test_written_tree_is_read_back(name, notation):
    """The reader finds the rules and the symbols in the text."""
    tree = load(name)
    text = write_tree(tree, notation)
    read = read_tree(text, notation)
    assert nodes(read.tree) == nodes(tree)
    assert (read.order, read.in_order, read.cheapest) == ("", 0, 0)
    assert write_tree(read.tree, notation) == text
    assert (read.tree.strategy.name, read.tree.proof) == ("imported", None)


GAMES = [
    *("1p2c", "1p9c", "2p2c", "2p36c", "3p4c", "3p6c-black", "3p5c-distinct"),
    *("3p5c-distinct-black", "2p12c-distinct", "4p3c"),
]


@pytest.mark.slow(after=8)
@every_notation
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("strategy", ["lexicographic", "random"])
def test_trees_of_other_games_are_read_back(strategy, rules, notation):
    tree = build_tree(strategy, rules)
    text = write_tree(tree, notation)
    assert nodes(read_tree(text, notation).tree) == nodes(tree)


@pytest.mark.slow(after=1)
@every_notation
@pytest.mark.parametrize("symbols", ["letters", "digits", "digits1"])
def test_trees_in_all_symbols_are_read_back(symbols, notation):
    tree = load("koyama-lai-4p5c")
    text = write_tree(tree, notation, symbols)
    for options in ((), (tree.rules, symbols)):
        read = read_tree(text, notation, "", *options)
        assert (read.symbols, nodes(read.tree)) == (symbols, nodes(tree))


@every_notation
def test_line_ends_and_byte_order_marks_are_accepted(notation):
    tree = load("koyama-lai-3p2c")
    text = write_tree(tree, notation)
    for other in (b"\xef\xbb\xbf" + text, text.replace(b"\n", b"\r\n"), text.rstrip()):
        assert nodes(read_tree(other, notation).tree) == nodes(tree)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_blanks_and_line_ends_do_not_matter(data):
    """Blanks are inserted before signs, never within a word."""
    tree = load("koyama-lai-3p2c")
    text = write_tree(tree, "irving").decode().strip()
    marks = [at for at, sign in enumerate(text) if sign in "():;,"]
    for at in sorted(data.draw(st.sets(st.sampled_from(marks))), reverse=True):
        text = text[:at] + data.draw(st.sampled_from([" ", "\n", "\t", "\u00a0"])) + text[at:]
    text = text.replace(", ", ",") if data.draw(st.booleans()) else text
    assert nodes(read_tree(text.encode(), "irving").tree) == nodes(tree)


AT_MOST_5 = """
K = (1256: 1, 5 (6135), 10 (4335*), 1, 0; 1, 2 (1642), 6 (1161*), 2(1334);
    1, 3 (1536), 3 (1242); 3 (1112*); 1)
"""
MISPRINTS = [  # error message, misprint, correction
    (
        "line 69, column 4: 3 printed for 1b2w after 1256, but 2 secrets give it",
        "3 (1642)",
        "2 (1642)",
    ),
    (
        "line 68, column 24: 39 secrets are printed, but the answers sum to 38",
        "2 (1552)",
        "3 (1552)",
    ),
    (
        "line 67, column 34: 4 printed for 0b2w after 6114, but 3 secrets give it",
        "4 (1534)",
        "3 (1534)",
    ),
    (
        "line 67, column 11: 19 secrets are printed, but the answers sum to 18",
        "6 (4135)",
        "7 (4135)",
    ),
    (
        "line 97, column 71: 1 printed for 0b3w after 6323, but no secret gives it",
        "(6323:",
        "(6324:",
    ),
]


def published(name, notation="irving"):
    return (PUBLISHED / f"{name}.{notation}").read_bytes()


def shown(text):
    """Return the total, the max and the histogram of a published tree in NOTATIONS.md."""
    rows = Readme("mmtree/research/NOTATIONS.md").table("## Published trees")
    [row] = [row for row in rows if row["text"] == text]
    return [row["total"], row["max"], row["by guess 1, 2, …"]]


def figures(tree):
    return [str(tree.total), str(tree.max), " ".join(map(str, tree.histogram))]


class TestPublished:
    """Texts that others typed from papers: see tests/research/published/README.txt."""

    def test_knuth_1976(self, tmp_path):
        """The text has places for 3b1w, and x after a guess that leaves at most two secrets."""
        read = read_tree(published("knuth-1976"), "irving")
        assert (read.symbols, read.in_order, read.cheapest) == ("digits1", 0, 0)
        assert nodes(read.tree) == nodes(load("knuth-4p6c"))
        assert shown("Knuth 1976") == figures(read.tree)
        save(read.tree, tmp_path / "knuth")
        assert verify(tmp_path / "knuth", max=5, total=5801).holds

    def test_koyama_and_lai_1993(self):
        read = read_tree(published("koyama-lai-1993"), "irving")
        assert shown("Koyama and Lai 1993") == figures(read.tree)
        assert read.tree.total == 5625

    def test_koyama_and_lai_1993_at_most_5(self):
        """Their tree with at most 5 guesses differs in the part K only."""
        text = published("koyama-lai-1993").decode()
        before, rest = text.split("39 (3155: ")
        after = rest[
            rest.index(", \n    23 (3613") if ", \n" in rest else rest.index(",\n    23 (3613") :
        ]
        read = read_tree((before + "39K" + after + AT_MOST_5).encode(), "irving")
        assert shown("the same, at most 5") == figures(read.tree)
        assert (read.tree.total, read.tree.max) == (5626, 5)

    def test_text_is_read_after_its_misprints_are_corrected(self):
        """The text is filed under Neuwirth 1982 (total 5656), but has the total of Irving 1978."""
        text = published("neuwirth-1982").decode()
        for said, wrong, right in MISPRINTS:
            with pytest.raises(NotationError) as error:
                read_tree(text.encode(), "irving", "typed")
            assert str(error.value) == f"typed, {said}"
            assert text.count(wrong) == 1
            text = text.replace(wrong, right)
        read = read_tree(text.encode(), "irving")
        assert shown("said to be Neuwirth's 1982") == figures(read.tree)
        assert read.tree.total == 5662

    def test_punch_card_of_360_codes_is_read(self):
        """The card is from a program that shares no code with mmtree; both trees are equal."""
        read = read_tree(published("distinct", "punchcard"), "punchcard")
        assert (str(read.tree.rules), read.symbols) == ("4p6c-distinct", "digits")
        assert nodes(read.tree) == nodes(load("koyama-lai-4p6c-distinct"))
        assert shown("punch card of arfst23, 360 distinct codes") == figures(read.tree)


def test_yaml_with_answers_in_signs():
    """The program of the punch card also prints answers as signs, including all black."""
    text = b"""---
- 001
- OO-: 110
  X--: 111
  XOO:
    - 010
    - XOO: 100
      XXX: 010
  XX-:
    - 011
    - X--: 000
      XOO: 101
      XXX: 011
  XXX: 001
"""
    assert nodes(read_tree(text, "yaml").tree) == nodes(load("koyama-lai-3p2c"))
    with pytest.raises(
        NotationError,
        match="line 4, column 3: expected two digits or signs such as XO--, found 'X!-'",
    ):
        read_tree(text.replace(b"X--: 111", b"X!-: 111"), "yaml", "typed")


def test_unknown_notation_and_symbols_raise():
    with pytest.raises(NotationError, match="xml: unknown notation: use one of irving, punchcard"):
        read_tree(b"1", "xml")
    with pytest.raises(NotationError, match="use one of letters, digits, digits1"):
        write_tree(load("koyama-lai-3p2c"), "irving", "names")


def test_given_rules_must_fit_the_text():
    text = write_tree(load("knuth-4p6c"), "irving")
    with pytest.raises(NotationError, match="1296 printed for the opening, but 4p7c has 2401"):
        read_tree(text, "irving", rules=parse_rules("4p7c"))
    with pytest.raises(NotationError, match="'1122' has 4 pegs: 5p6c has 5"):
        read_tree(text, "irving", rules=parse_rules("5p6c"))
