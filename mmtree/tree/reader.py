"""Reads the bytes of a tree file and checks everything except the replay of every secret."""

from array import array
from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

import msgpack

from mmtree.arguments import shortened
from mmtree.counts import format_count
from mmtree.errors import RulesError, TreeError, TreeFileError
from mmtree.files import unpack
from mmtree.game.read_rules import from_map
from mmtree.game.rules import Rules
from mmtree.tree.provenance import CLUSTER, Figures, Proof, Strategy, check_words
from mmtree.tree.replay import check_size
from mmtree.tree.tree import StrategyTree

VERSIONS = (1, 2)
"""Version 2 has rules of other kinds than pegs with the same secrets and guesses."""
MAX_GUESSES = 1000
"""No tree of the format needs more guesses; it bounds the nesting and the histogram."""
MAX_BYTES = 1 << 26
MAX_NODES = 1 << 23
"""The most nodes of a tree; those that mmtree builds have fewer."""
_MAX_VALUE = 1 << 16
"""The most bytes of a value of the map other than the tree and the rules."""
_MAX_RULES = 1 << 25
_MAX_NAMES = 3_000_000
"""The most questions or secrets of a table; more make no tree."""
_LISTS = 6
"""The most lists and maps in a value: those of a table."""

_KEYS = ("format", "version", "rules", "strategy", "proof", "claim", "tree")

_ARRAYS = frozenset((*range(0x90, 0xA0), 0xDC, 0xDD))
_INTEGERS = frozenset((*range(0x80), *range(0xCC, 0xD4)))
"""First bytes of a msgpack array and of a msgpack integer that can be 0 or more."""


class Head(NamedTuple):
    """A tree file without its nodes; the attributes are those of StrategyTree, not verified."""

    rules: Rules
    strategy: Strategy
    proof: Proof | None
    claim: Figures
    certified: bool = False
    """Whether it is a ready-made tree whose certificate the tests check."""

    @property
    def proved_text(self) -> str:
        """The objective for which the tree is proved optimal, or ``-``."""
        objective = self.proved_objective
        return f"{objective}{'' if self.certified else ', says the file'}" if objective else "-"

    @property
    def proved_objective(self) -> str | None:
        """The objective for which the tree is proved optimal, or None."""
        return self.proof.objective if self.proof and self.proof.optimal else None


