"""Pages of tables: every game can be played from the printed tables, which fit their paper."""

import re
import subprocess
from functools import cache
from itertools import pairwise, takewhile

import pytest

from mmtree import DrawingError, build_tree, feedback, load, parse_code
from mmtree.show.sheets import pages
from mmtree.show.sheets.layout import MARGIN, PAPERS
from mmtree.show.sheets.pages import lay_out_pages, sheet_of_pages, typeset_pages

from support.environment import TREES
from support.expected_games import games
from support.paper_pages import drawn_lines, read_pages
from support.paper_words import by_page, words_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Makes a PDF of a tree, each only once: made(tree, start, paper="a4", language="de", …)."""
    files = {}

    def make(tree, start=(), paper="a4", **look):
        key = (tree, tuple(start), paper, *look.items())
        if key not in files:
            sheet = sheet_of_pages(tree, **look)
            (data,) = typeset_pages(sheet, lay_out_pages(sheet, start, paper), "pdf", paper)
            files[key] = tmp_path_factory.mktemp("pages") / "pages.pdf"
            files[key].write_bytes(data)
        return files[key]

    return make


@pytest.fixture
def read(program):
    """Returns the words and the drawing of a PDF: read(file)."""
    program("pdftotext")
    return printed


@cache
def printed(file):
    commands = ("pdftotext", "-bbox", "-raw", file, "-"), ("pdftocairo", "-svg", file, "-")
    return [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for command in commands
    ]


def play(tables, secret, rules, number=1, symbols="letters"):
    """Return the guesses that find a secret, played from the tables only."""
    guesses = []
    while True:
        table = tables[number]
        guesses.append(parse_code(table.guess, rules, symbols))
        answer = feedback(guesses[-1], secret, rules)
        if answer == rules.all_black:
            return guesses
        following = table.cells[divmod(answer, 10)]
        if isinstance(following[0], str):
            codes = [parse_code(code, rules, symbols) for code in following]
            return guesses + codes[: codes.index(secret) + 1]
        after, page = following
        here, there = table.frame.page, tables[after].frame.page
        assert there == (page or here)
        # A table is joined to the table before it, unless it begins a part below its path.
        assert tables[after].above in (number, 0)
        number = after


def check(tables, tree, symbols="letters"):
    """Check that every secret is found by the guesses of the tree."""
    for secret, game in games(tree).items():
        found = play(tables, secret, tree.rules, symbols=symbols)
        assert found == [guess for guess, _ in game]


@pytest.mark.slow
def test_pages_find_every_secret_as_the_tree(knuth, made, read):
    tree = knuth
    tables = read_pages(*read(made(tree)), tree.rules.pegs)
    check(tables, tree)
    starts = {number for number, table in tables.items() if not table.above}
    children = [child for child in tree.root.children.values() if child.secrets_left > 2]
    assert len(starts) == 1 + len(children)


LONG = " ".join(["Für Ada, die lange Titel mag:", *["noch einer"] * 8])
LOOKS = {
    "a box with holes, in German": {"language": "de", "names": "rot,weiss,leer,Schwarz,türkis"},
    "in digits from 1, in German": {"symbols": "digits1", "language": "de", "title": LONG},
    "in letters": {"symbols": "letters", "names": "invicta"},
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_pages_in_every_look_find_every_secret(look, made, read):
    tree = load(TREES / "koyama-lai-4p5c.mmtree")
    bbox, svg = read(made(tree, **look))
    symbols = look.get("symbols", "letters")
    check(read_pages(bbox, svg, 4), tree, symbols)
    check_paper(bbox, svg, PAPERS["a4"])
    words = words_of(bbox)
    assert words[0].beside(words[4])  # a title a little too long is set smaller
    text = " ".join(word.text for word in words)
    title = (
        "Knacke jeden Mastermind-Code in" if "language" in look else "Crack any Mastermind code in"
    )
    assert text.startswith(look.get("title", title))
    assert ("Seite 1 von" if "language" in look else "page 1 of") in text
    if "names" in look:
        german = "A rot B weiß C leer D schwarz E türkis"
        assert (german if "language" in look else "A red B yellow C green D blue E black") in text
    assert ("4 Farben oder leer" in text) == ("leer" in look.get("names", ""))


RULES = ["3p2c", "2p12c", "8p2c", "3p4c-distinct", "4p4c-black", "1p2c", "3p7c-distinct"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_pages_of_any_rules_are_complete(rules, made, read):
    tree = build_tree("lexicographic", rules)
    bbox, svg = read(made(tree))
    check(read_pages(bbox, svg, tree.rules.pegs), tree)
    check_paper(bbox, svg, PAPERS["a4"])


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "start"), [("a4", []), ("a3", [2]), ("letter", [2])])
def test_pages_fit_each_paper(paper, start, knuth, made, read):
    check_paper(*read(made(knuth, start, paper)), PAPERS[paper])


def check_paper(bbox, svg, paper):
    """Check the paper size, the margins, type of at least 7 points, and that nothing overlaps."""
    sizes = set(re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', bbox))
    assert [tuple(map(float, size)) for size in sizes] == [pytest.approx(paper, abs=0.1)]
    words = words_of(bbox)
    # The foot is set in 7 points; letters of bold type are less high.
    foot = next(word for word in words if word.text == "mmtree")
    assert min(word.height for word in words) > 0.995 * foot.height
    frames, joins, _ = drawn_lines(svg)
    for drawn in (*frames, *joins, *words):
        assert MARGIN - 1 < drawn.left <= drawn.right < paper[0] - MARGIN + 1
        assert MARGIN - 1 < drawn.y < paper[1] - MARGIN + 1
    # The tip of an arrow, 3 points below its line, stays above the foot.
    assert max((join.bottom for join in joins), default=0) + 3 < foot.top + 0.3 * foot.height
    for page in (*by_page(frames).values(), *by_page(words).values()):
        page.sort(key=lambda drawn: drawn.top)
        for at, one in enumerate(page):
            # The box of a word reaches above and below its letters.
            below = one.bottom - 0.3 * one.height
            for two in takewhile(lambda two, below=below: two.top < below, page[at + 1 :]):
                assert min(one.right, two.right) - max(one.left, two.left) < 0.1


@pytest.mark.slow
def test_tables_are_close_together(koyama_lai, made, read):
    """Tables cover two thirds of the rectangle around them, and two fifths of the printable area.

    A table is at most 4.2 pegs below the table before it, which leaves room for a path, and at most
    3.7 pegs to its left or right.
    """
    _, svg = read(made(koyama_lai))
    frames, joins, _ = map(by_page, drawn_lines(svg))
    for page, tables in frames.items():
        wide = max(frame.right for frame in tables) - min(frame.left for frame in tables)
        high = max(frame.bottom for frame in tables) - min(frame.top for frame in tables)
        covered = sum((frame.right - frame.left) * frame.height for frame in tables)
        assert covered > wide * high * 2 / 3
        assert covered > (PAPERS["a4"][0] - 2 * MARGIN) * (PAPERS["a4"][1] - 2 * MARGIN) * 2 / 5
        peg = max((join.right - join.left for join in joins[page]), default=0) / 0.6
        for one, two in pairwise(tables):
            if two.top > one.top and page > 1:
                assert two.top - one.bottom < 4.2 * peg
                assert abs(two.left - one.left) < 3.7 * peg


@pytest.mark.slow
def test_misprint_is_found(made, read):
    """Letters of codes and row numbers are changed, one at a time; each change is detected."""
    tree = build_tree("knuth", "3p3c")
    bbox, svg = read(made(tree))
    lines = bbox.splitlines()
    first = next(at for at, line in enumerate(lines) if 'yMin="2' in line and ">1<" in line)
    foot = next(at for at, line in enumerate(lines) if ">page<" in line)
    for at in range(first, foot):
        if found := re.search(r">([A-C]|\d+)</word>", lines[at]):
            other = {"A": "B", "B": "C", "C": "A"}.get(found[1], "5" if found[1] == "6" else "6")
            wrong = "\n".join(
                [*lines[:at], lines[at].replace(found[0], f">{other}</word>"), *lines[at + 1 :]]
            )
            with pytest.raises((AssertionError, KeyError, ValueError)):
                check(read_pages(wrong, svg, 3), tree)


def test_small_tree_takes_one_page(knuth):
    small = lay_out_pages(sheet_of_pages(build_tree("knuth", "3p2c")))
    assert [page.title for page in small] == ["rows 1 to 3"]
    titles = [page.title for page in lay_out_pages(sheet_of_pages(knuth))]
    assert titles[0] == "row 1"
    assert titles[1].startswith("rows 2 to ")


@pytest.mark.slow
def test_pages_of_one_branch(koyama_lai, made, read):
    tables = read_pages(*read(made(koyama_lai, [11])), 4)
    assert min(tables) == 142
    for secret, game in games(koyama_lai).items():
        if game[0][1] == 11:
            found = play(tables, secret, koyama_lai.rules, 142)
            assert found == [guess for guess, _ in game[1:]]
    with pytest.raises(DrawingError, match="after 0b4w 2 secrets are left, which need no page"):
        lay_out_pages(sheet_of_pages(koyama_lai), [4])


def test_too_large_pages_are_refused_with_advice(knuth, monkeypatch):
    sheet = sheet_of_pages(knuth)
    monkeypatch.setitem(pages.PAPERS, "a4", (120.0, 842.0))
    with pytest.raises(DrawingError, match=r"tables of 4p6c are too wide .* take --paper a3$"):
        lay_out_pages(sheet)
    monkeypatch.setattr(pages, "MAX_TABLES", 100)
    with pytest.raises(DrawingError, match=r"269 tables are too many .*at most 100.*--from 10"):
        lay_out_pages(sheet)


@pytest.mark.slow
def test_pdf_has_outline_and_no_date(knuth, made):
    import pypdf

    reader = pypdf.PdfReader(made(knuth))
    title, parts = reader.outline
    assert title.title == reader.metadata.title == "Crack any Mastermind code in 5 guesses"
    titles = [page.title for page in lay_out_pages(sheet_of_pages(knuth))]
    assert [part.title for part in parts][-len(titles) + 1 :] == titles[1:]
    assert "/CreationDate" not in reader.metadata
