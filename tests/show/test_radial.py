"""The poster: elements are separate and on the page; lines cross neither codes nor each other."""

import math
from collections import defaultdict
from itertools import chain, pairwise, product

import numpy as np
import pytest

from mmtree.errors import SheetError
from mmtree.show.pegs import rgb
from mmtree.show.sheets.content import answer_parts
from mmtree.show.sheets.overlap_removal import place_around, place_in_order
from mmtree.show.sheets.poster import LEAST, poster
from mmtree.show.sheets.poster_nodes import list_nodes
from mmtree.show.sheets.radial import DISC, FIRST_PITCH, KEY_PITCH, Radial
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset

from support.environment import FAMOUS
from support.expected_games import tree_of
from support.printed import INK, WHITE, read_ends, read_pages
from support.sheet_games import check_games, printed

TRIED = [
    *((name, "a1", "pegs") for name in ("koyama-lai-max5-4p6c", "koyama-lai-3p2c")),
    ("lexicographic-3p6c-black", "ansi-c", "letters"),
    ("koyama-lai-8p2c", "a2", "pegs"),
    ("koyama-lai-4p5c", "tabloid", "digits1"),
    *((f"lexicographic-{few}", "a3", "pegs") for few in ("1p2c", "2p2c", "1p9c", "3p4c-black")),
]
OTHER = [(name, "a2", "pegs") for name in ("places", "right", "holes", "words", "words-pegs")]


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


def ends_of(radial, kind, x, y, _, size, shown):
    """Return the inner and the outer end of codes, or of an answer on the dial."""
    length = (radial.along - 1) * KEY_PITCH + 1
    if kind == "row":
        length = radial.length(len(shown[2])) if shown[1] else radial.code
    half = size / 2 * length / math.hypot(x, y)
    return complex(x, y) * (1 - half), complex(x, y) * (1 + half)


def read_poster(sheet, layout):
    """Return the rows of a poster, which lines join, and the codes on its rim."""
    radial, after = Radial(sheet), defaultdict(list)
    elements = layout["elements"]
    keys = [
        (math.inf, ends_of(radial, *e)[1], (None, e[-1], ())) for e in elements if e[0] == "keys"
    ]
    runs = [(*ends_of(radial, *e), e[-1]) for e in elements if e[0] == "row"]
    inner, outer, shown = zip(*keys, *runs, strict=True)
    inner, outer = np.array(inner), np.array(outer)
    for *_, lines in layout["lines"]:
        for start, *_, end in (np.array(line) @ (1, 1j) for line in lines):
            if start != end:  # the outline of a sector
                after[abs(outer - start).argmin()].append(abs(inner - end).argmin())
    for at in range(len(keys), len(inner)):
        if not shown[at][1]:  # a second guess is next to its answer
            after[abs(np.angle(outer[: len(keys)] / outer[at])).argmin()].append(at)
    assert sorted(chain(*after.values())) == [*range(len(keys), len(inner))]
    right = answer_parts(sheet, sheet.rules.all_right)
    rows, rim = {}, []

    def add_row(guess, cells):
        number, follows = len(rows) + 1, {}
        rows[number] = guess, follows
        for answer, at in cells:
            _, stated, codes = shown[at]
            codes = tuple(spell(sheet, colors) for colors in codes)
            assert stated in (None, answer)
            if at in after:
                follows[answer] = add_row(*codes, [(shown[to][1], to) for to in after[at]])
                continue
            rim.extend(codes)
            if answer == right:
                assert codes == (guess,)
            else:
                follows[answer] = codes
        return number

    first = spell(sheet, elements[0][-1])
    add_row(first, [(shown[at][1], to) for at in range(len(keys)) for to in after[at]])
    return rows, rim


def spell(sheet, colors):
    return "".join(map(sheet.code_symbol, colors))


@pytest.mark.parametrize(("name", "paper", "symbols"), [*TRIED, *OTHER])
def test_lines_lead_to_every_secret_as_the_tree_does(name, paper, symbols):
    sheet = Sheet(tree_of(name), "poster", symbols=symbols)
    rows, rim = read_poster(sheet, poster(sheet, paper))
    names = "letters" if symbols == "pegs" else symbols
    assert sorted(rim) == sorted(check_games(rows, sheet.tree, symbols=names))


def signs_of(sheet, layout, kind, shown):
    """Return the colours of pegs and the digits of an element, each with its place along it."""
    parts = []  # signs with their steps, and gaps
    if kind == "first":
        parts = [(shown, layout["first-pitch"])]
    elif kind == "answer":
        parts = [(sheet.answer(10 * shown[0] + shown[1]), layout["digit"])]
    elif kind == "badge":
        parts = [([str(shown)], 0.0)]
    elif kind == "row":
        outwards, answered, codes = shown
        if answered:
            parts = [(sheet.answer(10 * answered[0] + answered[1]), layout["digit"])]
            parts += [([None], layout["gap"])]
        for code in codes:
            parts += [(code, layout["step"]), ([None], layout["then"])]
        parts = parts[:-1][:: 1 if outwards else -1]
    places, at = [], -sum(len(signs) * step for signs, step in parts) / 2
    for signs, step in parts:
        places += [(sign, at + (place + 0.5) * step) for place, sign in enumerate(signs)]
        at += len(signs) * step
    return [(sign, along) for sign, along in places if sign is not None]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("name", "paper", "symbols"), [TRIED[1], TRIED[0], *TRIED[3:6]])
