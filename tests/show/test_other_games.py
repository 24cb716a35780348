"""Sheets of games of other kinds: all secrets are found with what the sheets show."""

import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest

from mmtree import SheetError, save
from mmtree.errors import CodeError
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.table_rules import table_rules
from mmtree.show.sheets.content import sheet_content
from mmtree.show.sheets.html import html
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import GAMES, STYLES
from mmtree.show.sheets.text import text
from mmtree.show.sheets.typeset import typeset
from mmtree.show.texts import LANGUAGES
from mmtree.strategies.builder import build_tree

from support.expected_games import tree_of
from support.other_games import OTHER_GAMES, twelve_coins
from support.paper import content_rows, read_rows
from support.printed import RowReader, check_readable, read_pages, read_texts

STYLES_OF_GAMES = [
    (name, style)
    for name, rules in OTHER_GAMES.items()
    for style in ("card", "table", "booklet", "poster")
    if GAMES[STYLES[style].draws](rules)
]


def shown_answer(rules, answer):
    """Return an answer as a reader of a sheet returns it."""
    if rules.kind.counts:
        return divmod(answer, 10)
    return rules.kind.marks(answer) or (format_feedback(answer, rules),)


def check(rows, tree):
    """Check that the rows of a sheet are those of a tree, by a game for each secret."""
    rules = tree.rules
    counts = [0] * (tree.max + rules.identified)
    for secret in rules.secret_codes():
        name, row, guesses, codes = format_code(secret, rules), 1, 0, []
        while not codes:
            guess, cells = rows[row]
            guesses += 1
            if guess == name:
                break
            answer = rules.answer(rules.prepare(rules_code(rules, guess)), rules.prepare(secret))
            after = cells[shown_answer(rules, answer)]
            row, codes = (after, []) if isinstance(after, int) else (0, list(after))
        counts[guesses + (codes.index(name) + 1 if codes else 0) - 1] += 1
    assert tuple(counts[rules.identified :]) == tree.histogram


@cache
def rules_code(rules, name):
    return next(code for code in rules.codes() if format_code(code, rules) == name)


def read_listed(lines):
    """Read rows with a line for each answer, two blanks before what follows it."""
    rows = {}
    for line in lines:
        if head := re.match(r"(\d+)\. (.*)", line):
            rows[int(head[1])] = head[2], {}
        elif cell := re.match(r"  (\S.*?) {2,}(→(\d+)|.*)", line):
            rows[len(rows)][1][(cell[1],)] = int(cell[3]) if cell[3] else tuple(cell[2].split("/"))
    return rows


def read_table(lines):
    """Read rows of texts under a head of answers; the second of two names is below the first."""
    head, *lines = [line + " " * 99 for line in lines]
    answers = list(re.finditer(r"\S+(?: \S+)* +", head))
    rows = {}
    for line in lines:
        number = re.match(r" *(\d+)\. ", line)
        if number:
            guess = line[number.end() : answers[0].start()].strip()
            rows[int(number[1])] = guess, {}
        for answer in answers:
            entry = line[slice(*answer.span())].strip()
            cells, key = rows[len(rows)][1], (answer[0].strip(),)
            if entry not in ("", "."):
                cells[key] = int(entry[1:]) if "→" in entry else (*cells.get(key, ()), entry)
    return rows


@pytest.mark.parametrize(("name", "style"), STYLES_OF_GAMES)
def test_plain_text_finds_all_secrets(name, style):
    tree = tree_of(name)
    lines = list(text(Sheet(tree, style)))
    if not tree.rules.uses_names:
        check(read_rows("\n".join(lines), style), tree)
        return
    begin = lines.index("", lines.index("", lines.index("") + 1) + 1) + 1
    end = next(at for at, line in enumerate(lines) if line.startswith("mmtree ·"))
    read = read_table if style == "table" else read_listed
    check(read([line for line in lines[begin:end] if line]), tree)


