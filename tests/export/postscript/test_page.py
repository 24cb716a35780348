"""The pages that a PostScript program prints, and the structure of its file."""

import base64
import re
from array import array

import numpy as np
import pytest

from mmtree import Codebreaker, StrategyTree, build_tree, feedback, format_code, load, parse_code
from mmtree.export.pack import pack
from mmtree.export.postscript.postscript import LARGEST, SMALLEST, choose_board
from mmtree.game.code import PALETTE
from mmtree.game.peg_rules import PegRules
from mmtree.show.pegs import CORNERS
from mmtree.tree.provenance import Strategy

from support.environment import TREES
from support.expected_games import postscript_source as source

SMALL = load(TREES / "koyama-lai-3p2c.mmtree")
FRAME = (523, 720)  # points, in the middle of the paper
PAPERS = {"a4": (595, 842), "letter": (612, 792)}


class Look:
    """The board on a page; the unit of lengths is the height of a row."""

    def __init__(self, page, program):
        height, width, _ = page.shape
        self.page = page
        self.dot = 100 / 72
        wide, tall = width / self.dot, height / self.dot
        self.zoom = min(wide / 595, tall / 792)
        self.frame = (wide - FRAME[0] * self.zoom) / 2, (tall - FRAME[1] * self.zoom) / 2
        numbers = dict(re.findall(r"(?m)^/(\w+) ([0-9.]+) def$", program))
        self.size, self.breadth = float(numbers["size"]), float(numbers["breadth"])
        self.columns, self.deep = int(numbers["columns"]), int(numbers["deep"])
        self.pegs = int(numbers["pegs"])
        self.hues = re.findall("<([0-9a-f]{6})[0-9a-f]{2}>", program)

    def at(self, x, y):
        """Return the sRGB value at a point, measured from the top left corner of the board."""
        x = FRAME[0] / 2 + (x - self.columns * self.breadth / 2) * self.size
        y = 346 + (y + (self.deep + 1.6) / 2) * self.size
        column = (self.frame[0] + x * self.zoom) * self.dot
        row = self.page.shape[0] - (self.frame[1] + y * self.zoom) * self.dot
        return self.page[int(row), int(column)].astype(int)

    def code(self, x, y):
        """Return the colours of a row of pegs, above their letters."""
        seen = [self.at(x + 0.95 * peg, y + 0.28) for peg in range(self.pegs)]
        hues = [np.array(list(bytes.fromhex(hue)), int) for hue in self.hues]
        return tuple(
            next((at for at, hue in enumerate(hues) if abs(hue - dot).max() < 3), None)
            for dot in seen
        )

    def row(self, number):
        """Return colours and answer pegs of a row (B, W, or a dot for a hole), or None if empty."""
        left, y = number // self.deep * self.breadth, -1.95 - number % self.deep
        if self.at(left + 0.24, y).max() > 60:  # the number stands on grey
            return None
        block, keys = (self.pegs + 1) // 2, ""
        for key in range(self.pegs):
            x = left + 2.28 + 0.95 * (self.pegs - 1) + key % block * 0.4 + 0.23
            up = y + (0 if self.pegs == 1 else 0.2 if key < block else -0.2)
            middle, edge = self.at(x, up).mean(), self.at(x + 0.146, up).mean()
            keys += "B" if middle < 40 else "W" if edge < 128 else "."
        return self.code(left + 1.6, y), keys


