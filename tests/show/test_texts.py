"""The tables of texts, one for each language."""

import re
import tomllib

import pytest

from mmtree.export.html.html import page
from mmtree.game.code import PALETTE
from mmtree.show.pegs import EDITIONS, FILLS
from mmtree.show.texts import LANGUAGES, PLURAL, Texts, color_names, plain

from support.environment import ROOT

SHOW = ROOT / "mmtree" / "show"
TABLES = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in (SHOW / "languages").glob("*")
}
ENGLISH = TABLES["en"]
PAGE_GAMES = tuple(of for of in ENGLISH if of.startswith("page_"))
"""The texts of the page for other games, which also replace texts of the section page."""
GAMES = ("house", "words", "marks", "right", "texts", "table", "questions")
"""The texts of sheets for other games, which also replace texts of the section sheet."""
SECTIONS = ("both", "page", *PAGE_GAMES, "sheet", *GAMES, "colors")
PAGE, SHEETS = ROOT / "mmtree" / "export" / "html", SHOW / "sheets"
BOTH = [ROOT / "mmtree/game/objective.py", SHOW / "texts.py"]
SOURCES = {
    "page": [*BOTH, *PAGE.glob("*.js"), *PAGE.glob("*.py")],
    "sheet": [*BOTH, *SHEETS.glob("*.[pt]y*")],
}


def gaps(text):
    """Return the placeholders of a text, which its singular and its plural must both have."""
    found, *more = ({*re.findall(r"\{(\w+)\}", half)} for half in text.split(PLURAL))
    assert all(half == found for half in more), text
    return found


def test_every_language_has_its_table():
    assert set(TABLES) == set(LANGUAGES)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_all_languages_have_the_same_texts_and_placeholders(language):
    table = TABLES[language]
    assert tuple(table) == SECTIONS
    for of, texts in ENGLISH.items():
        assert list(table[of]) == list(texts)
        for name, text in texts.items():
            assert gaps(table[of][name]) == gaps(text), name


@pytest.mark.parametrize("of", SOURCES)
def test_every_text_is_used(of):
    """A text for other games may also replace one that is used."""
    sources = "".join(path.read_text("utf-8") for path in SOURCES[of])
    games = GAMES if of == "sheet" else PAGE_GAMES
    names = {name for section in ("both", of, *games) for name in ENGLISH[section]}
    names -= {"name"} if of == "sheet" else set()
    assert [name for name in names if not re.search(rf"""["'`.]{name}\b""", sources)] == []


@pytest.mark.parametrize("of", PAGE_GAMES)
def test_no_text_for_other_games_replaces_an_equal_one(of):
    before = {**ENGLISH["both"], **ENGLISH["page"]}
    assert [name for name, text in ENGLISH[of].items() if before.get(name) == text] == []


def test_texts_are_not_repeated():
    sections = [of for of in SECTIONS if of not in (*PAGE_GAMES, *GAMES)]
    names = [name for of in sections for name in ENGLISH[of]]
    texts = [
        tuple(table[of][name] for table in TABLES.values())
        for of in sections
        for name in ENGLISH[of]
    ]
    assert len(set(texts)) == len(texts)
    assert len(set(names)) == len(names)


def test_english_texts_are_british():
    english = [text for name, of in ENGLISH.items() if name != "colors" for text in of.values()]
    words = re.findall(r"\w+", re.sub(r"\{\w+\}", "", " ".join(english)).lower())
    assert "colour" in words
    assert not [word for word in words if word.startswith("color")]


def test_named_colours_have_names():
    known = {*FILLS, *(name for name, _ in PALETTE), *(n for of in EDITIONS.values() for n in of)}
    assert set(ENGLISH["colors"]) == known
    assert Texts("en").colors == {name: name for name in known}


def test_names_mean_one_colour_in_all_languages():
    for table in TABLES.values():
        for name, text in table["colors"].items():
            assert color_names()[plain(text)] == ("grey" if text in ("grau", "gris") else name)


def test_singular_and_plural_texts():
    texts = Texts("de")
    assert texts("pegsOf", n=1, colors=texts("colorsOf", n=2)) == "1 Stift, 2 Farben"
    assert texts("pegsOf", n=4, colors=texts("colorsOrEmpty", n=1)) == "4 Stifte, 1 Farbe oder leer"
    assert texts("headline", max=5) == "Knacke jeden Mastermind-Code in 5 Zügen"


def test_missing_text_or_placeholder_is_an_error():
    with pytest.raises(KeyError):
        Texts("en")("headlines")
    with pytest.raises(KeyError):
        Texts("en")("headline")
    with pytest.raises(KeyError):
        Texts("xx")


def test_decimals_follow_the_language():
    assert (Texts("en").decimal(4.3403), Texts("de").decimal(4.3403)) == ("4.34", "4,34")
    assert Texts("de").decimal(2) == "2,00"


def test_page_has_all_texts_filled_in(knuth):
    made = page([("knuth", knuth)])
    assert b"$TEXTS" not in made
    assert b"$COLORS" not in made
