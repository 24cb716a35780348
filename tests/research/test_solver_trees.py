"""Trees as solvers write them: nested JSON, answers so far, numbered rows, and a line a game."""

import json

import pytest

from mmtree import build_tree, load, table_rules, word_rules
from mmtree.errors import NotationError, RulesError
from mmtree.research.notations.notations import detect_notation, read_tree, write_tree

from support.other_games import OTHER_GAMES

FORMS = ("tree-json", "tree-flat", "tree-rows", "tree-lines")

JSON = """{"guess":"AAB","children":{"02":{"guess":"BBA"},"10":{"guess":"BBB"},"12":{"guess":"ABA",
"children":{"12":{"guess":"BAA"}}},"20":{"guess":"ABB","children":{"10":"AAA","12":"BAB"}}}}"""
FLAT = "AAB\n02 BBA\n10 BBB\n12 ABA\n12 12 BAA\n20 ABB\n20 10 AAA\n20 12 BAB\n"
ROWS = "#0:AAB (0,2)BBA (1,0)BBB (1,2)#1 (2,0)#2\n#1:ABA (1,2)BAA\n#2:ABB (1,0)AAA (1,2)BAB\n"
LINES = """AAB 02 BBA 30
    10 BBB 30
    12 ABA 12 BAA 30
           30
    20 ABB 10 AAA 30
           12 BAB 30
           30
    30
"""
SELBY = """salet BBBGY1 tiger YBBGG2 otter GGGGG3
                   GGGGG2
      BBYGB1 elder GGGGG2
      BYYGB1 alder GGGGG2
      YYBGB1 aspen GGGGG2
"""
"""As the author of a well-known solver prints trees of words."""

GAME = word_rules(["aspen", "alder", "elder", "tiger", "otter"], ["salet"])


def nodes(tree):
    return tree.rules, tree.guess, tree.feedback, tree.extent


def refused(text, rules=None):
    """Return the error for a text, whose notation its content tells."""
    data = text.encode()
    form = detect_notation(data, "text")
    with pytest.raises(NotationError) as error:
        read_tree(data, form, "text", rules)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("text", [JSON, FLAT, ROWS, LINES])
def test_small_tree_is_read_in_every_form(text):
    data = text.encode()
    read = read_tree(data, detect_notation(data, "tree.txt"))
    assert nodes(read.tree) == nodes(load("koyama-lai-3p2c"))
    assert (str(read.tree.rules), read.tree.total, read.tree.max) == ("3p2c", 18, 3)


def test_json_may_print_right_answers_and_other_keys():
    tree = json.loads(JSON)
    tree["children"]["30"] = "AAB"
    tree["size"] = {"left": [8, None, True], "note": 'a \\ " b'}
    tree["children"]["12"]["children"]["30"] = {"guess": "ABA", "children": {}}
    for order in (False, True):
        text = json.dumps(tree, sort_keys=order, indent=4).encode()
        assert read_tree(text, "tree-json").tree.total == 18


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", OTHER_GAMES)
def test_trees_of_every_game_are_read_back(game, form):
    tree = build_tree("koyama-lai", OTHER_GAMES[game])
    if tree.rules.uses_names and form != "tree-json":
        with pytest.raises(RulesError, match=f"{form}: names in the table table may have blanks"):
            write_tree(tree, form)
        return
    text = write_tree(tree, form)
    assert detect_notation(text, "") == form
    read = read_tree(text, form, "text", tree.rules).tree
    assert nodes(read) == nodes(tree)
    assert write_tree(read, form) == text


def test_json_has_names_and_answers_as_they_are():
    rules = table_rules(
        ["fur?", '"big" one?'], ["cat", "duck", "été, dé"], [list("yny"), list("nny")]
    )
    text = write_tree(build_tree("koyama-lai", rules), "tree-json")
    assert json.loads(text) == {
        "guess": "fur?",
        "children": {
            "n": "duck",
            "y": {"guess": '"big" one?', "children": {"n": "cat", "y": "été, dé"}},
        },
    }


def test_words_are_found_in_the_text():
    """Which words can be the secret follows from the right answers, where they are printed."""
    tree = build_tree("random", GAME, opening="salet")
    read = read_tree(write_tree(tree, "tree-lines"), "tree-lines", "words.txt").tree
    assert nodes(read) == nodes(tree)
    assert refused(write_tree(tree, "tree-json").decode()) == (
        "text: no right answer tells which words can be the secret: give --rules"
    )
    text = '{"guess": "ash", "children": {"+--": "aim", "+++": "ash"}}'
    assert read_tree(text.encode(), "tree-json").tree.rules.secret_words == ("aim", "ash")


def test_marks_as_letters_with_the_number_of_the_guess():
    read = read_tree(SELBY.encode(), detect_notation(SELBY.encode(), ""), "words").tree
    assert (read.rules, read.total, read.max) == (GAME, 11, 3)
    assert nodes(read_tree(SELBY.encode(), "tree-lines", "", GAME).tree) == nodes(read)


def test_answers_that_no_secret_gives_are_taken_from_the_games():
    text = b"aspen --+-- alder +++++\n            elder +++++\n      +++++\n"
    read = read_tree(text, "tree-lines", "words")
    assert read.tree.rules.secret_words == ("alder", "aspen", "elder")
    assert read.describe() == ["2 answers are misprinted: taken from the secrets found after them"]


