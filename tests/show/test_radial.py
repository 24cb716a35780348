"""The poster: elements are separate and on the page; lines cross neither codes nor each other."""

import math
from collections import defaultdict
from itertools import chain, pairwise, product

import pytest

from mmtree.errors import SheetError
from mmtree.show.sheets.overlap_removal import place_around, place_in_order
from mmtree.show.sheets.poster import LEAST, poster
from mmtree.show.sheets.poster_nodes import list_nodes
from mmtree.show.sheets.radial import DISC, FIRST_PITCH, KEY_PITCH, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.printed import read_pages

TRIED = [
    *((name, "a1", "pegs") for name in ("koyama-lai-max5-4p6c", "koyama-lai-3p2c")),
    ("lexicographic-3p6c-black", "ansi-c", "letters"),
    ("koyama-lai-8p2c", "a2", "pegs"),
    ("koyama-lai-4p5c", "tabloid", "digits1"),
    *((f"lexicographic-{few}", "a3", "pegs") for few in ("1p2c", "2p2c", "1p9c", "3p4c-black")),
]


def box_of(radial, kind, x, y, turned, size, shown):
    """Return the corners of the box of an element, in order."""
    if kind == "badge":  # a circle
        angles = (at * math.tau / 12 for at in range(12))
        return [(x + size / 2 * math.cos(at), y + size / 2 * math.sin(at)) for at in angles]
    along, across = radial.answer, 1
    if kind == "row":
        _, answer, codes = shown
        along = radial.length(len(codes)) if answer else radial.code
    elif kind == "first":
        along = (len(shown) - 1) * FIRST_PITCH + 1
    elif kind == "keys":
        along, across = ((n - 1) * KEY_PITCH + 1 for n in (radial.along, radial.across))
    cos, sin = size * math.cos(math.radians(turned)), size * math.sin(math.radians(turned))
    return [
        (x + u * along * cos - v * across * sin, y + u * along * sin + v * across * cos)
        for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    ]


def apart(one, two):
    """Return whether a straight line separates two convex shapes (separating axes)."""
    for shape in (one, two):
        for (x, y), (to_x, to_y) in pairwise([*shape, shape[0]]):
            nx, ny = y - to_y, to_x - x
            a = [nx * px + ny * py for px, py in one]
            b = [nx * px + ny * py for px, py in two]
            if max(a) <= min(b) + 1e-9 or max(b) <= min(a) + 1e-9:
                return True
    return False


