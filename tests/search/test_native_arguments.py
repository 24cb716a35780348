"""Invalid arguments to the native kernel raise, and never crash."""

import subprocess
import sys

import numpy as np
import pytest

from mmtree import Rules
from mmtree.search.kernel import native
from mmtree.search.partition import native_game

from support.environment import needs_native

# Right arguments, of which each test takes one away.
GAME = {
    "digits": np.array([[0, 0, 1, 1], [0, 1, 0, 1]], np.uint8),
    "pegs": 2,
    "colors": 2,
    "distinct": False,
    "whites": True,
    "feedbacks": bytes([0, 2, 10, 20]),
}
SEARCH = {
    "secrets": np.arange(9, dtype=np.uint32),
    "history": np.zeros(0, np.uint32),
    "openings": None,
    "prices": np.arange(1, 12),
    "slack": 0,
    "jobs": 1,
    "report": None,
    "parts": None,
}


@needs_native
@pytest.mark.parametrize(
    "wrong",
    [
        {"digits": np.zeros(8)},
        {"digits": np.zeros((2, 4), np.int8)},
        {"digits": np.zeros((2, 8), np.uint8)[:, ::2]},
        {"digits": np.zeros(7, np.uint8)},
        {"digits": np.zeros(0, np.uint8)},
        {"digits": np.full((2, 4), 2, np.uint8)},
        {"digits": np.array([[0, 0, 1], [0, 1, 0]], np.uint8)},
        {"digits": np.array([[0, 0, 1, 2], [0, 1, 0, 0]], np.uint8)},
        {"digits": np.array([[0, 0, 1, 1], [0, 1, 1, 0]], np.uint8)},
        {"digits": np.array([[0, 0, 1, 1], [0, 1, 1, 1]], np.uint8)},
        {"distinct": True},
        {"whites": False},
        {"digits": None},
        {"digits": [[0, 0]]},
        {"pegs": 0},
        {"pegs": 10},
        {"pegs": 2**40},
        {"colors": 37},
        {"colors": "two"},
        {"feedbacks": b""},
        {"feedbacks": bytes([0, 20])},
        {"feedbacks": bytes([0, 2, 10, 11, 20])},
        {"feedbacks": bytes([2, 0, 10, 20])},
        {"feedbacks": bytes([0, 30])},
        {"feedbacks": bytes([20, 20])},
        {"feedbacks": bytes(range(100))},
        {"feedbacks": bytes(range(56)) + bytes([20])},
        {"feedbacks": bytes([0, 200, 20])},
        {"feedbacks": None},
        {"more": 1},
    ],
)
def test_invalid_codes_raise(wrong):
    with pytest.raises((TypeError, ValueError, BufferError, OverflowError)):
        native.Game(**{**GAME, **wrong})


@needs_native
def test_native_game_computes_feedbacks_of_any_rules():
    """The Game computes the feedbacks that the rules list."""
    native.Game(**GAME)
    for pegs in range(1, 10):
        for colors in range(2, 37):
            for distinct in (False, True)[: 2 if pegs <= colors else 1]:
                for whites in (False, True):
                    rules = Rules(pegs, colors, distinct, whites)
                    if rules.secrets <= 5000:
                        native_game(rules)


@pytest.mark.slow(after=1)
@needs_native
@pytest.mark.parametrize(
    ("feedbacks", "prices"),
    [
        ([3, 4, 30, 40], [4, 8, 12, 15, 22, 25]),
        ([0, 4, 12, 30, 40], [7, 10, 13, 22, 24, 27, 33, 41]),
    ],
)
def test_feedbacks_of_other_rules_raise(feedbacks, prices):
    """These searches went on for ever and heard no Ctrl-C, so they run where they can be ended."""
    code = f"""
import numpy as np
from mmtree.game.table import CodeTable
from mmtree.search.kernel import native
from mmtree import Rules

digits = np.ascontiguousarray(CodeTable(Rules(4, 4)).digits)
nothing, secrets = np.zeros(0, np.uint32), np.arange(256, dtype=np.uint32)
game = native.Game(digits, 4, 4, False, True, bytes({feedbacks}))
game.search(secrets, nothing, None, np.array({prices}), 2**40, 1, None, None)
"""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stderr.splitlines()[-1] == (
        "ValueError: feedbacks must be those of the rules, as in Rules.feedbacks"
    )