def test_print_has_everything_at_the_places_of_the_layout(name, paper, symbols):
    sheet = Sheet(tree_of(name), "poster", symbols=symbols)
    layout, radial = poster(sheet, paper), Radial(sheet)
    (file,) = typeset(sheet, "pdf", paper)
    sizes, marks = read_pages(file)
    below = layout["margin"] + layout["above"] + layout["reach"]
    middle = np.array([sizes[0][0] / 2, sizes[0][1] - below])
    low = np.array([(mark.left, mark.bottom) for mark in marks]) - middle
    high = np.array([(mark.right, mark.top) for mark in marks]) - middle
    at = (low + high) @ (0.5, 0.5j)
    fills = [rgb(peg.fill) for peg in sheet.pegs]
    for kind, x, y, turned, size, shown in layout["elements"]:
        [close] = np.nonzero(abs(at - complex(x, -y)) < 15 * size)
        place = (at[close] - complex(x, -y)) * np.exp(1j * math.radians(turned)) / size
        seen = [marks[one] for one in close]
        texts = [bool(mark.text) for mark in seen]
        if kind == "keys":
            far = np.maximum(abs(place.real) / radial.along, abs(place.imag) / radial.across)
            as_large = abs((high - low)[close] / size - 1.25).max(axis=1) < 0.35  # or turned
            keys = [seen[one].fill for one in np.flatnonzero(as_large & (far < KEY_PITCH / 2))]
            assert (keys.count(INK), keys.count(WHITE)) == shown
        for sign, along in signs_of(sheet, layout, kind, shown):
            far = abs(place - along)
            if isinstance(sign, int) and sheet.drawn:
                assert fills[sign] in [seen[one].fill for one in np.flatnonzero(far < 0.2)]
            if isinstance(sign, str) or layout["lettered"] or size != layout["size"]:
                nearest = np.where(texts, far, math.inf).argmin()
                assert far[nearest] < 0.4
                text = sheet.code_symbol(sign) if isinstance(sign, int) else sign
                assert seen[nearest].text == text
    ends = np.array(read_ends(file)) - middle @ (1, 1j)
    for start, *_, end in chain(*(lines for *_, lines in layout["lines"])):
        line = np.array([start, end]) @ (1, -1j)
        assert abs(ends - line).max(axis=1).min() < 0.01


@pytest.mark.slow
def test_red_line_and_numbers_follow_the_example(koyama_lai):
    sheet = Sheet(koyama_lai, "poster")
    layout, radial = poster(sheet, "a1"), Radial(sheet)
    rows = [(ends_of(radial, *e), e[-1][2]) for e in layout["elements"] if e[0] == "row"]

    def codes_at(x, y):
        def distance(row):
            aside = abs(np.angle(row[0][0] / complex(x, y)))
            return aside > 0.002, min(abs(end - complex(x, y)) for end in row[0])

        return [spell(sheet, colors) for colors in min(rows, key=distance)[1]]

    guesses = [sheet.code(step.guess) for step in sheet.example]
    _, color, (_outline, *lines) = layout["lines"][-1]
    assert color == layout["accent"]
    assert [*chain(*(codes_at(*line[-1]) for line in lines))] == guesses[2:]
    numbered = {e[-1]: codes_at(*e[1:3]) for e in layout["elements"] if e[0] == "badge"}
    assert all(guesses[number - 1] in codes for number, codes in numbered.items() if number > 1)
    assert len(numbered) == len(guesses)
    words = [mark.text for mark in printed("koyama-lai-4p6c", "poster", "a1")[1]]
    board = words[words.index(sheet.texts("secret")) :]
    letters = "".join(word for word in board if word in tuple("ABCDEF"))
    assert letters == "".join([guesses[-1], *guesses])


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
    ("language", "subtitle", "play", "steps"),
    [
        ("en", "1,296 codes. Never more than 6 guesses. 4.34 on average.", "Put the pegs", 26),
        ("de", "1.296 Codes. Nie mehr als 6 Züge. Im Mittel 4,34.", "Setze die Stifte", 25),
        ("fr", "1\u202f296", "Cherchez", 25),
    ],
)
def test_type_sizes_on_a1(language, subtitle, play, steps):
    """Pegs on the rim have letters of 5 points; the foot is as large as the steps."""
    marks = [mark for mark in printed(FAMOUS[1], "poster", language=language)[1] if mark.text]
    for size, words in ((40, subtitle), (steps, play), (steps, "mmtree")):
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
