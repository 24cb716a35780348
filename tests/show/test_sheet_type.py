"""The sizes of type in the PDFs of sheets, including the letters on pegs."""

import io

import pytest

from mmtree import build_tree, load
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset

from support.environment import SMALL, TREES

LEAST = {"booklet": 7.5, "table": 7.0, "short": 7.0}


def sizes(data):
    """Return the words of each size of type, in points."""
    from pypdf import PdfReader

    found = {}

    def visit(text, to_page, to_text, font, size):
        if text.strip():
            scale = max(map(abs, to_text[:2])) * max(map(abs, to_page[:2]))
            found.setdefault(round(size * scale, 2), []).append(text.strip())

    for page in PdfReader(io.BytesIO(data)).pages:
        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("style", [*LEAST, "card", "pocket"])
def test_elements_are_at_least_5_mm_from_edge(style):
    """Letters extend 0.76 of their size above the baseline, and 0.26 below it."""
    from pypdf import PdfReader

    [data] = typeset(Sheet(load(TREES / "koyama-lai-4p6c-distinct.mmtree"), style), "pdf")
    for page in PdfReader(io.BytesIO(data)).pages:
        places = []

        def visit(text, to_page, to_text, font, size, places=places):
            if text.strip():
                (a, _, _, d, e, f), (*_, x, y) = to_page, to_text
                places.append((a * x + e, d * y + f, size))

        page.extract_text(visitor_text=visit)
        width, height = page.mediabox.upper_right
        least = 5 / 25.4 * 72
        assert min(x for x, _, _ in places) >= least
        assert max(x for x, _, _ in places) <= width - least
        assert max(y + 0.76 * size for _, y, size in places) <= height - least
        assert min(y - 0.26 * size for _, y, size in places) >= least


TITLE = "A headline of a hundred and twenty characters, for a tree that takes no more than a page or two: for all the family"


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", LEAST)
def test_type_is_readable(style):
    """The minimum also holds with a long title and German instructions for digits."""
    tree = load(SMALL)
    for options in ({}, {"symbols": "digits", "language": "de", "title": TITLE}):
        [data] = typeset(Sheet(tree, style, **options), "pdf")
        found = sizes(data)
        assert min(found) >= LEAST[style], found[min(found)][:5]


@pytest.mark.slow
@pytest.mark.parametrize("style", LEAST)
def test_long_names_fit(style):
    names = ",".join(f"a colour of long name {at}=#{at:02}8040" for at in range(12))
    sheet = Sheet(build_tree("lexicographic", "2p12c"), style, names=names, title=TITLE)
    found = sizes(typeset(sheet, "pdf")[0])
    assert min(found) >= LEAST[style]
    words = " ".join(" ".join(word) for word in found.values())
    assert words.count("a colour of long") == 12
