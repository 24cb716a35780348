"""Arguments of the native kernel: kernel.pyi lists them, and invalid ones raise an error."""

import ast
from itertools import product

import numpy as np
import pytest

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules
from mmtree.game.symmetry import Symmetry
from mmtree.search.kernel import native
from mmtree.search.native_game import as_uint32, native_game

from support.environment import ROOT, needs_native

# Valid arguments; each case replaces or adds one.
GAME = {
    "pegs": 2,
    "colors": 2,
    "distinct": False,
    "whites": True,
    "values": np.array([0, 2, 10, 20], np.uint8),
}
RANKS = np.arange(9, dtype=np.uint32)
NONE = RANKS[:0]
SEARCH = {
    "secrets": RANKS,
    "history": NONE,
    "openings": None,
    "prices": np.arange(1, 12),
    "jobs": 1,
    "report": None,
    "parts": None,
}
TABLE = {
    "answers": np.array([[2, 0], [1, 2], [0, 1]], np.uint8),
    "secrets": np.arange(2, dtype=np.uint32),
    "values": np.array([7, 0, 255], np.uint8),
    "lowest": np.arange(2, dtype=np.uint32),
}
OPTIONAL = {"limit": 1 << 50, "memory": None, "beam": None, "weights": None, "uneven": True}
PROVE = {
    "openings": None,
    "prices": np.arange(1, 12),
    "report": None,
    "limit": 0,
    "limited": False,
    "most": np.zeros(0, np.uint32),
    "head": b"",
    "unchanged": b"",
}
VALID = {  # of a game of 2p3c but for the first two
    "__init__": GAME,
    "of_table": TABLE,
    "cell_sizes": {"secrets": RANKS, "guesses": RANKS, "sizes": np.empty((5, 9), np.int32)},
    "split": {"secrets": RANKS, "guess": 0, "cells": np.empty(9, np.uint32)},
    "canonical_form": {"secrets": RANKS},
    "choose": {"secrets": RANKS, "history": NONE, "rule": 2, "weights": None},
    "representatives": {"history": NONE, "lowest": np.empty(9, np.uint8)},
    "within": {"secrets": RANKS, "history": NONE, "left": 4, "tries": 0, "most": NONE},
    "search": SEARCH,
    "prove": PROVE,
}
BEAM = (
    5,
    np.ones(1, np.uint32),
    np.array([[0, *range(16, 16 + 48 * 9, 48)], [0, *range(32, 32 + 64 * 9, 64)]]),
    0,
)
"""A beam for the nine secrets of 2p3c and its five feedbacks."""

STUB = ast.parse((ROOT / "mmtree/search/native/kernel.pyi").read_text(encoding="utf-8")).body
CLASSES = {node.name: node.body for node in STUB if isinstance(node, ast.ClassDef)}
VARIABLES = {node.target.id: node.value for node in STUB if isinstance(node, ast.AnnAssign)}
FUNCTIONS = {node.name: node for node in STUB if isinstance(node, ast.FunctionDef)}
KEYWORDS = ("__init__", "of_table", "search", "prove")  # methods with keyword parameters
METHODS = {node.name: node for node in CLASSES["Game"] if isinstance(node, ast.FunctionDef)}


@needs_native
def test_invalid_calls_of_other_games_raise():
    """Guess 2 cannot be the secret; only codes have symmetries."""
    ranks = np.arange(3, dtype=np.uint32)
    table = native.Game.of_table(**TABLE)
    codes = native.Game(**GAME, secrets=ranks[:2])
    most = np.zeros((1, 3), np.uint32)
    found = {**SEARCH, "secrets": ranks[:2]}
    assert table.search(**found)[0] == codes.search(**found)[0] == 3
    for call in (
        lambda: table.cell_sizes(ranks, ranks, np.empty((3, 3), np.int32)),
        lambda: table.split(ranks, 0, np.empty(3, np.uint32)),
        lambda: table.choose(ranks, ranks[:0], native.MOST_CELLS, None),
        lambda: table.within(ranks, ranks[:0], 3, 0, most),
        lambda: table.search(**{**SEARCH, "secrets": ranks}),
        lambda: codes.search(**{**SEARCH, "secrets": ranks}),
        lambda: table.canonical_form(ranks[:2]),
        lambda: table.representatives(ranks[:0], np.zeros(3, np.uint8)),
    ):
        with pytest.raises(ValueError, match=r"secret|table"):
            call()


@needs_native
@pytest.mark.parametrize("pegs", range(1, 10))
def test_native_game_has_codes_and_feedbacks_of_any_rules(pegs):
    for colors, distinct, whites in product(range(2, 37), (False, True), (False, True)):
        if distinct and pegs > colors:
            continue
        rules = PegRules(pegs, colors, distinct, "pegs" if whites else "black")
        if rules.secrets > 4000:  # as 4096 of 6p4c, whose symmetry takes NumPy seconds
            continue
        table = CodeTable(rules)
        everything = np.arange(rules.secrets)
        found = set()
        for guess in Symmetry(table).representatives(everything).tolist():
            cells = np.empty(rules.secrets, np.uint32)
            sizes = native_game(rules).split(as_uint32(everything), guess, cells)
            answers = np.sort(table.answers(np.array([guess]), slice(None))[0])
            assert np.array_equal(np.repeat(*zip(*sizes, strict=True)), answers)
            found |= {value for value, _ in sizes}
        assert found == set(rules.feedbacks)


