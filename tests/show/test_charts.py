"""mmtree chart: the texts of charts, their reproducible bytes, and error messages."""

import json
import re
import shutil
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from mmtree import MmtreeError, load
from mmtree.cli.chart import _names
from mmtree.errors import ChartError
from mmtree.show.charts import figure
from mmtree.show.charts.figure import FORMS, SHADES, drawable, drawing
from mmtree.show.charts.openings import _FILLS, Worth, _within, totals_by_opening
from mmtree.show.charts.trees import histogram
from mmtree.tree import ready_made
from mmtree.tree.provenance import Figures

from support.environment import python

pytest.importorskip("matplotlib")

BEGINS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
FOUR = ["knuth-4p6c", "koyama-lai-4p6c", "kooi-4p6c", "koyama-lai-max5-4p6c"]


@pytest.fixture
def texts(monkeypatch):
    """Collects the visible texts of every chart that is saved."""
    said, true = Counter(), figure.encode_figure

    def encode_figure(drawn, form):
        from matplotlib.text import Text

        drawn.draw_without_rendering()
        said.update(text.get_text() for text in drawn.findobj(Text) if text.get_visible())
        return true(drawn, form)

    for module in ("trees", "openings"):
        monkeypatch.setattr(f"mmtree.show.charts.{module}.encode_figure", encode_figure)
    return said


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("form", FORMS)
def test_trees_are_drawn_in_every_format(mmtree, tmp_path, form):
    result = mmtree("chart", *FOUR[:2], "-o", f"a.{form}")
    assert (result.status, result.out, result.err) == (0, f"wrote a.{form}\n", "")
    assert (tmp_path / f"a.{form}").read_bytes().startswith(BEGINS[form])


@pytest.mark.slow
def test_histogram_shows_counts_and_averages(mmtree, texts):
    assert mmtree("chart", *FOUR[:2]).out == "wrote chart.svg\n"
    assert "knuth: average 4.4761, max 5" in texts
    assert "koyama-lai: average 4.3403, max 6" in texts
    assert {*map(str, load(FOUR[0]).histogram), *map(str, load(FOUR[1]).histogram)} <= set(texts)
    assert "Secrets by number of guesses, 4p6c" in texts


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    "names",
    [
        ("lexicographic-4p6c", "koyama-lai-4p6c", "entropy-4p6c"),
        ("koyama-lai-bulls-and-cows", "koyama-lai-5p8c", "knuth-4p6c", "koyama-lai-9p2c"),
        (*FOUR[:2], "lexicographic-4p6c"),
    ],
)
def test_no_line_runs_through_the_name_of_a_tree(names, monkeypatch):
    def check(drawn, form):
        drawn.draw_without_rendering()
        above = drawn.axes[0]
        for text in above.texts:
            box = text.get_window_extent()
            for line in above.lines:
                (x, low), (_, high) = above.transData.transform(line.get_xydata())
                assert x < box.x0 or x > box.x1 or high < box.y0 or low > box.y1, text.get_text()
        assert all(text.get_bbox_patch() for axes in drawn.axes for text in axes.texts)
        return b"checked"

    monkeypatch.setattr("mmtree.show.charts.trees.encode_figure", check)
    named = [(name, load(name).figures) for name in names]
    assert histogram(named, "svg", "heading") == b"checked"


@pytest.mark.slow
def test_more_than_four_trees_get_panels(mmtree, texts):
    names = ready_made.names()[:5]
    mmtree("chart", *names, "-o", "a.png")
    for name in names:
        figures = load(name).figures
        figures_text = f"average {float(figures.average):.3f}, max {figures.max}"
        assert any(text.endswith(figures_text) for text in texts)


def test_openings_without_a_tree_are_not_drawn(mmtree, tmp_path):
    result = mmtree(
        "openings", "koyama-lai", "--rules", "3p2c", "--max-guesses", 1, "--chart", "a.svg"
    )
    assert result.out.splitlines()[-1] == "a.svg is not drawn: no opening has a tree"
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.slow
def test_openings_can_be_charted_from_files_or_directly(mmtree, texts, tmp_path):
    mmtree("openings", "palm-t2", "--rules", "3p3c", "--all", "-o", "all.json", "--jobs", 1)
    result = mmtree("openings", "koyama-lai", "--rules", "3p3c", "--chart", "a.svg", "-o", "b.csv")
    assert result.out.splitlines()[-1] == "wrote b.csv, a.svg"
    at_once = (tmp_path / "a.svg").read_bytes()
    assert mmtree("chart", "b.csv", "-o", "c.svg").status == 0
    assert (tmp_path / "c.svg").read_bytes() == at_once
    texts.clear()
    assert mmtree("chart", "all.json", "b.csv").out == "wrote chart.svg\n"
    assert {"palm-t2", "koyama-lai", "AAB\n18 openings", "AAB"} <= set(texts)
    best = min(
        json.loads((tmp_path / "all.json").read_text())["openings"], key=lambda o: o["total"]
    )
    assert any(re.match(rf"{best['total']} .*{best['opening']}", text) for text in texts)


def test_openings_without_tree_are_mentioned(mmtree, texts):
    mmtree("openings", "koyama-lai", "--rules", "3p4c", "--max-guesses", 4, "-o", "a.json")
    mmtree("chart", "a.json")
    assert "not on this scale: AAA (no tree)" in texts


@pytest.mark.slow
def test_outlier_class_is_described_in_words():
    near = {"AABC": [("AABC", 5700, 6), ("AABD", 5720, 6)], "AAAB": [("AAAB", 5740, 6)]}
    far = {**near, "AAAA": [("AAAA", 6500, 6)]}
    assert _within(Worth("x", far, 1296, every=True)) == ["AABC", "AAAB"]
    assert _within(Worth("x", far, 1296, every=False)) == ["AABC", "AAAB", "AAAA"]
    many = [Worth(f"{at}", far, 1296, every=True) for at in range(3)]
    assert totals_by_opening(many, "svg", "x").startswith(BEGINS["svg"])