class Reader:
    """Reads the bytes of one file in order, and trusts no announced size."""

    def __init__(self, data: bytes, path: str) -> None:
        self.data = data
        self.path = path
        self.unpacker = msgpack.Unpacker(max_buffer_size=MAX_BYTES)
        self.unpacker.feed(data)

    def fail(self, reason: str) -> TreeFileError:
        """Return the error to raise."""
        return TreeFileError(self.path, reason)

    def next(self, read: Callable[[], Any]) -> Any:
        """Call a method of the unpacker; raise a TreeFileError if it fails."""
        try:
            return read()
        except msgpack.OutOfData:
            raise self.fail("truncated") from None
        except (msgpack.UnpackException, ValueError, TypeError, OverflowError, RecursionError):
            raise self.fail("not a msgpack tree file") from None

    def tree(self) -> StrategyTree:
        """Read the tree, and check everything except the replay of its secrets.

        Raises:
            TreeFileError: the bytes are not a tree file of this version.
        """
        head, (start, end) = self.head()
        rules = head.rules
        # A node takes a byte for its code, and except for the opening another for its feedback.
        if end - start < 2 * rules.secrets - 1:
            raise self.fail(f"too short for the {rules.secrets} secrets of {rules}")
        guess, feedback, extent, depth = Reader(self.data[start:end], self.path).nodes(rules)
        if depth > min(rules.secrets, MAX_GUESSES):
            raise self.fail(f"{depth} guesses in a row: deeper than any tree of {rules}")
        try:
            check_size(len(guess), rules)
        except TreeError as error:
            raise self.fail(str(error)) from None
        return StrategyTree(rules, head.strategy, guess, feedback, extent, head.proof, head.claim)

    def head(self) -> tuple[Head, tuple[int, int]]:
        """Read everything but the nodes; return it, and where the bytes of the nodes begin and end.

        Raises:
            TreeFileError: the bytes are not a tree file of this version.
        """
        if not self.data:
            raise self.fail("the file is empty, not a tree file")
        parts: dict[str, Any] = {}
        for _ in range(self.next(self.unpacker.read_map_header)):
            key = self.value()
            if key not in _KEYS or key in parts:
                raise self.fail(f"key {shortened(key)} is unknown or occurs twice")
            if key == "rules":
                parts[key] = self.value(_MAX_RULES, _MAX_NAMES)
            else:
                parts[key] = self.skip() if key == "tree" else self.value()
            if key == "format" and parts[key] != "mmtree":
                raise self.fail(f"format {shortened(parts[key])} is not 'mmtree'")
            if key == "version" and not (type(parts[key]) is int and parts[key] in VERSIONS):
                raise self.fail(f"version {shortened(parts[key])} is not 1 or 2: update mmtree")
        if self.unpacker.tell() != len(self.data):
            raise self.fail("more bytes follow the tree")
        _, version, rules, strategy, proof, claim, nodes = self.values(parts, "file", _KEYS)
        rules = self.rules(rules, version)
        strategy = self.strategy(strategy, rules)
        return Head(rules, strategy, self.proof(proof), self.claim(claim, rules)), nodes

    def value(self, most: int = _MAX_VALUE, longest: int = MAX_GUESSES) -> Any:
        """Read the next value, unless its bytes or one of its lists are more than allowed."""
        start, end = self.skip()
        if end - start > most:
            raise self.fail(f"a value has {end - start} bytes, at most {most} are allowed")
        data = self.data[start:end]
        return self.next(lambda: unpack(data, _LISTS, max_array_len=longest, max_map_len=100))

    def skip(self) -> tuple[int, int]:
        """Skip the next value; return where it begins and ends."""
        start = self.unpacker.tell()
        self.next(self.unpacker.skip)
        return start, self.unpacker.tell()

    def nodes(self, rules: Rules) -> "tuple[array[int], array[int], array[int], int]":
        """Read guesses, feedbacks and extents in preorder, and count the most guesses in a row."""
        most = min(MAX_NODES, 2 * rules.secrets)
        guess, feedback, extent = array("Q"), array(rules.typecode), array("I")
        answers = 1 << 8 * feedback.itemsize
        unfinished: list[list[int]] = []  # node index and number of branches to read
        deepest, answer = 0, 0
        while True:
            index = len(guess)
            branches = 0
            if self.peek() in _ARRAYS:
                items = self.next(self.unpacker.read_array_header)
                branches = items // 2
                if items < 3 or items % 2 == 0 or items >= 2 * answers:
                    raise self.fail(
                        f"a node of {format_count(items, 'item')}: it must have a code, then "
                        "feedbacks and nodes"
                    )
            if index == most:
                raise self.fail(f"more than {most} nodes")
            guess.append(self.integer("code", 1 << 63))
            feedback.append(answer)
            extent.append(1)
            unfinished.append([index, branches])
            deepest = max(deepest, len(unfinished))
            if deepest > MAX_GUESSES:
                raise self.fail(f"more than {MAX_GUESSES} guesses in a row")
            while unfinished and not unfinished[-1][1]:
                closed = unfinished.pop()[0]
                extent[closed] = len(guess) - closed
            if not unfinished:
                return guess, feedback, extent, deepest
            unfinished[-1][1] -= 1
            answer = self.integer("feedback", answers)

    def peek(self) -> int:
        """Return the next byte."""
        at = int(self.unpacker.tell())
        if at >= len(self.data):
            raise self.fail("truncated")
        return self.data[at]

    def integer(self, what: str, limit: int) -> int:
        """Read a whole number that is at least 0 and below the limit."""
        value = self.next(self.unpacker.unpack) if self.peek() in _INTEGERS else None
        if type(value) is not int or not 0 <= value < limit:
            raise self.fail(f"a {what} is not a number from 0 to {limit - 1}")
        return value

    def values(self, value: Any, what: str, keys: tuple[str, ...]) -> list[Any]:
        """Return the values of a map, which must have exactly these keys."""
        if not isinstance(value, dict) or set(value) != set(keys):
            raise self.fail(f"{what} is not a map of {', '.join(keys)}")
        return [value[key] for key in keys]

    def rules(self, value: Any, version: int) -> Rules:
        """Convert a value to rules, whose kind must be that of the version."""
        try:
            rules = from_map(value)
        except RulesError as error:
            raise self.fail(str(error)) from None
        if ("kind" in value) != (version == 2):
            raise self.fail(f"rules {rules} do not belong to version {version}")
        return rules

    def strategy(self, value: Any, rules: Rules) -> Strategy:
        """Convert a value to a strategy with options, whose opening is a code of the rules."""
        name, options = self.values(value, "strategy", ("name", "options"))
        if not (type(name) is str and isinstance(options, dict)):
            raise self.fail("strategy is not a name with a map of options")
        for key, option in options.items():
            if not (type(key) is str and type(option) in (int, str, bool)):
                raise self.fail("an option of the strategy is not text, a number or a truth value")
        strategy = Strategy(name, options)
        try:
            check_words(strategy)
            if "opening" in options:
                rules.digits(options["opening"] if type(options["opening"]) is int else -1)
        except TreeError as error:
            raise self.fail(str(error)) from None
        except RulesError:
            raise self.fail("the strategy's opening is not a code of the rules") from None
        return strategy

    def proof(self, value: Any) -> Proof | None:
        """Convert a value to an objective with its bounds, or None."""
        if value is None:
            return None
        by = None
        if isinstance(value, dict) and "searched_by" in value:
            value = dict(value)
            if (by := value.pop("searched_by")) != CLUSTER:
                raise self.fail(f"searched_by of the proof is {shortened(by)}, not {CLUSTER!r}")
        keys = ("objective", "lower_bound", "upper_bound")
        objective, lower, upper = self.values(value, "proof", keys)
        types = [type(part) for part in (objective, lower, upper)]
        if types != [str, int, int] or not objective.isprintable():
            raise self.fail("proof is not an objective with two whole numbers")
        if not 1 <= lower <= upper:
            raise self.fail(
                f"proof has bounds {lower} and {upper}: the lower one must be first and at least 1"
            )
        return Proof(objective, lower, upper, by)

    def claim(self, value: Any, rules: Rules) -> Figures:
        """Convert a value to figures, without comparing them with the tree."""
        lists = ("histogram", "weighted") if rules.weights else ("histogram",)
        numbers = self.values(value, "claim", ("secrets", "total", "max", *lists))
        rows = numbers[3:]
        if not all(isinstance(row, list) for row in rows) or not all(
            type(number) is int and number >= 0 for number in chain(numbers[:3], *rows)
        ):
            raise self.fail("claim is not made of whole numbers")
        secrets, total, most = numbers[:3]
        return Figures(secrets, total, most, *map(tuple, rows))