def drawn(tree, secret):
    """Return the rows of a game as a page shows them."""
    player, rules, rows = Codebreaker(tree), tree.rules, []
    while True:
        answer = feedback(player.guess, secret, rules)
        keys = "B" * (answer // 10) + "W" * (answer % 10)
        rows.append((rules.digits(player.guess), keys.ljust(rules.pegs, ".")))
        if player.observe(answer):
            return rows


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_page_shows_the_game_in_coloured_pegs(paper, printed, koyama_lai):
    program = source(koyama_lai)
    (page,), trouble = printed(program, paper=paper)
    look, secret = Look(page, program), parse_code("FEDC", koyama_lai.rules)
    assert trouble == ""
    assert look.code(1.6, -0.7) == (5, 4, 3, 2)
    assert [look.row(row) for row in range(6)] == [*drawn(koyama_lai, secret), None]
    assert [f"#{hue}" for hue in look.hues] == [value for _, value in PALETTE[:6]]


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("rules", ["1p36c", "9p2c", "4p10c-distinct", "3p6c-black"])
def test_games_of_any_rules_are_shown(rules, printed):
    tree = build_tree("lexicographic", rules)
    program, codes = source(tree), list(tree.rules.codes())
    codes = [codes[0], codes[len(codes) // 2], codes[-1]]
    secrets = ",".join(format_code(code, tree.rules) for code in codes)
    pages, _ = printed(program, f"-sSECRET={secrets}", paper="letter")
    for page, code in zip(pages, codes, strict=True):
        look = Look(page, program)
        assert look.code(1.6, -0.7) == tree.rules.digits(code)
        rows = [look.row(row) for row in range(tree.max)]
        assert [row for row in rows if row] == drawn(tree, code)


def test_first_ten_colours_have_the_shapes_of_the_sheets(printed):
    program = source(build_tree("lexicographic", "1p10c"))
    pages, _ = printed(program, "-sSECRET=" + ",".join("ABCDEFGHIJ"))
    for color, page in enumerate(pages):
        look = Look(page, program)
        corners = [
            angle
            for angle in (45, 135, 225, 315)
            # In the secret, where pegs have a white line on a black ground.
            if look.at(
                1.6 + 0.43 * np.sign(np.sin(np.radians(angle))),
                0.43 * np.sign(np.cos(np.radians(angle))) - 0.7,
            ).min()
            > 128
        ]
        assert tuple(corners) == CORNERS[color]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["4p6c", "9p2c", "2p36c"])
def test_bounding_box_contains_the_page(rules, printed):
    program = source(build_tree("lexicographic", rules))
    left, bottom, right, top = map(int, re.search("%%BoundingBox: (.*)", program)[1].split())
    for paper, (width, height) in PAPERS.items():
        assert min(left, bottom, width - right) >= 26
        for page in printed(program, paper=paper, dpi=72)[0]:
            assert page.shape == (height, width, 3)
            rows, columns = np.nonzero((page < 255).any(axis=2))
            assert left <= columns.min() < columns.max() < right
            assert bottom <= height - 1 - rows.max() < height - rows.min() <= min(top, height - 36)


def test_measured_bounding_box_is_within_the_declared_one(gs):
    program = source(build_tree("lexicographic", "9p2c"))
    box = list(map(int, re.search("%%BoundingBox: (.*)", program)[1].split()))
    _, measured = gs(program, device=("-sDEVICE=bbox", "-dBATCH", "-dNOPAUSE"))
    left, bottom, right, top = map(int, re.search("%%BoundingBox: (.*)", measured)[1].split())
    assert box[0] <= left < 50 < 545 < right <= box[2]
    assert box[1] <= bottom < 70 < 750 < top <= box[3]


def test_long_game_continues_on_next_page(printed, koyama_lai):
    program = re.sub("/(rows|deep) 6 def", r"/\1 2 def", source(koyama_lai))
    pages, _ = printed(program, "-sSECRET=FEDC,AABC")
    looks = [Look(page, program) for page in pages]
    rows = [look.row(row) for look in looks for row in range(2)]
    moves = drawn(koyama_lai, parse_code("FEDC", koyama_lai.rules))
    assert rows == [*moves, None, *drawn(koyama_lai, koyama_lai.root.guess), None]
    assert [look.code(1.6, -0.7) for look in looks] == [(5, 4, 3, 2)] * 3 + [(0, 0, 1, 2)]
    program = re.sub("/(rows|deep) 6 def", r"/\1 4 def", source(koyama_lai))
    look = Look(printed(program, "-sSECRET=FEDC")[0][1], program)
    beside, ahead, beyond = (look.at(0.24, y)[0] for y in (-1.4, -2.95, -3.95))
    assert ahead < beside == beyond  # there are six guesses at most


@pytest.mark.parametrize("pegs", range(1, 10))
def test_boards_fit_their_page_with_largest_pegs(pegs):
    for rows in (1, 4, 6, 10, 16, 37, 70, 200, 1000):
        board = choose_board(PegRules(pegs, 6), rows)
        assert SMALLEST <= board.size <= LARGEST
        assert (
            board.rows == rows or choose_board(PegRules(pegs, 6), board.rows + 1).rows == board.rows
        )
        assert (board.columns - 1) * board.deep < board.rows <= board.columns * board.deep
        assert board.columns * board.breadth * board.size < 523.01
        assert (board.deep + 1.6) * board.size < 508.01
    assert choose_board(PegRules(pegs, 6), 1).size > 40


def test_36_colours_and_their_letters_are_distinguishable():
    paints = re.findall("<([0-9a-f]{6})(00|ff)>", source(build_tree("irving", "1p36c")))
    hues = np.array([list(bytes.fromhex(hue)) for hue, _ in paints], int)
    assert len(hues) == 36
    apart = abs(hues[:, None] - hues).sum(axis=2)
    assert apart[~np.eye(36, dtype=bool)].min() > 25
    grey = hues @ (0.3, 0.59, 0.11)  # as a black-and-white printer has it
    assert all(abs(g - int(ink, 16)) > 80 for g, (_, ink) in zip(grey, paints, strict=True))


# ---- the file ----

OPERATORS = """
    abs add aload and arc array begin bind bitshift closepath copy currentpagedevice currentpoint
    cvs def dict div dup end eq exch exec exit false fill findfont flush flushfile for forall get
    getinterval ge grestore gsave gt idiv if ifelse index known le length load loop lt mod moveto mul
    ne neg newpath not null or pop print put putinterval quit read rectfill repeat rmoveto roll scale
    scalefont search setfont setgray setlinewidth setrgbcolor show showpage string stringwidth stroke
    sub systemdict translate true type writestring file { }
    """
"""The operators of PostScript level 2, the only ones that the program may use."""


def test_only_operators_of_level_2_are_used(koyama_lai):
    code = re.sub(r"\((\\.|[^\\()])*\)|%.*|<~[^~]*~>|<[0-9a-f]*>", " ", source(koyama_lai))
    defined = set(re.findall(r"/([^\s/{}\[\]]+)", code))
    used = set(re.sub(r"/[^\s/{}\[\]]+", " ", code).replace("[", " ").replace("]", " ").split())
    numbers = {word for word in used if re.fullmatch(r"-?[0-9.]+", word)}
    assert used - defined - numbers <= set(OPERATORS.split())


@pytest.mark.parametrize("rules", ["3p2c", "2p36c"])
def test_file_follows_document_structuring_conventions(rules, printed):
    tree = build_tree("lexicographic", rules)
    program = source(tree)
    lines = program.splitlines()
    assert lines[0] == "%!PS-Adobe-3.0"
    order = [text.split(":")[0] for text in lines if text.startswith("%%")]
    assert order[-10:] == [
        "%%EndComments", "%%BeginProlog", "%%EndProlog", "%%BeginSetup", "%%IncludeResource",
        "%%IncludeResource", "%%EndSetup", "%%Page", "%%Trailer", "%%EOF",
    ]  # fmt: skip
    assert set(order[:-10]) == {
        "%%Title", "%%Creator", "%%LanguageLevel", "%%DocumentData", "%%BoundingBox",
        "%%DocumentNeededResources", "%%Orientation", "%%Pages",
    }  # fmt: skip
    assert all(text[:2] in ("%!", "%%") for text in lines[: lines.index("%%EndComments")])
    assert max(map(len, lines)) <= 255
    assert all(char == "\n" or " " <= char <= "~" for char in program)
    assert "%%Pages: 1" in lines
    assert len(printed(program, dpi=20)[0]) == 1


@pytest.mark.slow
def test_table_is_the_packed_tree_in_allowed_strings():
    tree = load(TREES / "koyama-lai-5p7c.mmtree")
    strings = re.findall(r"(?m)^table (\d+) <~([^~]*)~> put$", source(tree))
    assert [int(at) for at, _ in strings] == list(range(len(strings)))
    parts = [base64.a85decode(text) for _, text in strings]
    assert b"".join(parts) == pack(tree).table
    assert max(map(len, parts)) <= 65535
    assert all(text.startswith(" ") for _, data in strings for text in data.strip("\n").split("\n"))


def test_same_tree_gives_same_bytes(koyama_lai):
    assert source(koyama_lai) == source(load(TREES / "koyama-lai-4p6c.mmtree"))
    assert "\r" not in source(koyama_lai)


@pytest.mark.slow
def test_any_strategy_name_stays_text(printed):
    for called in ("a ) showpage (", "\\", "%%EOF", "Müller ✓", "x" * 60000):
        tree = StrategyTree(
            SMALL.rules, Strategy(called), *(array(a.typecode, a) for a in
            (SMALL.guess, SMALL.feedback, SMALL.extent)),
        )  # fmt: skip
        program = source(tree)
        assert max(map(len, program.splitlines())) <= 255
        assert program.count("\n%%EOF") == 1
        (page,), _ = printed(program, dpi=72)
        assert (page[:, 569:] == 255).all()


def test_secret_of_the_file_has_a_game_of_one_page():
    tree = build_tree("lexicographic", "1p36c")
    assert "/secret (9) def" in source(tree)
    assert "/secret (BAB) def" in source(build_tree("irving", "3p2c"))
    assert "/secret (JIHG) def" in source(load(TREES / "koyama-lai-bulls-and-cows.mmtree"))