def changed(position, value):
    """Return the beam with another item."""
    return {"beam": (*BEAM[:position], value, *BEAM[position + 1 :])}


NO_RANKS = [RANKS.astype(int), RANKS.astype(np.float32), RANKS + 1, RANKS[::2], None, [0, 1]]
NOT_RISING = [NONE, np.array([1, 0], np.uint32), np.array([1, 1], np.uint32)]
NO_PRICES = [np.arange(1.0, 12.0), *(np.array([1, n]) for n in (1, 0, 2**60)), RANKS - 1, None]
NO_PARTS = [
    *(3, (), (b"",), (b"", b"", b""), [b"", b""], (b"", "text"), (bytearray(), b"")),
    *((b"abc", b""), (b"", b"abc")),
    (b"", bytes(4)),  # a plan without a part
    (bytes(22 * 2 + 21), b""),
    (bytes(18) + b"\1\0\0\0", b""),  # a part whose plan is missing
    (bytes(18) + b"\xff" * 4, bytes(4)),
    (bytes(18) + b"\1\0\0\0", b"\xff" * 4),  # a guess out of range
    (bytes(10) + b"\xff" * 8 + bytes(4), b""),  # a negative price
    (bytes(10) + b"\xff" * 7 + bytes(5), b""),  # a price above the maximum
]
WRONG = {
    "__init__": [
        *({"pegs": wrong} for wrong in (0, 10, 2**40)),
        *({"colors": wrong} for wrong in (1, 37, "two")),
        {"pegs": 9, "colors": 11},
        {"pegs": 3, "distinct": True},
        {"more": 1},
        *({"secrets": np.array(wrong, np.uint32)} for wrong in ([], [4], [1, 1], [1, 0])),
        {"secrets": np.arange(2)},
        {"holes": True},
        {"holes": True, "secrets": RANKS[:2]},
        *(
            {"values": np.array(wrong, np.uint8)}
            for wrong in ([0, 2, 10], [2, 0, 20], [0, 3, 20], [0, 20, 200], [])
        ),
        {"values": np.array([0, 1, 20], np.uint8), "whites": False},
        {"values": np.array([20])},
        {"by_place": True},
        {"by_place": True, "values": np.array([1, 2, 3], np.uint8)},
        {"by_place": True, "distinct": True, "values": np.arange(4, dtype=np.uint8)},
    ],
    "of_table": [
        *(
            {"answers": np.array(wrong, np.uint8)}
            for wrong in (
                [[2, 0], [1, 2], [0, 3]],
                [[2, 0], [1, 2], [0, 2]],
                [[1, 0], [1, 2], [0, 1]],
            )
        ),
        *({"answers": np.zeros(shape, np.uint8)} for shape in ((0, 2), (1, 2), (3, 3), 6)),
        {"answers": np.zeros((3, 2), np.int8)},
        {"answers": np.zeros((2, 3), np.uint8).T},
        {"answers": None},
        *({"secrets": np.array(wrong, np.uint32)} for wrong in ([1, 0], [0, 3])),
        {"secrets": NONE, "answers": np.zeros((3, 0), np.uint8)},
        {"secrets": np.arange(2)},
        {"values": np.zeros(1, np.uint8), "answers": np.zeros((3, 2), np.uint8)},
        *({"values": wrong} for wrong in (np.zeros(256, np.uint8), b"")),
        {"more": 1},
    ],
    "cell_sizes": [
        {"guesses": RANKS + 1},
        *({"sizes": wrong} for wrong in (np.empty((5, 8), np.int32), np.empty((5, 9)), bytes(180))),
    ],
    "split": [
        *({"guess": wrong} for wrong in (9, -1, 2**64 + 5)),
        {"cells": np.empty(8, np.uint32)},
    ],
    "canonical_form": [],
    "choose": [
        {"rule": 7},
        {"rule": 3},
        *({"rule": n, "weights": RANKS.astype(int)} for n in (2, 3)),
    ],
    "representatives": [{"lowest": wrong} for wrong in (np.empty(8, np.uint8), bytes(9))],
    "within": [
        *({"left": wrong} for wrong in (-1, 2**32 + 3, 3.5, None)),
        *({"tries": wrong} for wrong in (-1, 2**32 + 1, "one")),
        *({"most": wrong} for wrong in (np.zeros(7, np.uint32), np.zeros(10), None)),
    ],
    "search": [
        *({"jobs": wrong} for wrong in (0, 2**20)),
        *({"report": lambda *arguments: None, "parts": wrong} for wrong in NO_PARTS),
        {"report": 3},
        {"more": 1},
        *(changed(0, wrong) for wrong in (4, -1)),
        *(changed(1, np.array(wrong, np.uint32)) for wrong in ([0], [])),
        changed(1, np.ones(1, np.int8)),
        *(changed(2, wrong) for wrong in (np.zeros((2, 10), np.int64), np.zeros((2, 9), np.int64))),
        *(changed(3, wrong) for wrong in (-1, 2**70, 0.5)),
        *({"beam": wrong} for wrong in (BEAM[:3], "beam")),
        *(
            {"weights": np.array(w)}
            for w in ([1] * 8, [0] * 9, [1 << 47] * 9, [*range(9)], [1.0] * 9)
        ),
    ],
    "prove": [{"most": np.zeros(4, np.uint32)}, {"limit": 22}],  # the least price is 21
}
for _name, _right in VALID.items():
    unsorted = [] if _name in ("cell_sizes", "split") else NOT_RISING
    endless = [] if _name == "choose" else [np.zeros(1001, np.uint32)]
    for _parameter, _values in {
        "secrets": NO_RANKS + unsorted,
        "history": [np.array([9], np.uint32), None, *endless],
        "openings": [np.array([2**31], np.uint32), np.array([3, 1], np.uint32), 5],
        "prices": NO_PRICES,
        "limit": [-1, 2**70, None],
    }.items():
        if _name != "of_table" and (
            _parameter in _right or (_name, _parameter) == ("search", "limit")
        ):
            WRONG[_name] += [{_parameter: value} for value in _values]