WRONG = {
    '{"guess": "AAB", "children": {"02": "BBA", "02": "BBB"}}': "1, column 44: '02' occurs twice",
    JSON.replace('"10":{"g', '"02":{"g'): "1, column 49: '02' occurs twice",
    JSON.replace('"02"', '"0x"'): "1, column 28: unknown answer '0x': give --rules, or the table",
    JSON.replace('"02":{"guess":"BBA"},', ""): "7 codes are named, but no rules",
    JSON.replace('"BBB"', '"BBC"'): "1, column 63: 'C' in code 'BBC' is not a colour",
    JSON[:-1]: "2, column 92: expected ',' or '}', found the end of the text",
    JSON + "{": "2, column 93: expected the end of the text, found '{'",
    JSON.replace('"AAB"', '"\\ud800"'): "1, column 10: '\\ud800' is not a text",
    JSON.replace('"AAB"', "null"): "1, column 10: expected a guess in quotes, found 'null'",
    JSON.replace(
        '"guess":"AAB"', '"guess":"AAB","guess":"AAB"'
    ): "1, column 16: 'guess' occurs twice",
    JSON.replace('{"guess":"BBA"}', "{}"): '1, column 33: a node without "guess"',
    '{"x": ,': "1, column 7: expected a value",
    FLAT + "20 12 BAB": "9, column 7: another guess is printed after the same answers",
    FLAT.replace("AAB\n", "", 1): "2, column 1: 10 is another opening than 02",
    FLAT.replace("12 ABA\n", ""): "4, column 1: no line ends with the guess after these",
    FLAT + "02 10 BBB\n": "9, column 7: no secret gives 1b0w after BBA",
    ROWS.replace("(1,0)BBB", "(0,2)BBB"): "1, column 22: 0b2w after AAB is printed twice",
    ROWS + "#2:AAA": "4, column 1: row 2 is printed twice",
    ROWS.replace("(1,2)#1", "(1,2)#2"): "1, column 39: row 2 is the opening or referenced twice",
    ROWS.replace("BBA", "#0"): "1, column 13: row 0 is the opening or",
    ROWS.replace("BBA", "#3"): "1, column 13: row 3 does not exist",
    ROWS + "#3:AAA (0,0)#3": "4, column 4: row 3 is never reached from the first row",
    LINES.replace(
        "10 AAA", "12 AAA"
    ): "5, column 12: ABB is answered 10 if AAA is the secret, not 12",
    LINES.removesuffix("    30\n"): "1, column 1: 3b0w after AAB is missing: 1 secret gives it",
    LINES.replace("   12 BAB", "  12 BAB"): "6, column 11: a line begins below no guess or answer",
    LINES + "AAA 30": "9, column 1: AAA is another opening than AAB",
    LINES + "    30": "9, column 5: the game that ends with AAB occurs twice",
    LINES + "    02 BBB": "9, column 8: the answer to BBB is missing",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_text_is_refused(text):
    assert WRONG[text] in refused(text)


def test_wrong_words_are_refused():
    assert refused(SELBY.replace("salet", "saler"), GAME) == (
        "text, line 1, column 1: 'saler' is not a word of words"
    )
    swapped = SELBY.replace("BBYGB", "-----").replace("BYYGB", "BBYGB").replace("-----", "BYYGB")
    assert "line 3, column 7: salet is answered --~+- if elder is the secret" in refused(swapped)
    missing = SELBY.replace("      BBYGB1 elder GGGGG2\n", "")
    assert "--~+- after SALET is missing: 1 secret gives it" in refused(missing, GAME)
    assert "elders has 6 letters, but the opening has 5" in refused(
        SELBY.replace("elder", "elders")
    )


def test_commands_read_lists_of_words(mmtree, refused, tmp_path):
    (tmp_path / "list.txt").write_text("\n".join(GAME.secret_words), encoding="utf-8")
    (tmp_path / "more.txt").write_text("salet\nzebra", encoding="utf-8")
    (tmp_path / "a.txt").write_text(SELBY, encoding="utf-8")
    lists = ("--rules", "list.txt", "--guesses", "more.txt")
    out = mmtree("import", "a.txt", *lists).out
    assert out.startswith("tree-lines for list, opening SALET: total 11, average 11/5 = 2.2000")
    assert mmtree("verify", "a.mmtree", "--total", 11).status == 0
    for form in FORMS:
        assert mmtree("export", "a.mmtree", "--to", form, "-o", "b.txt").status == 0
        assert mmtree("import", "b.txt", *lists, "-o", "b.mmtree").out.startswith(f"{form} for")
        assert load(tmp_path / "b.mmtree").guess == load(tmp_path / "a.mmtree").guess
    out = mmtree("import", "a.txt", "-o", "c.mmtree").out
    assert out.startswith(
        "tree-lines for a, 5 secrets of 6 words found from the text, opening SALET:"
    )
    assert "'salet' is not a word of list" in refused(
        "import", "a.txt", "--rules", "list.txt", "-o", "c.mmtree"
    )
