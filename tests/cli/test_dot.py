"""``mmtree dot``: drawings of a tree, pages of its tables, and refused input."""

import os

import pytest

from mmtree.show.sheets import typeset
from mmtree.show.sheets.styles import INSTALL

from support.environment import KNUTH, SMALL, TREES


def test_without_o_it_writes_a_dot_file_here(mmtree, tmp_path):
    result = mmtree("dot", KNUTH)
    assert (result.status, result.out) == (0, "wrote knuth-4p6c.dot\n")
    assert os.listdir(tmp_path) == ["knuth-4p6c.dot"]


def test_drawing_goes_to_standard_output(mmtree, tmp_path):
    assert mmtree("dot", KNUTH, "-o", "-", "--guesses", 1).out.startswith("// knuth for 4p6c")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "way",
    [
        ["--from", "11", "--from", "10"],
        ["--from", "1b1w,10"],
        ["--from", "11", "1 0"],
        ["--from", "11", "10"],
        ["--from", "11 b"],
    ],
)
def test_one_branch_is_drawn(mmtree, way):
    out = mmtree("dot", KNUTH, "-o", "-", *way).out
    assert "root_11_10 ->" in out
    assert "root_12" not in out


@pytest.mark.parametrize(
    ("name", "magic"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")]
)
def test_pictures_by_the_ending(mmtree, tmp_path, program, name, magic):
    program("dot")
    assert mmtree("dot", KNUTH, "-o", name, "--guesses", 2).status == 0
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_pictures_by_the_format(mmtree, program):
    program("dot")
    assert (
        mmtree("dot", KNUTH, "--format", "svg", "--guesses", 1).out
        == "wrote knuth-4p6c-1-guess.svg\n"
    )


def test_pages_are_one_pdf(mmtree, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")  # pages need no dot program
    assert mmtree("dot", SMALL, "--pages").out == "wrote koyama-lai-3p2c-tree-pages.pdf\n"
    first = (tmp_path / "koyama-lai-3p2c-tree-pages.pdf").read_bytes()
    assert first.startswith(b"%PDF")
    assert mmtree("dot", SMALL, "--pages", "-o", "again.pdf").status == 0
    assert (tmp_path / "again.pdf").read_bytes() == first


def test_pages_take_the_appearance_options_of_sheets(mmtree, tmp_path):
    from pypdf import PdfReader

    look = ["--language", "de", "--names", "rot,leer", "--symbols", "digits", "--title", "Für Ada"]
    assert mmtree("dot", SMALL, "--pages", *look, "-o", "a.pdf").status == 0
    text = " ".join(PdfReader(tmp_path / "a.pdf").pages[0].extract_text().split())
    for words in ("Für Ada", "0 rot", "1 leer", "1 Farbe oder leer", "0 0 1", "du setzt"):
        assert words in text


def test_pages_are_one_dot_file_of_several_graphs(mmtree, tmp_path):
    assert mmtree("dot", KNUTH, "--pages", "-o", "a.dot").out == "wrote a.dot\n"
    assert (tmp_path / "a.dot").read_text().count("digraph page_") == 12


@pytest.mark.slow
def test_pages_are_as_many_pictures(mmtree, tmp_path):
    result = mmtree("dot", KNUTH, "--pages", "-o", "a.svg", "--from", "0b0w")
    assert result.out == "wrote a-01.svg to a-02.svg\n"
    assert sorted(os.listdir(tmp_path)) == ["a-01.svg", "a-02.svg"]
    assert (tmp_path / "a-02.svg").read_bytes().startswith(b"<svg")
    assert mmtree("dot", SMALL, "--pages", "-o", "b.png").out == "wrote b.png\n"
    # 210 by 297 mm at 150 dots per inch
    assert (tmp_path / "b.png").read_bytes()[16:24] == bytes([0, 0, 4, 216, 0, 0, 6, 218])


@pytest.mark.slow
def test_no_page_is_written_where_one_cannot_be(refused, tmp_path):
    (tmp_path / "a-02.svg").mkdir()
    assert "a-02.svg: is a folder" in refused(
        "dot", KNUTH, "--pages", "-o", "a.svg", "--from", "0b0w"
    )


@pytest.mark.parametrize("package", ["typst", "fontpkg_atkinson_hyperlegible"])
def test_pages_without_the_print_extra(mmtree, refused, monkeypatch, package):
    find = typeset.find_spec
    monkeypatch.setattr(typeset, "find_spec", lambda name: None if name == package else find(name))
    assert f"pages in pdf need {package}, which is not installed: {INSTALL}; " in refused(
        "dot", SMALL, "--pages"
    )
    assert mmtree("dot", SMALL, "--pages", "--format", "dot").status == 0


@pytest.mark.slow(after=15)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "no file or ready-made tree called none. `mmtree trees` lists them\n"),
        ([KNUTH, "--from", "40"], "4b0w ends the game: nothing follows it"),
        ([KNUTH, "--from", "13", "20"], "no branch for feedback 1b3w: possible are 0b0w"),
        ([KNUTH, "--from", ""], "unknown feedback ''"),
        ([KNUTH, KNUTH], "one file is drawn at a time"),
        ([KNUTH, "-o", ""], "an output file needs a name"),
        ([KNUTH, "-o", KNUTH], "ending must be one of"),
        ([KNUTH, "-o", "a.png", "--format", "svg"], "the ending must be svg"),
        ([KNUTH, "--from", "31"], "is impossible"),
        ([KNUTH, "--from", "x"], "unknown feedback"),
        ([KNUTH, "--guesses", "0"], "must be a whole number of at least 1, got '0'"),
        ([KNUTH, "-o", "a.jpg"], "ending must be one of dot, svg, pdf, png"),
        ([KNUTH, "--pages", "--guesses", "2"], "--guesses cannot be used with --pages"),
        ([KNUTH, "--paper", "a3"], "--paper is for --pages"),
        ([KNUTH, "--pages", "--paper", "a5"], "'a5' is not one of 'a4', 'a3', 'letter'"),
        ([TREES / "beam-5p8c.mmtree", "--pages"], "tables are too many to print"),
        ([KNUTH, "--poster"], "No such option"),
        ([KNUTH, "--title", "A"], "--title is for --pages: the drawing of a tree has a size"),
        ([KNUTH, "--names", "invicta", "-o", "a.svg"], "--names is for --pages"),
        ([KNUTH, "--symbols", "pegs"], "--symbols is for --pages"),
        (
            [KNUTH, "--pages", "-o", "a.dot", "--language", "de"],
            "--language is for pdf, svg and png: a .dot file has a size, head, letters",
        ),
        ([KNUTH, "--pages", "--symbols", "names"], "'names' is not one of 'letters', 'digits', "),
        ([KNUTH, "--pages", "--names", "rot,blau"], "2 colours in 'rot,blau': 4p6c has 6"),
        ([KNUTH, "--pages", "--from", "31"], "is impossible"),
        ([KNUTH, "--pages", "-o", "no/a.svg"], "there is no folder 'no'"),
        ([KNUTH, "-o", "no/a.dot"], "there is no folder 'no'"),
    ],
)
def test_wrong_input(refused, arguments, message):
    assert message in refused("dot", *arguments)


@pytest.mark.slow
def test_several_pages_cannot_go_to_standard_output(refused):
    assert "2 pages of svg need 2 files" in refused(
        "dot", KNUTH, "--pages", "-o", "-", "--format", "svg", "--from", "0b0w"
    )


def test_without_the_dot_program(refused, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert "svg needs the dot program, which is not installed: install Graphviz" in refused(
        "dot", KNUTH, "-o", "a.svg"
    )


def test_tree_file_is_not_overwritten(refused, tmp_path):
    (tmp_path / "tree.dot").write_bytes(KNUTH.read_bytes())
    for arguments in ([], ["-o", "./tree.dot"]):
        assert "tree.dot: is read from, too: give it another name" in refused(
            "dot", "tree.dot", *arguments
        )


def test_help_mentions_txt_only_where_it_is_written(mmtree):
    assert "in txt" not in mmtree("dot", "--help").out
    assert "in txt" in mmtree("sheet", "--help").out
