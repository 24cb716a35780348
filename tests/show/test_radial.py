"""The poster: elements are separate and on the page; lines cross neither codes nor each other."""

import math
from collections import defaultdict
from functools import cache
from itertools import pairwise, product

import pytest

from mmtree.errors import SheetError
from mmtree.show.sheets.layout import PAPERS, Metrics
from mmtree.show.sheets.overlap_removal import place_around, place_in_order
from mmtree.show.sheets.poster import LEAST, poster
from mmtree.show.sheets.poster_nodes import list_nodes
from mmtree.show.sheets.radial import DISC, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES

from support.expected_games import tree_of

TRIED = [
    *((name, "a1", "pegs") for name in ("koyama-lai-max5-4p6c", "koyama-lai-3p2c")),
    ("lexicographic-3p6c-black", "ansi-c", "letters"),
    ("koyama-lai-8p2c", "a2", "pegs"),
    ("koyama-lai-4p5c", "tabloid", "digits1"),
    *((f"lexicographic-{few}", "a3", "pegs") for few in ("1p2c", "2p2c", "1p9c", "3p4c-black")),
]


@cache
def laid_out(name, paper, symbols):
    """Return the sheet, its layout, the boxes of all printed elements, and the lines as points."""
    sheet = Sheet(tree_of(name), "poster", symbols=symbols)
    layout = poster(sheet, paper)
    boxes = [box_of(sheet, layout, *element) for element in layout.pages[0].elements]
    curves = [curve for _, some in layout.more["lines"] for curve in some]
    lines = [points_of(curve) for curve in (*curves, *layout.more["game"][1])]
    return sheet, layout, boxes, lines


def box_of(sheet, layout, kind, x, y, turned, size, shown):
    """Return the corners of the box of an element, in order."""
    unit, more = Metrics(sheet, 1.0), layout.more
    across = size
    if kind == "code":
        along = unit.code * size
    elif kind == "answer":
        along = unit.answer * size
    elif kind == "first":
        along = ((sheet.rules.pegs - 1) * more["first-pitch"] + 1) * size
    else:
        holes = -(-sheet.rules.pegs // more["across"])
        along = ((holes - 1) * more["key-pitch"] + 1) * size
        across = ((more["across"] - 1) * more["key-pitch"] + 1) * size
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    return [
        (x + u * along * cos - v * across * sin, y + u * along * sin + v * across * cos)
        for u, v in ((0, -0.5), (1, -0.5), (1, 0.5), (0, 0.5))
    ]


def points_of(curve, steps=5):
    """Return points on a curve."""
    points = [tuple(curve[0])]
    for piece in curve[1:]:
        if len(piece) == 2:
            points.append(tuple(piece))
            continue
        (x, y), (ax, ay, bx, by, cx, cy) = points[-1], piece
        for step in range(1, steps + 1):
            t = step / steps
            s = 1 - t
            points.append(
                tuple(
                    s**3 * p + 3 * s * s * t * a + 3 * s * t * t * b + t**3 * c
                    for p, a, b, c in ((x, ax, bx, cx), (y, ay, by, cy))
                )
            )
    return points


def apart(one, two):
    """Return whether a straight line separates two convex shapes (separating axes)."""
    for shape in (one, two):
        for (x, y), (to_x, to_y) in zip(shape, [*shape[1:], shape[0]], strict=True):
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
def test_elements_do_not_overlap_or_leave_page(name, paper, symbols):
    _, layout, boxes, lines = laid_out(name, paper, symbols)
    for shape in (*boxes, *lines):
        for x, y in shape:
            assert layout.margin <= x <= layout.width - layout.margin
            assert layout.margin <= y <= layout.height - layout.margin
    assert all(apart(boxes[a], boxes[b]) for a, b in near(boxes))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper", "symbols"), TRIED)
def test_lines_do_not_cross_or_run_under_codes(name, paper, symbols):
    _, _, boxes, lines = laid_out(name, paper, symbols)
    pieces = [(line, piece) for line in lines for piece in pairwise(line)]
    count = len(boxes)
    for a, b in near([*boxes, *(piece for _, piece in pieces)]):
        if a < count <= b:
            assert apart(boxes[a], pieces[b - count][1])
        elif a >= count:
            (one, here), (two, there) = pieces[a - count], pieces[b - count]
            # Lines from one guess start at one point.
            if one[0] != two[0]:
                assert not cross(here, there), (one, two)


def cross(one, two):
    """Return whether two line segments have a point in common."""

    def side(at, piece):
        (ax, ay), (bx, by) = piece
        return (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)

    return side(one[0], two) * side(one[1], two) <= 0 >= side(two[0], one) * side(two[1], one)


@pytest.mark.parametrize(("name", "paper", "symbols"), TRIED)
def test_codes_are_at_line_ends_and_secrets_once_on_rim(name, paper, symbols):
    sheet, layout, _, lines = laid_out(name, paper, symbols)
    tree = sheet.tree
    nodes = list_nodes(tree)
    rim = [code for node in nodes if node.last for code in node.codes]
    assert sorted(rim) == sorted(tree.rules.codes())
    assert len(lines) == sum(node.last or node.turn > 2 for node in nodes)
    shown = [element[-1] for element in layout.pages[0].elements if element[0] in ("first", "code")]
    codes = [tree.root.guess, *(code for node in nodes for code in node.codes)]
    assert sorted(shown) == sorted(map(tree.rules.digits, codes))


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("paper", STYLES["poster"].papers)
def test_poster_of_4p6c_fits_every_paper(koyama_lai, paper):
    layout = poster(Sheet(koyama_lai, "poster"), paper)
    assert (layout.width, layout.height) == PAPERS[paper]
    assert layout.size > LEAST


def test_type_sizes_on_a1(koyama_lai):
    """Key pegs are a centimetre wide.

    Second guesses are legible from a distance of a metre, third guesses from half a metre.
    """
    sheet = Sheet(koyama_lai, "poster")
    radial, layout = Radial(sheet), poster(sheet, "a1")
    millimetres = layout.more["disc"] / DISC * 25.4 / 72
    assert radial.key * millimetres >= 10
    assert radial.rings[2].size * millimetres >= 8
    assert radial.rings[3].size * millimetres >= 5
    assert 0.87 * radial.rings[4].size * millimetres >= 7 / 72 * 25.4  # letters of 7 points
    assert radial.rings[radial.rim].size * millimetres >= 1.15


@pytest.mark.slow(after=3)
@pytest.mark.parametrize(
    ("name", "paper", "words"),
    [
        ("koyama-lai-4p7c", "a3", "have pegs of 0.34 mm on its rim, .* take --paper a2$"),
        ("koyama-lai-bulls-and-cows", "a1", "take --paper a0$"),
        # The advised size is of the same series, even if the other has a smaller one.
        ("koyama-lai-5p5c", "a3", "take --paper a1$"),
        ("koyama-lai-5p5c", "tabloid", "take --paper ansi-d$"),
        ("koyama-lai-5p6c", "a0", "take another style, or --format html or txt$"),
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