def lightness(color):
    return sum(w * int(color[at : at + 2], 16) for w, at in ((0.299, 1), (0.587, 3), (0.114, 5)))


def test_neighbours_differ_in_grey():
    """Neighbours differ by a fifth of the range from black to white, or by their hatches."""
    for (one, hatch), (other, hatched) in pairwise(SHADES):
        assert abs(lightness(one) - lightness(other)) > 51 or hatch != hatched
        assert abs(lightness(one) - lightness(other)) > 30
    for one, other in pairwise(_FILLS):
        assert lightness(other) - lightness(one) > 30


EVERYWHERE = """
import hashlib
from mmtree.show.charts.trees import histogram
from mmtree.tree.provenance import Figures
trees = [("one", Figures.of([1, 6, 62, 533, 694])), ("$x_2$", Figures.of([1, 8, 91, 647, 547, 2]))]
sums = [
    hashlib.sha256(histogram(trees, form, "Two $x_1$ trees")).hexdigest()
    for form in ("svg", "png", "pdf")
]
"""


@pytest.mark.slow
def test_bytes_are_equal_in_every_process(tmp_path):
    """The hash seed and the user's settings change no byte, and nothing is printed about them."""
    import matplotlib

    here = {}
    exec(EVERYWHERE, here)
    assert len(set(here["sums"])) == 3
    for cache in Path(matplotlib.get_cachedir()).glob("fontlist*"):  # making it takes seconds
        shutil.copy(cache, tmp_path)
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nsavefig.dpi: 30\nno.such: 1\n")
    settings = {"PYTHONHASHSEED": "7", "MPLCONFIGDIR": str(tmp_path)}
    ended = python("-c", EVERYWHERE + "print(*sums)", cwd=tmp_path, **settings)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == here["sums"]


def test_users_matplotlib_settings_are_unchanged():
    import matplotlib

    matplotlib.rcParams["font.size"] = 3
    try:
        first = histogram([("a", Figures.of([1, 2]))], "svg", "x")
        assert matplotlib.rcParams["font.size"] == 3
    finally:
        matplotlib.rcdefaults()
    assert histogram([("a", Figures.of([1, 2]))], "svg", "x") == first


@pytest.mark.slow
def test_unusual_names_are_drawn(tmp_path):
    """A name is not taken for a formula; missing characters are replaced, and long names cut."""
    with drawing(5, "x"):
        assert drawable("漢a\ud800") == "\ufffda\ufffd"
        assert len(drawable("x" * 500)) == 60
    names = ["$\\frac{1}$", "漢字", "a\nb\x00", "_private", "x" * 300]
    figures = [(name, Figures.of([1, 3, 4])) for name in names]
    for form in FORMS:
        assert histogram(figures, form, "$").startswith(BEGINS[form])


def test_names_come_from_files():
    assert _names(["a/knuth-4p6c", "kooi-4p6c.mmtree"], ["4p6c"]) == ["knuth", "kooi"]
    assert _names(["knuth-4p6c", "kooi-3p3c"], ["4p6c", "3p3c"]) == ["knuth-4p6c", "kooi-3p3c"]
    assert _names(["a/x.mmtree", "b/x.mmtree"], ["4p6c"]) == ["a/x.mmtree", "b/x.mmtree"]


def test_missing_matplotlib_is_reported(refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for arguments in (["chart", "none"], ["openings", "knuth", "--chart", "a.svg"]):
        assert refused(*arguments) == (
            "mmtree: charts need matplotlib: pip install 'mmtree[chart]', "
            "or in a clone pip install '.[chart]'\n"
        )
    with pytest.raises(ChartError, match="charts need matplotlib"):
        histogram([("a", Figures.of([1]))], "svg", "x")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'FILE...'"),
        (["none"], "no file or ready-made tree called none"),
        (["knuth-4p6c", "-o", "a.gif"], "a.gif: the ending must be one of svg, png, pdf"),
        (["knuth-4p6c", "-o", "a.svg", "--format", "pdf"], "a.svg: the ending must be pdf"),
        (["knuth-4p6c", "a.json"], "a.json: holds openings, which need a chart without trees"),
        (["a.json", "b.json"], "openings of 2p2c and 2p3c do not share a scale"),
        (["c.json"], "c.json: none of its openings has a tree"),
        (["d.json"], "d.json: is neither a tree nor a file written by mmtree openings"),
        (["knuth-4p6c"] * 61, "a chart of 61 files cannot be read: take 60"),
        (["knuth-4p6c", "-o", "no/a.svg"], "there is no folder 'no'"),
        (["a.json", "-o", "a.json", "--format", "svg"], "a.json: the ending must be svg"),
    ],
)
def test_wrong_input_gets_one_line(mmtree, refused, tmp_path, arguments, message):
    mmtree("openings", "kooi", "--rules", "2p2c", "-o", "a.json")
    mmtree("openings", "kooi", "--rules", "2p3c", "-o", "b.json")
    mmtree("openings", "koyama-lai", "--rules", "2p3c", "--max-guesses", 1, "-o", "c.json")
    (tmp_path / "d.json").write_text('{"a": 1}')
    assert message in refused("chart", *arguments)


def test_unknown_format_is_refused():
    with pytest.raises(MmtreeError, match="unknown format 'gif': there are svg, png, pdf"):
        histogram([("a", Figures.of([1]))], "gif", "x")