@needs_native
@pytest.mark.parametrize(
    ("name", "wrong"), [(name, wrong) for name, cases in WRONG.items() for wrong in cases]
)
def test_invalid_arguments_raise(name, wrong):
    owner, right = native_game(PegRules(2, 3)), VALID[name]
    method = native.Game if name == "__init__" else getattr(owner, name)

    def call(arguments):
        return method(**arguments) if name in KEYWORDS else method(*arguments.values())

    call(right)
    with pytest.raises((TypeError, ValueError, BufferError, OverflowError)):
        call({**right, **wrong})


@needs_native
def test_beam_for_the_secrets_is_taken():
    game = native_game(PegRules(2, 3))
    assert game.search(**SEARCH, beam=BEAM)[0] == game.search(**SEARCH)[0] == 21


@needs_native
def test_other_invalid_calls_raise():
    game = native_game(PegRules(2, 3))
    for call in (
        lambda: native.Game.__new__(native.Game).split(RANKS, 0, RANKS),
        lambda: game.__init__(**GAME),
        lambda: native.use_vectors("mmx"),
        lambda: native.use_vectors(3),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


def public_names(owner):
    return {name for name in dir(owner) if not name.startswith("_")}


def parameter_names(function):
    """Return the names of the positional-only parameters and of the others, without self."""
    arguments = function.args
    names = [[each.arg for each in part] for part in (arguments.posonlyargs, arguments.args)]
    return [[name for name in part if name not in ("self", "cls")] for part in names]


@needs_native
def test_stub_has_all_names():
    assert {*CLASSES, *VARIABLES, *FUNCTIONS} - {"Progress"} == public_names(native)
    assert METHODS.keys() - {"__init__"} == public_names(native.Game)


@needs_native
@pytest.mark.parametrize("name", [*(each for each in METHODS if each not in KEYWORDS), *FUNCTIONS])
def test_stub_has_all_positional_parameters(name):
    """A wrong number of arguments raises an error on their number; the right one does not."""
    owner, functions = (
        (native_game(PegRules(2, 3)), METHODS) if name in METHODS else (native, FUNCTIONS)
    )
    names, keywords = parameter_names(functions[name])
    accepted = []
    for count in range(len(names) + 3):
        try:
            getattr(owner, name)(*[None] * count)
        except TypeError as error:
            if "given" in str(error):
                continue
        accepted.append(count)
    assert (accepted, keywords) == ([len(names)], [])


@needs_native
@pytest.mark.parametrize("name", KEYWORDS)
def test_stub_has_all_keyword_parameters(name):
    """The error for a missing argument gives its name and position."""
    game = native_game(PegRules(2, 3))
    call = native.Game if name == "__init__" else getattr(game, name)
    required, optional = VALID[name], OPTIONAL if name == "search" else {}
    assert parameter_names(METHODS[name]) == [[], [*required, *optional]]
    assert len(METHODS[name].args.defaults) == len(optional)
    call(**required, **optional)
    for position, missing in enumerate(required, 1):
        others = {other: value for other, value in required.items() if other != missing}
        with pytest.raises(TypeError, match=rf"'{missing}' \(pos {position}\)"):
            call(**others, **optional)
    with pytest.raises(TypeError, match="given"):
        call(*required.values(), *optional.values(), None)


@needs_native
def test_stub_has_all_items_of_progress_and_result():
    reports = []
    game = native_game(PegRules(2, 3))
    result = game.search(**{**SEARCH, "report": lambda *given: reports.append(given)})
    declared = [(result, METHODS["search"].returns)]
    declared += [(progress, VARIABLES["Progress"]) for progress, _ in reports]
    assert len(declared) > 1
    for items, annotation in declared:
        kinds = [eval(ast.unparse(kind)) for kind in annotation.slice.elts]
        assert all(map(isinstance, items, kinds)), items
        assert len(items) == len(kinds)