class Page(HTMLParser):
    """The rows of an HTML sheet: an answer is the class of its link, as the style sheet shows it."""

    def __init__(self, rules):
        super().__init__()
        self.rules, self.rows, self.way, self.cell = rules, {}, [], None
        self.texts = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        classes = (given.get("class") or "").split()
        self.texts.append(None if tag in ("br", "meta") else classes)
        if "row" in classes:
            self.rows[int(given["id"][1:])] = "", {}
        if "cell" in classes:
            (look,) = (one for one in classes if re.fullmatch(r"k\d+", one))
            answer = shown_answer(self.rules, int(look[1:]))
            to = re.fullmatch(r"#r(\d+)", given["href"])
            self.cell = answer
            self.rows[len(self.rows)][1][answer] = int(to[1]) if to else ()
        if "c" in classes and self.cell:
            self.rows[len(self.rows)][1][self.cell] += ("",)
        if tag in ("br", "meta"):
            self.texts.pop()

    def handle_endtag(self, tag):
        if "cell" in self.texts.pop():
            self.cell = None

    def handle_data(self, data):
        if not self.rows or not any("c" in classes for classes in self.texts):
            return
        guess, cells = self.rows[len(self.rows)]
        if self.cell:
            *codes, last = cells[self.cell]
            cells[self.cell] = (*codes, last + data)
        else:
            self.rows[len(self.rows)] = guess + data, cells


@pytest.mark.parametrize(
    ("name", "style"), [(name, style) for name, style in STYLES_OF_GAMES if style != "poster"]
)
def test_html_finds_all_secrets(name, style):
    tree = tree_of(name)
    made = "".join(html(Sheet(tree, style), "a4"))
    page = Page(tree.rules)
    page.feed(made[made.index("<main") : made.index("</main>")])
    check(page.rows, tree)
    assert sorted(set(re.findall(r"\.k(\d+) \{", made))) == sorted(
        f"{value:02}" for value in tree.rules.feedbacks
    )


@pytest.mark.parametrize("name", OTHER_GAMES)
def test_json_finds_all_secrets(name):
    tree = tree_of(name)
    content = json.loads(json.dumps(sheet_content(Sheet(tree, "card"))))
    assert content["marked"] == (tree.rules.kind.levels > 0)

    check(content_rows(content), tree)


def printed_rows(file, rules, style):
    """Return the rows of a PDF."""
    if rules.uses_names:
        return read_texts(file, columns=style == "table")
    digits = 0 if style == "booklet" else 2
    marked = rules.kind.levels > 0
    return RowReader(file, rules.pegs, digits, columns=style == "table", marked=marked).rows()


@pytest.mark.slow(after=9)
@pytest.mark.parametrize("style", ["card", "table", "booklet"])
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_print_finds_all_secrets(name, style):
    tree = tree_of(name)
    (file,) = typeset(Sheet(tree, style), "pdf")
    rows = printed_rows(file, tree.rules, style)
    check(rows, tree)
    check_readable(*read_pages(file), 7.0)


def test_twelve_coins_are_printed_on_one_card():
    tree = build_tree("irving", twelve_coins(4))
    assert tree.histogram == (0, 0, 24)
    sheet = Sheet(tree, "card")
    (file,) = typeset(sheet, "pdf")
    sizes, marks = read_pages(file)
    assert len(sizes) == 1
    rows = read_texts(file, columns=False)
    assert len(rows) == 13
    check(rows, tree)
    check_readable(sizes, marks, 7.5)
    assert {mark.text for mark in marks} >= {"1 2 3 4 : 5 6 7 8", "left", "3 heavy"}


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
        ("table", "short", "a short sheet is for pegs, not for table"),
        ("words", "short", "a short sheet is for pegs, not for words"),
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
def test_notebook_info_and_chart_show_the_game(name, mmtree, tmp_path):
    tree = tree_of(name)
    shown = tree._repr_html_()
    assert f"first {tree.rules.move}" in shown
    assert format_feedback(min(tree.root.children), tree.rules) in unescape(shown)
    save(tree, tmp_path / "a.mmtree")
    info = mmtree("info", "a.mmtree").out
    assert f"opening   {format_code(tree.guess[0], tree.rules)}\n" in info
    assert ("secrets by number of questions:" in info) == tree.rules.identified
    assert mmtree("chart", "a.mmtree", "-o", "a.svg").status == 0


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("style", ["rules", "pocket", "poster", "short", "wheel"])
@pytest.mark.parametrize("name", OTHER_GAMES)
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
