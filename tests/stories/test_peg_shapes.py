"""Each colour has the same shape on sheets and on the page."""

import re

import numpy as np
import pytest

from mmtree import build_tree
from mmtree.export.html.html import page
from mmtree.show.pegs import CORNERS, ROUNDING, pegs_of
from mmtree.show.sheets.html import html
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset

AROUND = {315: (0, 0), 45: (1, 0), 135: (1, 1), 225: (0, 1)}
"""The corner in each direction, in a square with sides of 1."""


@pytest.fixture(scope="module")
def tree():
    return build_tree("lexicographic", "1p10c")


def corners(path):
    """Return the corners of an outline that Typst draws: short curves."""
    at, breadth, found = np.zeros(2), 0.0, []
    for command, numbers in re.findall(r"([mhvcZ])([^a-zA-Z]*)", path):
        values = list(map(float, numbers.split()))
        step = {"m": values, "c": values[-2:], "h": [*values, 0], "v": [0, *values], "Z": [0, 0]}
        if command == "c":
            found.append((at + np.array(step["c"]) / 2, np.hypot(*step["c"])))
        at = at + step[command]
        breadth = max(breadth, *at)
    assert len(found) == 4
    sizes = np.array([size for _, size in found]) / np.sqrt(0.5) / breadth
    assert ((sizes < 0.25) | (abs(sizes - 1) < 0.01)).all()  # corners, or quarters of a circle
    middles = [tuple(map(round, middle / breadth)) for middle, _ in found]
    return {at for at, place in AROUND.items() if sizes[middles.index(place)] < 0.25}


@pytest.mark.slow
def test_typst_draws_the_shapes(tree):
    (picture,) = typeset(Sheet(tree, "card"), "svg")
    for color, peg in enumerate(pegs_of(tree.rules)):
        paths = re.findall(f'fill="{peg.fill}"[^>]* d="([^"]*)"', picture.decode())
        assert paths
        for path in paths:
            assert corners(path) == set(CORNERS[color])


def test_html_sheet_draws_the_shapes(tree):
    text = "".join(html(Sheet(tree, "card"), "a4"))
    for color, directions in enumerate(CORNERS):
        radii = re.search(rf"\.p{color} {{[^}}]* border-radius: ([^;]*);", text)[1]
        assert radii.split() == [f"{10 if at in directions else 50}%" for at in AROUND]
    assert ROUNDING == 0.1


@pytest.mark.slow
def test_page_draws_the_shapes(tree, browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(page([("tree", tree)]))
    shown = browser.new_page()
    shown.goto(f"{file.as_uri()}#tree/play")
    shown.get_by_role("button", name="Begin").click()
    seen = shown.locator(".color path:first-child").evaluate_all(
        """(pegs) => pegs.map((peg) => [[4, 4], [36, 4], [36, 36], [4, 36]].map(
          ([x, y]) => peg.isPointInFill(new DOMPoint(x, y))))"""
    )
    shown.close()
    assert seen == [[at in directions for at in AROUND] for directions in CORNERS]
