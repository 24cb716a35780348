"""``mmtree sheet``: styles, formats, papers, names, limits and refused input."""

import os
import re
import subprocess
import sys

import pytest

from mmtree.show.sheets import typeset
from mmtree.show.sheets.styles import INSTALL, STYLES

from support.environment import ROOT, SMALL, TREES, linux


def pages(path):
    """Return the number of pages of a PDF, and their size in points."""
    from pypdf import PdfReader

    found = PdfReader(path).pages
    return len(found), tuple(map(round, found[0].mediabox.upper_right))


def test_without_options_it_writes_a_card_here(mmtree, tmp_path):
    result = mmtree("sheet", SMALL)
    assert (result.status, result.out) == (0, "wrote koyama-lai-3p2c-card.pdf\n")
    assert os.listdir(tmp_path) == ["koyama-lai-3p2c-card.pdf"]
    assert (tmp_path / "koyama-lai-3p2c-card.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow(after=9)
@pytest.mark.parametrize(
    ("style", "form"), [(style, form) for style in STYLES for form in STYLES[style].formats]
)
def test_every_style_in_every_form(mmtree, style, form):
    result = mmtree("sheet", SMALL, "--style", style, "--format", form, "-o", f"a.{form}")
    assert result.status == 0
    assert result.out.startswith("wrote a")


@pytest.mark.slow
def test_paper_has_the_size_asked_for(mmtree, tmp_path):
    """A page of a booklet is half as large."""
    mmtree("sheet", SMALL, "-o", "a.pdf", "--style", "booklet", "--paper", "A4")
    assert pages(tmp_path / "a.pdf") == (4, (421, 595))
    mmtree("sheet", SMALL, "-o", "a.pdf", "--style", "poster", "--paper", "ansi-c")
    assert pages(tmp_path / "a.pdf") == (1, (1224, 1584))


ALL = """
import sys
from mmtree.cli.main import main
from mmtree.show.sheets.styles import INSTALL, STYLES

for style in STYLES:
    for form in {*STYLES[style].formats} - ({"png", "svg"} if style != "card" else set()):
        try:
            main(["sheet", sys.argv[1], "--style", style, "-o", f"{style}.{form}"])
        except SystemExit as ended:
            assert ended.code == 0
"""


@pytest.mark.slow
def test_same_bytes_in_every_environment(tmp_path):
    made = []
    for seed, locale, zone in (("1", "C", "UTC"), ("2", "C.UTF-8", "Asia/Tokyo")):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed}
        environment |= {"LC_ALL": locale, "TZ": zone, "HOME": str(folder)}
        subprocess.run(
            [sys.executable, "-c", ALL, SMALL],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=True,
        )
        made.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    one, other = made
    assert list(one) == list(other)
    assert [name for name in one if one[name] != other[name]] == []
    assert [name for name, data in one.items() if b"CreationDate" in data] == []


@pytest.mark.slow
def test_fonts_are_embedded(program):
    command = [program("pdffonts"), ROOT / "printable" / "koyama-lai-max5-4p6c-card-a4.pdf"]
    fonts = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = fonts.splitlines()[2:]
    assert len(rows) == 4
    for row in rows:
        assert "AtkinsonHyperlegible" in row or "ArchivoNarrow" in row
        assert re.search(r"\syes\s+yes\s+yes\s", row)  # embedded, a subset, with Unicode


@pytest.mark.slow
def test_an_svg_for_each_page(mmtree, tmp_path):
    result = mmtree("sheet", SMALL, "-o", "a.svg", "--style", "booklet")
    assert result.out == "wrote a-01.svg to a-04.svg\n"
    assert sorted(os.listdir(tmp_path)) == [f"a-0{page}.svg" for page in (1, 2, 3, 4)]
    assert mmtree("sheet", SMALL, "-o", "b.svg", "--style", "short").out == "wrote b.svg\n"


def test_sheet_goes_to_standard_output(mmtree, tmp_path):
    result = mmtree("sheet", SMALL, "-o", "-", "--format", "txt")
    assert result.out.startswith("Crack any Mastermind code in 3 guesses\n==")
    assert "\n1. AAB  02 BBA  10 BBB  12 ABA/BAA  20 →2\n" in result.out
    assert mmtree("sheet", SMALL, "-o", "-", "--format", "html").out.startswith("<!doctype html>")
    assert os.listdir(tmp_path) == []


def test_names_symbols_and_title(mmtree):
    options = ["-o", "-", "--format", "txt", "--title", "For Ada <3"]
    result = mmtree("sheet", SMALL, *options, "--symbols", "digits1", "--names", "blue,empty")
    assert result.out.startswith("For Ada <3\n=")
    assert "\nColours: 1 blue  2 empty\n" in result.out
    assert "\n1. 112  02 221  10 222" in result.out


@pytest.mark.parametrize("names", ["rot,leer", "red,empty", "Rot,empty"])
def test_colours_have_the_names_of_the_language_of_the_sheet(mmtree, names):
    """The user may type the names in English or in German."""
    options = ["-o", "-", "--format", "txt", "--names", names]
    assert "\nColours: A red  B empty\n" in mmtree("sheet", SMALL, *options).out
    german = mmtree("sheet", SMALL, *options, "--language", "de").out
    assert "\nFarben: A rot  B leer\n" in german
    assert "3 Stifte, 1 Farbe oder leer · " in german


