"""Accessible sheets: a title, a language, headings, and words for drawings.

PDFs are tagged; Typst itself checks that they conform to PDF/UA-1 (ISO 14289-1:2014).
"""

import io
import re
from functools import cache

import pytest

from mmtree import build_tree, load
from mmtree.show.sheets.html import html
from mmtree.show.sheets.instructions import how
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_code
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset

from support.environment import TREES
from support.sheet_games import check_games

SMALL = load(TREES / "koyama-lai-3p2c.mmtree")
PAPER = [name for name, style in STYLES.items() if style.papers]


@cache
def document(tree, style, language, **options):
    """Return a PDF and its structure elements, in reading order."""
    from pypdf import PdfReader

    sheet = Sheet(tree, style, language=language, **options)
    reader = PdfReader(io.BytesIO(typeset(sheet, "pdf")[0]))
    return reader, list(elements(reader.trailer["/Root"]["/StructTreeRoot"]["/K"]))


def elements(part):
    """Yield the structure elements below a part."""
    part = part.get_object()
    for one in part if isinstance(part, list) else [part]:
        one = one.get_object()
        if isinstance(one, dict) and "/S" in one:
            yield one
        if isinstance(one, dict) and "/K" in one:
            yield from elements(one["/K"])


def texts(tree, style, language="en", **options):
    """Return the texts that describe drawings and rows."""
    return [one["/Alt"] for one in document(tree, style, language, **options)[1] if one.get("/Alt")]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("style", PAPER)
def test_pdf_is_tagged_with_title_language_and_headings(style, language):
    reader, found = document(SMALL, style, language)
    root = reader.trailer["/Root"]
    headline = {
        "en": "Crack any Mastermind code in 3 guesses",
        "de": "Knacke jeden Mastermind-Code in 3 Zügen",
    }[language]
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == (language, True)
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"<pdfuaid:part>1<" in root["/Metadata"].get_data()
    assert reader.metadata.title == headline
    assert [one["/T"] for one in found if one["/S"] == "/H1"] == [headline]


@pytest.mark.slow
@pytest.mark.parametrize("style", PAPER)
def test_instructions_are_a_list(style):
    items = [one["/S"] for one in document(SMALL, style, "en")[1]].count("/LI")
    more = {"poster": 1, "wheel": 3, "rules": 5, "worksheet": 10}
    assert items == len(how(Sheet(SMALL, style))) + more.get(style, 0)


COLORS = ["rot", "grün", "blau", "gelb", "orange"]


def heard(words):
    """Return the codes named in a text, in letters."""
    codes = [map(COLORS.index, code.split(", ")) for code in words.split("; ")]
    return tuple("".join("ABCDE"[color] for color in code) for code in codes)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["card", "table", "booklet"])
def test_screen_reader_text_finds_every_secret(style):
    """The games use only the words of rows, here in German."""
    tree = build_tree("lexicographic", "3p5c")
    rows = {}
    for words in texts(tree, style, language="de"):
        if found := re.match(r"Zeile (\d+): (.*?)\. (.*)", words):
            cells = [cell.split(": ") for cell in found[3].split(". ")]
            rows[int(found[1])] = (
                *heard(found[2]),
                {
                    tuple(map(int, re.fullmatch(r"(\d) schwarz, (\d) weiß", answer).groups())): (
                        int(after.removeprefix("Zeile ")) if "Zeile" in after else heard(after)
                    )
                    for answer, after in cells
                },
            )
    check_games(rows, tree)


@pytest.mark.slow
def test_pocket_card_text_matches_its_content():
    """The card has row 1 and the guesses of the next rows, without the answers of these rows."""
    tree = load(TREES / "koyama-lai-4p5c.mmtree")
    sheet = Sheet(tree, "pocket")
    said = texts(tree, "pocket")
    cells = sheet.rows[1].cells
    assert said[0].startswith("row 1: red, red, green, blue. 0 black, 0 white: row 2. ")
    assert said[0].count(". ") == len(cells)
    rows = [sheet.rows[cell.row] for cell in cells if cell.row]
    assert said[1:] == [f"row {row.number}: {spoken_code(sheet, row.guess)}" for row in rows]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", ["card", "pocket", "table", "booklet"])
def test_row_text_belongs_to_its_number(style):
    """Some screen readers skip the words of an element without content on the page."""
    found = document(SMALL, style, "en")[1]
    one, two = (part["/K"] for part in found if part.get("/Alt", "").startswith("row "))
    for content in (one, two):
        assert content if isinstance(content, list) else isinstance(content, (int, dict))


@pytest.mark.slow
@pytest.mark.parametrize("style", ["card", "booklet"])
def test_digits_get_bulls_and_cows(style):
    tree = build_tree("lexicographic", "2p10c-distinct")
    said = texts(tree, style, symbols="digits")
    assert any(words.startswith("row 1: 0, 1. 0 bulls, 0 cows: row ") for words in said)
    assert not [words for words in said if "black" in words]
    page = "".join(html(Sheet(tree, style, symbols="digits"), "a4"))
    assert 'aria-label="0 bulls, 0 cows: row 2"' in page
    assert "0 black" not in page


@pytest.mark.parametrize("style", [name for name, style in STYLES.items() if style.html])
def test_every_link_has_target_and_every_answer_is_drawn(style):
    page = "".join(html(Sheet(SMALL, style), "a4"))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(re.findall(r'id="([^"]*)"', page))
    drawn = set(re.findall(r"^\.(k\d+) {", page, re.MULTILINE))
    assert set(re.findall(r'class="[^"]*\b(k\d+)', page)) <= drawn


@pytest.mark.parametrize("style", ["table", "pocket"])
def test_answer_in_pegs_and_digits_is_read_once(style):
    page = "".join(html(Sheet(SMALL, style), "a4")).partition("<main")[2]
    assert page.count('aria-label="1 black, 2 white"') == 1
    assert page.count('aria-hidden="true"><b>1</b>2<') == 1
    assert '"a"><b>1</b>2<' not in page


def test_poster_text_has_two_guesses():
    assert texts(SMALL, "poster")[0] == (
        "The strategy as a tree around its first guess: red, red, green. "
        "0 black, 2 white: green, green, red. 1 black, 0 white: green, green, green. "
        "1 black, 2 white: red, green, red; green, red, red. 2 black, 0 white: red, green, green"
    )


@pytest.mark.parametrize("style", ["booklet", "poster"])
def test_bars_are_read_as_guesses_and_secrets(style):
    assert "How many guesses it takes – 1: 1, 2: 4, 3: 3" in texts(SMALL, style)


def test_key_pegs_have_words():
    """Key pegs occur in the booklet's example game, and in rows of rules without white pegs."""
    assert {"1 black, 2 white", "3 black, 0 white"} <= set(texts(SMALL, "booklet"))
    said = texts(build_tree("lexicographic", "2p2c-black"), "booklet", language="de")
    assert any(words.startswith("Zeile 1: rot, rot. 0 schwarz: grün, grün.") for words in said)
