"""The instructions on a sheet and the rules of the game: equal sentences in all styles, which a child can follow."""

import re
from itertools import pairwise

import pytest

from mmtree import build_tree, word_rules
from mmtree.show.sheets.instructions import game_rules, how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.texts import LANGUAGES

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.paper import feedback

KOYAMA_LAI = "koyama-lai-4p6c"
BULLS = "koyama-lai-bulls-and-cows"


def sentences(name, style="card", **options):
    return how(Sheet(tree_of(name), style, **options))


def test_instructions_of_a_card():
    assert sentences(KOYAMA_LAI) == (
        "Put the pegs of row 1 on the board.",
        "Your partner answers: a black peg for each right colour in the right place, "
        "a white peg for each right colour in another place.",
        "Count black, then white: 2 black and 1 white is 21. At 40 you have won!",
        "Find that number in your row.",
        "An arrow: go to that row and play its pegs. Your partner answers again.",
        "A code instead of an arrow: that is the secret. "
        "Two codes: try the first; if it is wrong, it is the other.",
        "Your answer is not there? Check the last answers together.",
    )


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["table", "booklet"])
def test_numbered_sheets_have_equal_instructions(style, language):
    ours, others = (sentences(KOYAMA_LAI, s, language=language) for s in (style, "card"))
    differ = [at for at, pair in enumerate(zip(ours, others, strict=True)) if len(set(pair)) > 1]
    assert set(differ) <= {2, 3}  # a booklet shows answers as pegs, so nothing is counted


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", sorted(STYLES.keys() - {"pocket", "wheel"}))  # less room
def test_instructions_explain_answers(style):
    said, card = sentences(KOYAMA_LAI, style), sentences(KOYAMA_LAI)
    assert said[1] == card[1]
    assert said[-1] == card[-1] or style == "short"  # it omits most answers


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_instructions_have_short_sentences_of_known_words(style, language):
    """Each sentence has at most 36 words, and none of them is a technical term."""
    for sentence in sentences(KOYAMA_LAI, style, language=language):
        assert len(sentence.split()) <= 36
        for word in ("codemaker", "feedback", "partition", "strategy", "Strategie", "{", "}"):
            assert word not in sentence


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("names", "word"),
    [("invicta", "black key peg"), ("hasbro", "white key peg"), (None, "a black peg")],
)
def test_key_pegs_are_distinguished_from_coloured_pegs(names, word):
    assert word in sentences(KOYAMA_LAI, names=names)[1]


def test_bulls_and_cows_is_in_digits_and_in_its_own_words():
    said = sentences(BULLS)
    assert said[:3] == (
        "Tell your partner the digits of row 1.",
        "Your partner answers: a bull for each right digit in the right place, "
        "a cow for each right digit in another place.",
        "Count bulls, then cows: 2 and 1 is 21. At 40 you have won!",
    )
    for style in ("card", "wheel", "pocket"):
        sheet = Sheet(tree_of(BULLS), style)
        assert sheet.title == "Crack any Bulls and Cows code in 7 guesses"
        assert sheet.subline == "4 digits, no digit twice · on average 5.21 guesses"
        assert not re.search("peg|black|colour", " ".join(how(sheet)))
        assert not sheet.drawn
    boxed = Sheet(tree_of(BULLS), "wheel", symbols="pegs")
    assert boxed.title == "Crack any Mastermind code in 7 guesses"


@pytest.mark.parametrize("style", ["card", "booklet", "poster"])
@pytest.mark.parametrize(
    "words", ["raven heron", "raven heron horse", "bake cake lake make rake wake"]
)
def test_instructions_explain_only_arrows_and_pairs_that_the_sheet_has(words, style):
    sheet = Sheet(build_tree("koyama-lai", word_rules(words.split())), style)
    cells = [cell for row in sheet.rows for cell in row.cells]
    said = " ".join(how(sheet))
    assert (" arrow" in said) == (style != "poster" and any(cell.row for cell in cells))
    assert ("Two " in said) == any(len(cell.codes) == 2 for cell in cells)
    assert "secret" in said