def test_a_box_with_holes(mmtree):
    """4p7c can be played with six colours and with holes as the seventh."""
    options = ["-o", "-", "--format", "txt", "--names", "invicta,empty"]
    out = mmtree("sheet", "koyama-lai-4p7c", *options).out
    assert "\n4 pegs, 6 colours or empty · on average 4.68 guesses\n" in out
    assert "  F white  G empty\n" in out
    out = mmtree("sheet", SMALL, *options[:-1], "blue,empty").out
    assert "\n3 pegs, 1 colour or empty · on average 2.25 guesses\n" in out


def test_title_is_not_parsed_as_markup(mmtree):
    options = ["-o", "-", "--format", "html", "--title", "<script>&", "--names", "<b>=#000000,red"]
    out = mmtree("sheet", SMALL, *options).out
    assert "<script>" not in out
    assert "<title>&lt;script&gt;&amp;</title>" in out
    assert "&lt;b&gt;" in out
    assert mmtree("sheet", SMALL, "--title", '#panic() $x$ = "\\', "-o", "a.pdf").status == 0


@pytest.mark.parametrize(
    "package", ["typst", "fontpkg_atkinson_hyperlegible", "fontpkg_archivo_narrow"]
)
def test_without_the_extra_it_writes_html(mmtree, refused, monkeypatch, tmp_path, package):
    found = typeset.find_spec
    monkeypatch.setattr(typeset, "find_spec", lambda name: None if name == package else found(name))
    result = mmtree("sheet", SMALL)
    assert (result.status, result.out) == (0, "wrote koyama-lai-3p2c-card.html\n")
    assert result.err == f"mmtree: for pdf, {INSTALL}; this is html\n"
    assert refused("sheet", SMALL, "-o", "a.pdf") == (
        f"mmtree: pdf needs {package}, which is not installed: {INSTALL}; "
        "or take --format html or txt\n"
    )
    wheel = refused("sheet", SMALL, "--style", "wheel", "-o", "a.pdf")
    assert wheel.endswith("; or take --format txt\n")
    refused("sheet", SMALL, "--style", "booklet", "--fold")
    assert refused("sheet", SMALL, "-o", ".") == (
        "mmtree: .: is a folder, not a file (see mmtree sheet --help)\n"
    )
    assert os.listdir(tmp_path) == ["koyama-lai-3p2c-card.html"]


def test_broken_extra_gets_one_line(mmtree, monkeypatch, tmp_path):
    (tmp_path / "typst.py").write_text("raise ImportError('wrong libc')")
    path = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{path}")
    result = mmtree("sheet", SMALL)
    assert result.status == 2
    assert result.err == "mmtree: typst does not work: ImportError: wrong libc\n"


def large_card(folder, **limits):
    """Start a process that makes a card of 27 pages."""
    command = [sys.executable, "-m", "mmtree", "sheet", TREES / "koyama-lai-5p7c.mmtree"]
    return subprocess.Popen(
        [*command, "-o", folder / "a.pdf"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **limits,
    )


@pytest.mark.slow
@linux
def test_too_little_memory_is_one_line(tmp_path):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))

    process = large_card(tmp_path, preexec_fn=limit)
    assert process.communicate(timeout=300)[1] == (
        "mmtree: not enough memory to set so many pages: take --format html or txt\n"
    )
    assert process.returncode == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_too_many_pages_are_refused_until_asked_twice(mmtree, refused, tmp_path):
    booklet = ("sheet", "koyama-lai-5p5c", "--style", "booklet")
    assert refused(*booklet, "-o", "a.pdf") == (
        "mmtree: a booklet of 470 rows would take 68 pages (at most 60): "
        "ask for it with --max-pages 68, or take --format html or txt\n"
    )
    assert mmtree(*booklet, "-o", "a.txt").status == 0
    booklet = ("sheet", SMALL, "--style", "booklet", "-o", "a.pdf", "--max-pages")
    assert "would take 4 pages (at most 3)" in refused(*booklet, "3")
    mmtree(*booklet, "4")
    assert pages(tmp_path / "a.pdf")[0] == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "name", "letters"),
    [
        ("table", "koyama-lai-8p2c", True),
        ("pocket", "koyama-lai-9p2c", True),
        ("pocket", "koyama-lai-7p3c", False),
        ("wheel", "koyama-lai-7p3c", False),
    ],
)
def test_codes_too_long_for_the_paper(mmtree, refused, style, name, letters):
    """The message suggests letters only if the codes fit the paper in letters."""
    arguments = (TREES / f"{name}.mmtree", "--style", style)
    error = refused("sheet", *arguments)
    assert "does not fit the paper at a size that can be read: take " in error
    assert ("--symbols letters, another style, or" in error) is letters
    assert (mmtree("sheet", *arguments, "--symbols", "letters").status == 0) is letters


def test_tree_file_is_not_overwritten(refused, tmp_path):
    (tmp_path / "tree.txt").write_bytes(SMALL.read_bytes())
    assert "is read from, too: give it another name" in refused(
        "sheet", "tree.txt", "-o", "tree.txt"
    )
