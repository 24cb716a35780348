"""The readers accept variants of the notations, and find guesses for omitted positions."""

import pytest

from mmtree import build_tree, format_code, load, parse_rules
from mmtree.errors import NotationError
from mmtree.research.notations.notations import read_tree, write_tree

PERFECT = load("koyama-lai-3p2c")  # 8 (112: 0, 1, 0, 0; 2, 0, 1; 3 (122); 1)


def read(text, notation="irving", rules=None):
    return read_tree(text.encode(), notation, "text", rules and parse_rules(rules))


SAME = {
    "as it is written": "8 (112: 0, 1, 0, 0; 2, 0, 1; 3 (122); 1)",
    "without blanks": "8(112:0,1,0,0;2,0,1;3(122);1)",
    "with line ends": "8\n(\n112\n:\n0\n,\n1,0,0\n;2,0,1;3\n(122\n);1)\n\n",
    "all printed": "8 (112: 0, 1 (221), 0, 0; 2 (121: 0,0,0,0; 1 (211),0,0; 0; 1), 0, 1; 3 (122: 0,0,0,0; 1,0,1; 0; 1); 1)",
    "letters": "8 (AAB: 0, 1, 0, 0; 2, 0, 1; 3 (ABB); 1)",
    "small letters": "8 (aab: 0, 1, 0, 0; 2, 0, 1; 3 (abb); 1)",
    "digits from 0": "8 (001: 0, 1, 0, 0; 2, 0, 1; 3 (011); 1)",
    "a letter for a part": "8 (112: 0, 1, 0, 0; 2, 0, 1; 3A; 1) A = (122)",
    "with its number": "8 (112: 0, 1, 0, 0; 2, 0, 1; 3A; 1)\nA=3(122)",
    "within another": "8 AB\nAB = (112: 0, 1, 0, 0; 2, 0, 1; 3C; 1)\nC = (122)",
    "defined before it is used": "8 C\nB = (122)\nC = (112: 0, 1, 0, 0; 2, 0, 1; 3B; 1)",
    "x for what is left out": "8 (112: 0, 1x, 0, 0; 2x, 0, 1; 3 (122x); 1)",
    "x after a blank": "8 (112: 0, 1, 0, 0; 2 x, 0, 1; 3 (122 x); 1)",
    "the place for 2b1w": "8 (112: 0, 1, 0, 0; 2, 0, 1; 0, 3 (122); 1)",
    "no groups": "8 (112: 0, 1, 0, 0, 2, 0, 1, 3 (122), 1)",
    "black pegs falling": "8 (112: 1; 3 (122); 2, 0, 1; 0, 1, 0, 0)",
}
RISING = {
    "white pegs rising": "8 (112: 0, 0, 1, 0; 1, 0, 2; 3 (122); 1)",
    "the place for 2b1w": "8 (112: 0, 0, 1, 0; 1, 0, 2; 3 (122), 0; 1)",
    "all falling and rising": "8 (112: 1; 3 (122); 1, 0, 2; 0, 0, 1, 0)",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_equivalent_texts_give_the_same_tree(text):
    found = read(text)
    assert (found.tree.rules, found.tree.guess) == (PERFECT.rules, PERFECT.guess)
    assert (found.order, found.in_order, found.cheapest, found.uneven) == ("", 0, 0, 0)


@pytest.mark.parametrize("text", RISING.values(), ids=RISING)
def test_order_of_answers_follows_from_the_numbers(text):
    found = read(text)
    assert (found.tree.rules, found.tree.guess) == (PERFECT.rules, PERFECT.guess)
    assert "answers in another order than Knuth's: white pegs rising" in found.describe()


def test_error_is_reported_for_the_best_fitting_order():
    """Only the opening's answers have white pegs rising, so the error is below the opening."""
    text = write_tree(load("knuth-4p6c"), "irving").decode()
    falling = "1, 16A, 96B, 256C, 256D; 0, 36E, 208F, 256G; 4 (1213*), 32H, 114I"
    rising = "256D, 256C, 96B, 16A, 1; 256G, 208F, 36E, 0; 114I, 32H, 4 (1213*)"
    assert falling in text
    with pytest.raises(NotationError) as error:
        read(text.replace(falling, rising))
    assert error.value.place[0] > 2


PUNCHCARD = """
XXX XX- XOO X-- OO- xxo ---

  9. 1 aab aab >3 >20 bbb bba --- -
20 2 ABA --- --- BAA --- --- --- ---
\t3\t2\tABB\tABB\t---\tBAB\tAAA\t---\t-\t--
"""


def test_punch_cards_allow_any_order_of_columns_and_lines():
    assert read(PUNCHCARD, "punchcard").tree.guess == PERFECT.guess
    without = "--- OO- X-- XOO XX-\n1 1 AAB --- BBA BBB >2 >3\n2 2 ABA --- --- --- BAA ---\n3 2 ABB --- --- AAA BAB ---"
    assert read(without, "punchcard").tree.guess == PERFECT.guess


def test_yaml_flow_style_and_comments_are_read():
    text = (
        "# perfect\n[AAB, {02: BBA, 10: BBB, 12: [ABA, {12: BAA}], 20: [ABB, {10: AAA, 12: BAB}]}]"
    )
    assert read(text, "yaml").tree.guess == PERFECT.guess


class TestLeftOut:
    def test_two_secrets_are_guessed_in_order(self):
        tree = read("8 (112: 0, 1, 0, 0; 2, 0, 1; 3 (122); 1)").tree
        assert list(tree.guess)[3:5] == [2, 4]  # ABA, BAA

    def test_secrets_without_guess_are_guessed_in_order(self):
        """With black pegs only, no guess is cheaper than the secrets in order."""
        found = read("9 (11: 4; 4; 1)")
        assert (found.in_order, found.cheapest) == (2, 0)
        assert found.tree.guess == build_tree("lexicographic", "2p3c-black", opening="AA").guess
        assert (
            "2 positions are not printed: guessed in order, since nothing is cheaper"
            in found.describe()
        )

    def test_cheapest_guesses_are_used_if_order_costs_more(self):
        """To guess AAA before ABB and BAB takes one guess more than to guess ABB first."""
        found = read("8 (112: 0, 1, 0, 0; 2, 0, 1; 3; 1)")
        assert (found.in_order, found.cheapest) == (0, 1)
        assert found.tree.guess == PERFECT.guess
        expected = "1 position is not printed, and no rule is implied: cheapest guesses used"
        assert expected in found.describe()

    @pytest.mark.parametrize("rules", ["3p2c", "2p4c", "3p3c", "2p5c-black", "3p4c-distinct"])
    def test_tree_is_completed_from_its_opening(self, rules):
        """An exact search completes the tree, so the total is the proved optimum."""
        best = build_tree("koyama-lai", rules)
        text = f"{best.rules.secrets} ({format_code(best.root.guess, best.rules)}x)"
        assert read(text, rules=rules).tree.total == best.total

    def test_uneven_guess_is_reported(self):
        """Knuth marks a guess that leaves two secrets by x; without x, the guess is reported."""
        text = "8 (112: 0, 1, 0, 0; 2, 0, 1; 3 (111%s); 1)"
        plain, marked = read(text % ""), read(text % "x")
        assert plain.tree.guess == marked.tree.guess
        assert (plain.uneven, marked.uneven) == (1, 0)
        assert plain.describe()[-1].startswith("1 guess is printed without answers")

    def test_x_is_allowed_at_the_opening(self):
        """The opening of 1p2c has no answers printed, because it separates both secrets."""
        assert read("2 (1x)", rules="1p2c").tree.total == 3
        assert read("2 (Ax)", rules="1p2c").tree.total == 3

    def test_too_many_omitted_secrets_are_refused(self):
        with pytest.raises(NotationError, match="32768 secrets are left without a guess"):
            read("32768", rules="5p8c")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("8 (112: 0, 1, 0, 0; 2, 0, 1; 3; 1)", "3p2c"),
        ("9 (11: 4; 4; 1)", "2p3c-black"),
        ("9 (12: 1, 2, 1; 0, 4; 1)", "2p3c"),
        ("6 (12: 1, 2, 0; 2; 1)", "2p3c-distinct"),
        ("5 (1: 4; 1)", "1p5c"),
    ],
)
def test_rules_are_detected_from_number_of_secrets(text, rules):
    assert str(read(text).tree.rules) == rules
