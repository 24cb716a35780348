"""Sheets of games of other kinds: texts, notes, styles that cannot show a game, and print."""

import re

import pytest

from mmtree import SheetError, save
from mmtree.errors import CodeError
from mmtree.game.code import format_code
from mmtree.game.make_table import table_rules
from mmtree.game.word_rules import word_rules
from mmtree.show.sheets.content import sheet_content
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import GAMES, STYLES
from mmtree.show.sheets.text import text
from mmtree.show.sheets.typeset import typeset
from mmtree.show.texts import LANGUAGES
from mmtree.strategies.builder import build_tree

from support.expected_games import tree_of
from support.other_games import OTHER_GAMES, twelve_coins
from support.printed import check_readable, read_pages, read_texts
from support.sheet_games import check_games

SIMILAR = ("right", "consistent", "nozero", "words-black", "table-guessed", "wide-table-guessed")
"""Games whose sheets look like those of others."""


@pytest.mark.slow
def test_twelve_coins_are_printed_on_one_card():
    tree = build_tree("irving", twelve_coins(4))
    assert tree.histogram == (0, 0, 24)
    sheet = Sheet(tree, "card")
    (file,) = typeset(sheet, "pdf")
    sizes, marks = read_pages(file)
    assert len(sizes) == 1
    rows = read_texts(marks, columns=False)
    assert len(rows) == 13
    check_games(rows, tree)
    check_readable(sizes, marks, 7.5)
    assert {mark.text for mark in marks} >= {"1 2 3 4 : 5 6 7 8", "left", "3 heavy"}


@pytest.mark.slow
def test_long_names_are_wrapped():
    rules = OTHER_GAMES["table"]
    long = table_rules(
        [f"{question} {'and so on ' * 15}" for question in rules.questions],
        [f"{secret} {'of a long name ' * 8}" for secret in rules.secret_names],
        [
            [rules.texts[value] * 9 for value in rules.row(question)]
            for question in range(len(rules.questions))
        ],
    )
    (file,) = typeset(Sheet(build_tree("irving", long), "card"), "pdf")
    check_readable(*read_pages(file), 7.5)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_every_style_explains_the_game(name, language):
    for style, row in STYLES.items():
        if GAMES[row.draws](OTHER_GAMES[name]):
            sheet = Sheet(tree_of(name), style, language=language)
            assert all(sheet_content(sheet)["how"])
            assert sheet.title
            assert sheet.subline


def test_questions_are_not_guesses():
    lines = list(text(Sheet(tree_of("table"), "card")))
    assert lines[0] == f"Find it with {tree_of('table').max} questions"
    assert lines[2].endswith(" questions")
    assert not [line for line in lines if "guess" in line]


@pytest.mark.parametrize(
    ("name", "style", "advice"),
    [
        ("words", "wheel", "a wheel is for black and white pegs, not for words: take --style card"),
        ("places", "wheel", "a wheel is for black and white pegs, not for 3p3c-places"),
        ("table", "poster", "a poster is for pegs and words, not for table: take --style card, "),
        ("table", "short", "a short sheet is for pegs without weights, not for table"),
        ("words", "short", "a short sheet is for pegs without weights, not for words"),
        ("holes", "worksheet", "a worksheet is for games without house rules, not for 3p3c-holes"),
    ],
)
def test_style_that_cannot_show_a_game_names_others(name, style, advice):
    with pytest.raises(SheetError, match=re.escape(advice)):
        Sheet(tree_of(name), style)


@pytest.mark.parametrize("name", ["words", "table"])
@pytest.mark.parametrize("options", [{"names": "red,blue"}, {"symbols": "digits"}])
def test_letters_and_texts_have_no_colours(name, options):
    with pytest.raises(CodeError, match="has no colours"):
        Sheet(tree_of(name), "card", **options)


def test_booklet_of_texts_is_not_folded():
    with pytest.raises(SheetError, match="leave out --fold"):
        typeset(Sheet(tree_of("table"), "booklet"), "pdf", fold=True)


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_info_shows_the_game(name, mmtree, tmp_path):
    tree = tree_of(name)
    save(tree, tmp_path / "a.mmtree")
    info = mmtree("info", "a.mmtree").out
    assert f"opening   {format_code(tree.guess[0], tree.rules)}\n" in info
    assert ("secrets by number of questions:" in info) == tree.rules.only_asks


def test_chart_shows_all_games(mmtree, tmp_path):
    for name in OTHER_GAMES:
        save(tree_of(name), tmp_path / f"{name}.mmtree")
    assert mmtree("chart", *(f"{name}.mmtree" for name in OTHER_GAMES), "-o", "a.svg").status == 0


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("style", ["rules", "pocket", "poster", "short", "wheel"])
@pytest.mark.parametrize("name", [name for name in OTHER_GAMES if name not in SIMILAR])
def test_other_styles_are_readable_or_refused_in_a_line(name, style):
    try:
        (file,) = typeset(Sheet(tree_of(name), style, language="fr"), "pdf")
    except SheetError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert re.fullmatch(r"a .* (is for|does not fit) .*: take .*", refusal)
        return
    least = {"poster": 3, "short": 7}.get(style, 7.5)
    check_readable(*read_pages(file), least, turned=style in ("poster", "wheel"))


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_letters_that_the_typeface_lacks_are_named(form):
    tree = build_tree("entropy", word_rules(["🐶🐱🐭", "🐱🐶🐭"]))
    with pytest.raises(
        SheetError, match=r"^the typeface has no '[🐶🐱🐭]': .* --format html or txt$"
    ):
        typeset(Sheet(tree, "card"), form)