def test_french_has_plurals_and_narrow_spaces_before_signs():
    sheet = Sheet(tree_of(KOYAMA_LAI), "card", source="Koyama and Lai 1993", language="fr")
    assert "2 noirs et 1 blanc font 21" in " ".join(how(sheet))
    assert "Koyama et Lai 1993" in sheet.foot
    texts = [*sheet.texts.of_sheets.values(), *sheet.texts.of_page.values()]
    assert [text for text in texts if re.search("[ \u00a0][:;!?»]|« ", text)] == []
    assert sum("\u202f:" in text for text in texts) > 10


@pytest.mark.slow
def test_booklet_explains_dots_of_bulls():
    """The booklet shows answers as dots, but the partner speaks of bulls and cows."""
    said = sentences(BULLS, "booklet", symbols="digits")
    assert said[3] == "Find the same answer in your row: a black dot is a bull, a white one a cow."
    said = sentences("2p10c-black", "booklet", symbols="digits")
    assert said[3] == "Find the same answer in your row: a black dot is a bull."


@pytest.mark.parametrize(
    ("rules", "counted"),
    [
        ("3p2c", "1 black and 2 white is 12. At 30"),
        ("2p2c", "1 black and 0 white is 10. At 20"),
        ("1p3c", "0 black and 0 white is 00. At 10"),
        ("4p4c-distinct", "2 black and 2 white is 22. At 40"),
        ("5p6c-distinct", "3 black and 2 white is 32. At 50"),
        ("2p2c-distinct", "0 black and 2 white is 02. At 20"),
    ],
)
def test_example_answer_is_not_all_black(rules, counted):
    assert sentences(rules)[2] == f"Count black, then white: {counted} you have won!"


def test_digits_for_colours_come_first():
    assert sentences(KOYAMA_LAI, symbols="digits1")[0] == "Number your colours 1 to 6."


def test_black_only_rules_mention_only_black_pegs():
    said = sentences("3p2c-black")
    assert said[1].endswith("a black peg for each right colour in the right place.")
    assert said[2] == "Count them. At 3 you have won!"


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", FAMOUS)
@pytest.mark.parametrize("style", ["card", "table", "booklet"])
def test_example_visits_far_row_and_two_codes(style, name):
    steps = Sheet(tree_of(name), style).example
    rows = [step.row for step in steps]
    assert (rows[0], rows[3:], len(steps)) == (1, [0, 0], 5)
    assert rows[2] > rows[1] + 1
    assert steps[-1].feedback == 40


def test_example_of_short_notation_enters_nested_parentheses():
    sheet = Sheet(tree_of(KOYAMA_LAI), "short")
    node = sheet.tree.root
    for step, after in pairwise(sheet.example[:4]):
        node = sheet.notation.printed(node)[step.feedback]
        assert node.guess == after.guess


def test_bulls_and_cows_is_explained_in_digits():
    said = list(game_rules(Sheet(tree_of("koyama-lai-bulls-and-cows"), "rules")))
    assert said[0].endswith("4 digits, no digit twice. It may begin with 0.")
    assert "a bull for each right digit in the right place, a cow for" in said[2]
    assert said[-1] == "All bulls: you have won! Then swap: the player with fewer guesses wins."


@pytest.mark.parametrize("name", ["koyama-lai-bulls-and-cows", "koyama-lai-4p6c", "2p2c", "1p10c"])
def test_example_of_an_answer_is_right(name):
    secret, guess, black, white = re.fullmatch(
        r"If the secret is (\w+), the answer to (\w+) is: \D*(\d)\D+(\d)\D*\.",
        list(game_rules(Sheet(tree_of(name), "rules")))[3],
    ).groups()
    assert (int(black), int(white)) == feedback(guess, secret)