def near(shapes, cell=25.0):
    """Return the pairs of indices of shapes that have a cell of a grid in common."""
    grid = defaultdict(set)
    for number, shape in enumerate(shapes):
        xs, ys = ([int(value // cell) for value in axis] for axis in zip(*shape, strict=True))
        for place in product(range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)):
            grid[place].add(number)
    return {(a, b) for some in grid.values() for a in some for b in some if a < b}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper", "symbols"), TRIED)
def test_elements_and_lines_do_not_overlap_or_leave_poster(name, paper, symbols):
    sheet = Sheet(tree_of(name), "poster", symbols=symbols)
    layout, radial = poster(sheet, paper), Radial(sheet)
    elements = layout["elements"]
    boxes = [box_of(radial, *element) for element in elements]
    assert all(apart(boxes[a], boxes[b]) for a, b in near(boxes))
    *lines, (_, _, [_sector, *game]) = layout["lines"]
    lines = [*chain(*(some for _, _, some in lines)), *game]
    assert all(math.hypot(*at) < layout["reach"] + 0.1 for at in chain(*boxes, *lines))
    pieces = [(line[0], piece) for line in lines for piece in pairwise(line)]
    boxes = [box for box, (kind, *_) in zip(boxes, elements, strict=True) if kind != "badge"]
    shapes = [*boxes, *(piece for _, piece in pieces)]
    starts = [*range(len(boxes)), *(start for start, _ in pieces)]
    for a, b in near(shapes):  # lines from one guess start at one point
        assert starts[a] == starts[b] or apart(shapes[a], shapes[b])


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("paper", STYLES["poster"].papers)
def test_poster_of_4p6c_fits_every_paper(koyama_lai, paper):
    """Pegs on the rim have letters if these have 5 points."""
    layout = poster(Sheet(koyama_lai, "poster"), paper)
    assert layout["size"] > LEAST
    assert layout["lettered"] == (paper in ("a0", "a1", "ansi-d")) == (layout["size"] >= 5)


def test_colours_of_one_look_have_letters_on_any_paper():
    """Names of the user may have one colour; the colours after the tenth are grey."""
    tree = tree_of("koyama-lai-max5-4p6c")
    names = "red,green,blue,yellow,plain=#102030,other=#102030"
    assert poster(Sheet(tree, "poster", names=names), "a3")["lettered"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "subtitle", "play"),
    [
        ("en", "1,296 codes. Never more than 6 guesses. 4.34 on average.", "Put the pegs"),
        ("de", "1.296 Codes. Nie mehr als 6 Züge. Im Mittel 4,34.", "Setze die Stifte"),
        ("fr", "1\u202f296", "Cherchez"),
    ],
)
def test_type_sizes_on_a1(koyama_lai, language, subtitle, play):
    """Pegs on the rim have letters of 5 points."""
    [data] = typeset(Sheet(koyama_lai, "poster", language=language), "pdf", "a1")
    marks = [mark for mark in read_pages(data)[1] if mark.text]
    for size, words in ((40, subtitle), (26, play), (14, "mmtree")):
        assert [round(mark.size) for mark in marks if mark.text.startswith(words)] == [size]
    letters = [mark.size for mark in marks if mark.text in "ABCDEF"]
    assert len(letters) > 4 * 1296
    assert min(letters) >= 5


@pytest.mark.parametrize(
    ("name", "most"),
    [*((name, 15) for name in FAMOUS), ("koyama-lai-3p11c", 45), ("lexicographic-3p6c-black", 45)],
)
def test_codes_are_not_upside_down(name, most):
    """They are turned too far by some degrees at most, since a sector is read in one direction; if
    it takes half the rim, the branch of a guess is."""
    sheet = Sheet(tree_of(name), "poster")
    rows = [row for row in poster(sheet, "a0")["elements"] if row[0] == "row"]
    assert all(math.cos(math.radians(row[3])) > -math.sin(math.radians(most)) for row in rows)
    if most == 15:
        nodes = list_nodes(sheet.tree)
        read = {(node.sector, row[-1][0]) for node, row in zip(nodes, rows, strict=True)}
        assert len(read) == nodes[-1].sector + 1


def test_sizes_of_pegs_on_a1(koyama_lai):
    """Key pegs are a centimetre wide.

    Second guesses are legible from a distance of a metre, third guesses from half a metre.
    """
    sheet = Sheet(koyama_lai, "poster")
    radial, layout = Radial(sheet), poster(sheet, "a1")
    millimetres = layout["disc"] / DISC * 25.4 / 72
    assert radial.keys.size * millimetres >= 10
    assert radial.rings[2].size * millimetres >= 8
    assert radial.rings[3].size * millimetres >= 5
    assert 0.87 * radial.rings[4].size * millimetres >= 7 / 72 * 25.4  # letters of 7 points
    assert radial.rings[radial.rim].size * millimetres >= 1.95


@pytest.mark.slow(after=3)
@pytest.mark.parametrize(
    ("name", "paper", "words"),
    [
        ("koyama-lai-4p8c", "a3", "have pegs of 0.33 mm, .* take --paper a2$"),
        # The advised size is of the same series, even if the other has a smaller one.
        ("koyama-lai-bulls-and-cows", "a2", "take --paper a1$"),
        ("koyama-lai-4p8c", "tabloid", "take --paper ansi-d$"),
        ("koyama-lai-4p10c", "a0", "take another style, or --format html or txt$"),
    ],
)
def test_too_many_secrets_are_refused_with_advice(name, paper, words):
    with pytest.raises(SheetError, match=words):
        poster(Sheet(tree_of(name), "poster"), paper)


def test_placement_is_nearest_possible():
    assert place_in_order([1.0, 5.0], [2.0]) == [1.0, 5.0]
    assert place_in_order([1.0, 1.0, 1.0], [1.0, 1.0]) == [0.0, 1.0, 2.0]
    assert place_in_order([3.0, 1.0, 9.0], [1.0, 1.0]) == [1.5, 2.5, 9.0]
    around = place_around([0.1, 0.2, 6.2], [0.5] * 3)
    assert around[2] - math.tau + 0.5 <= around[0] + 1e-9
