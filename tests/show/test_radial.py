"""The poster: elements are separate and on the page; lines cross neither codes nor each other."""

import math
from collections import defaultdict
from functools import cache
from itertools import chain, pairwise, product

import pytest

from mmtree.errors import SheetError
from mmtree.show.sheets.overlap_removal import place_around, place_in_order
from mmtree.show.sheets.papers import PAPERS
from mmtree.show.sheets.poster import LEAST, poster
from mmtree.show.sheets.radial import DISC, FIRST_PITCH, KEY_PITCH, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset

from support.expected_games import tree_of
from support.paper_drawing import read_print

TRIED = [
    *((name, "a1", "pegs") for name in ("koyama-lai-max5-4p6c", "koyama-lai-3p2c")),
    ("lexicographic-3p6c-black", "ansi-c", "letters"),
    ("koyama-lai-8p2c", "a2", "pegs"),
    ("koyama-lai-4p5c", "tabloid", "digits1"),
    *((f"lexicographic-{few}", "a3", "pegs") for few in ("1p2c", "2p2c", "1p9c", "3p4c-black")),
]


@cache
def laid_out(name, paper, symbols):
    """Return the layout, its elements with the boxes they take, and the lines as points."""
    sheet = Sheet(tree_of(name), "poster", symbols=symbols)
    layout, radial = poster(sheet, paper), Radial(sheet)
    boxes = [(element, box_of(radial, *element)) for element in layout["elements"]]
    *lines, _pairs, (_, _, [_sector, *game]) = layout["lines"]
    return layout, boxes, [line for _, _, some in lines for line in some] + game


def box_of(radial, kind, x, y, turned, size, shown):
    """Return the corners of the box of an element, in order."""
    if kind == "badge":  # a circle
        angles = (at * math.tau / 12 for at in range(12))
        return [(x + size / 2 * (1 + math.cos(at)), y + size / 2 * math.sin(at)) for at in angles]
    along, across = {
        "code": (radial.code, 1),
        "answer": (radial.answer, 1),
        "first": ((round(radial.code / radial.step) - 1) * FIRST_PITCH + 1, 1),
        "keys": ((radial.along - 1) * KEY_PITCH + 1, (radial.across - 1) * KEY_PITCH + 1),
    }[kind]
    cos, sin = size * math.cos(math.radians(turned)), size * math.sin(math.radians(turned))
    return [
        (x + u * along * cos - v * across * sin, y + u * along * sin + v * across * cos)
        for u, v in ((0, -0.5), (1, -0.5), (1, 0.5), (0, 0.5))
    ]


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
    layout, found, lines = laid_out(name, paper, symbols)
    boxes = [box for _, box in found]
    for x, y in chain(*boxes, *lines):
        for at, length in zip((x, y), PAPERS[paper], strict=True):
            assert layout["margin"] <= at <= length - layout["margin"]
    assert all(apart(boxes[a], boxes[b]) for a, b in near(boxes))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper", "symbols"), TRIED)
def test_lines_do_not_cross_or_run_under_codes(name, paper, symbols):
    _, found, lines = laid_out(name, paper, symbols)
    boxes = [box for (kind, *_), box in found if kind != "badge"]
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


@pytest.mark.slow(after=1)
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
    glyphs = read_print(data).glyphs
    for size, words in ((40, subtitle), (26, play), (14, "mmtree")):
        assert [round(g.size) for g in glyphs if g.text.startswith(words)] == [size]
    letters = [glyph.size for glyph in glyphs if glyph.text in "ABCDEF"]
    assert len(letters) > 4 * 1296
    assert min(letters) >= 5


@pytest.mark.parametrize("name", ["koyama-lai-3p11c", "lexicographic-3p6c-black"])
def test_codes_of_a_sector_of_half_the_rim_are_not_upside_down(name):
    """They turn where the branch of a guess does, so by less than half a right angle too far."""
    radial = Radial(Sheet(tree_of(name), "poster"))
    radial.turn()
    for node in radial.nodes:
        angle = radial.angles[node][radial.rim if node.last else node.turn]
        assert math.sin(angle if radial.outwards(node) else -angle) > -math.sqrt(0.5)


def test_sizes_of_pegs_on_a1(koyama_lai):
    """Key pegs are a centimetre wide.

    Second guesses are legible from a distance of a metre, third guesses from half a metre.
    """
    sheet = Sheet(koyama_lai, "poster")
    radial, layout = Radial(sheet), poster(sheet, "a1")
    millimetres = layout["disc"] / DISC * 25.4 / 72
    assert radial.key * millimetres >= 10
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