@needs_native
@pytest.mark.parametrize(
    "wrong",
    [
        {"secrets": np.arange(9)},
        {"secrets": np.arange(9, dtype=np.float32)},
        {"secrets": np.zeros(0, np.uint32)},
        {"secrets": np.array([0, 9], np.uint32)},
        {"secrets": np.array([1, 0], np.uint32)},
        {"secrets": np.array([1, 1], np.uint32)},
        {"secrets": np.arange(18, dtype=np.uint32)[::2]},
        {"secrets": None},
        {"secrets": [0, 1]},
        {"history": np.array([9], np.uint32)},
        {"history": np.zeros(1001, np.uint32)},
        {"history": None},
        {"openings": np.array([2**31], np.uint32)},
        {"openings": np.array([3, 1], np.uint32)},
        {"openings": 5},
        {"prices": np.arange(1.0, 12.0)},
        {"prices": np.array([1, 1])},
        {"prices": np.array([2, 1])},
        {"prices": np.array([-1, 1])},
        {"prices": np.array([1, 2**60])},
        {"prices": None},
        {"slack": -1},
        {"slack": 2**70},
        {"limit": -1},
        {"limit": 2**70},
        {"limit": None},
        {"jobs": 0},
        {"jobs": 2**20},
        *(
            {"report": lambda *arguments: None, "parts": parts}
            for parts in (
                3,
                (),
                (b"",),
                (b"", b"", b""),
                [b"", b""],
                (b"", "text"),
                (bytearray(), b""),
                (b"abc", b""),
                (b"", b"abc"),
                (b"", bytes(4)),  # a plan of no part
                (bytes(22 * 2 + 21), b""),
                (bytes(18) + b"\1\0\0\0", b""),  # a part whose plan is not there
                (bytes(18) + b"\xff" * 4, bytes(4)),
                (bytes(18) + b"\1\0\0\0", b"\xff" * 4),  # a guess out of range
                (bytes(10) + b"\xff" * 8 + bytes(4), b""),  # a negative price
                (bytes(10) + b"\xff" * 7 + bytes(5), b""),  # a price above all
            )
        ),
        {"report": 3},
        {"more": 1},
    ],
)
def test_invalid_searches_raise(wrong):
    game = native_game(Rules(2, 3))
    with pytest.raises((TypeError, ValueError, BufferError, OverflowError)):
        game.search(**{**SEARCH, **wrong})


@needs_native
def test_invalid_calls_raise():
    game = native_game(Rules(2, 3))
    ranks, longs = np.arange(9, dtype=np.uint32), np.arange(9)
    few = np.empty((5, 8), np.int32)
    for call in (
        lambda: game.cell_sizes(ranks, ranks, few),
        lambda: game.cell_sizes(ranks, ranks + 1, np.empty((5, 9), np.int32)),
        lambda: game.cell_sizes(ranks, ranks, np.empty((5, 9))),
        lambda: game.cell_sizes(ranks, ranks, bytes(180)),
        lambda: game.cell_sizes(ranks),
        lambda: game.split(ranks, 9, np.empty(9, np.uint32)),
        lambda: game.split(ranks, -1, np.empty(9, np.uint32)),
        lambda: game.split(ranks, 2**64 + 5, np.empty(9, np.uint32)),
        lambda: game.split(ranks, 0, np.empty(8, np.uint32)),
        lambda: game.split(ranks + 1, 0, np.empty(9, np.uint32)),
        lambda: game.split(longs, 0, np.empty(9, np.uint32)),
        lambda: game.split(ranks, 0),
        lambda: game.canonical_form(longs),
        lambda: game.canonical_form(ranks[:0]),
        lambda: game.canonical_form(ranks[::-1]),
        lambda: game.canonical_form(ranks + 1),
        lambda: game.canonical_form(),
        lambda: game.choose(ranks, ranks[:0], native.WEIGHTS),
        lambda: game.choose(ranks[:0], ranks[:0], native.MOST_CELLS, None),
        lambda: game.choose(ranks, ranks[:0], 7, None),
        lambda: game.choose(ranks, ranks[:0], native.WEIGHTS, None),
        lambda: game.choose(ranks, ranks[:0], native.WEIGHTS, longs),
        lambda: game.choose(ranks, ranks[:0], native.MOST_CELLS, longs),
        lambda: native.Game.__new__(native.Game).split(ranks, 0, ranks),
        lambda: game.__init__(**GAME),
        lambda: native.use_vectors("mmx"),
        lambda: native.use_vectors(3),
    ):
        with pytest.raises((TypeError, ValueError, BufferError, OverflowError)):
            call()
