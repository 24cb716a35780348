"""Rules that are a table of answers: any questions with any answers about any secrets."""

import re
import sys
import unicodedata
from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Literal

from mmtree.arguments import shortened
from mmtree.errors import CodeError, RulesError
from mmtree.game.answers import BYTE_ANSWERS, MAX_ANSWERS, Answers
from mmtree.game.names import check_name, find, look, places_by_look
from mmtree.game.rules import Rules

MAX_CELLS = 16_000_000
"""The most cells of a table."""

MAX_NAME = 200
"""The most characters of a cell or name."""

EMPTY = "—"
"""The text of an empty cell."""

WRONG, RIGHT = "no", "right"
"""The answers to naming a secret."""

End = Literal["identified", "guessed"]
Names = Sequence[str]


@dataclass(frozen=True)
class TableAnswers(Answers):
    """Texts in the cells of a table.

    A code is prepared as its answers to all secrets, and the place of the secret that it names.
    """

    rules: "TableRules" = field(kw_only=True)
    name = "table"
    example = "the text of a cell of the table, or its beginning"

    @property
    def values(self) -> Sequence[int]:
        """The places of the texts."""
        return range(len(self.rules.texts))

    def prepare(self, digits: tuple[int, ...]) -> tuple[Sequence[int], int]:
        """Return the answers of a code to all secrets, and its place among the secrets."""
        return self.rules.row(digits[0]), digits[0] - len(self.rules.questions)

    @staticmethod
    def answer(guess: tuple[Sequence[int], int], secret: tuple[Sequence[int], int]) -> int:
        """Look an answer up."""
        return guess[0][secret[1]]

    def format(self, value: int) -> str:
        """Return the text of an answer."""
        return self.rules.texts[value]

    def parse(self, text: str) -> int | None:
        """Find a text or the beginning of one."""
        return find(text, places_by_look(self.rules.texts, ""), beginning=True)


@dataclass(frozen=True)
class TableRules(Rules):
    """Rules given as a table: a row for each question, a column for each secret.

    A code has one peg; its colours are the questions, then the secrets: to guess one of these is
    to name it. Where a question has the name of a secret, it is the guess of that secret.

    Attributes:
        name: the text of the rules, from the name of the table's file.
        questions: the names of the rows.
        secret_names: the names of the columns.
        texts: the text of each answer: those of the cells, sorted; then, if secrets are guessed,
            that to a wrong name; last that to the right one.
        cells: the answers of the cells, row by row, as places in `texts`: a byte each, or two with
            the lower first where there are more than 255 texts.
        end: "identified" where the game ends when one secret is left, "guessed" where it is to be
            named.
        asked: the places of the secrets whose guess has a row of cells, after those of the
            questions; the secret itself answers it with the last text. The guesses of the others
            are only right or wrong.
        weights: how likely each secret is, as of :class:`Rules`.

    Raises:
        RulesError: the table is too small or too large, or does not distinguish all secrets.
    """

    name: str
    questions: tuple[str, ...]
    secret_names: tuple[str, ...]
    texts: tuple[str, ...]
    cells: bytes
    end: End
    asked: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    pegs: int = field(default=1, init=False)
    colors: int = field(init=False)
    identified: bool = field(init=False)
    answers: str = field(default="table", init=False)
    consistent: bool = field(default=False, init=False)
    uses_names: ClassVar[bool] = True

    def __hash__(self) -> int:
        return hash((self.name, len(self.questions), self.secret_names[:2], self.end))

    def __post_init__(self) -> None:
        object.__setattr__(self, "colors", len(self.questions) + len(self.secret_names))
        object.__setattr__(self, "identified", self.end == "identified")
        check_name(self.name)
        self._check_weights()
        self._places  # noqa: B018 - raises an error if two names look the same
        if len(self.secret_names) < 2 or (self.only_asks and not self.questions):
            raise RulesError(f"{self.name}: a table needs two items and a question at least")
        if self.only_asks:
            seen: dict[bytes, str] = {}
            for place, secret in enumerate(self.secret_names):
                column = bytes(self._numbers[place :: len(self.secret_names)])
                if (same := seen.setdefault(column, secret)) != secret:
                    raise RulesError(
                        f"{self.name}: no question distinguishes {same!a:.60} from {secret!a:.60}"
                    )

    def __str__(self) -> str:
        return self.name + "-weighted" * bool(self.weights and "weighted" not in self.name)

    def to_map(self) -> dict[str, Any]:
        """Return the values that define the rules."""
        return (
            {
                "kind": "table",
                "name": self.name,
                "end": self.end,
                "questions": list(self.questions),
                "secrets": list(self.secret_names),
                "answers": list(self.texts),
                "cells": self.cells,
            }
            | ({"asked": list(self.asked)} if self.asked else {})
            | self._end_map()
        )

    def _make_kind(self) -> Answers:
        return TableAnswers(1, self.colors, rules=self)

    @property
    def secrets(self) -> int:
        """Number of secrets."""
        return len(self.secret_names)

    @property
    def guesses(self) -> int:
        """Number of questions and secrets."""
        return self.colors

    @property
    def only_asks(self) -> bool:
        """Whether no secret is guessed."""
        return self.identified and not self.asked

    def codes(self) -> Iterator[int]:
        """Yield the questions, then the secrets."""
        return iter(range(self.colors))

    def is_secret(self, code: int) -> bool:
        """Return whether a code names a secret."""
        return len(self.questions) <= code < self.colors

    @cached_property
    def _numbers(self) -> "bytes | array[int]":
        """The cells as numbers, one each."""
        return unpack_cells(self.cells, len(self.texts))

    def row(self, code: int) -> "bytes | array[int]":
        """Return the answers of a code to all secrets, as places in the texts."""
        if code in self._rows:
            at = self._rows[code] * self.secrets
            return self._numbers[at : at + self.secrets]
        row = array(self.typecode, [len(self.texts) - 2]) * self.secrets
        row[code - len(self.questions)] = len(self.texts) - 1
        return row

    @cached_property
    def _rows(self) -> dict[int, int]:
        """The row in the cells of each code that has one."""
        count = len(self.questions)
        rows = {code: code for code in range(count)}
        return rows | {count + place: row for row, place in enumerate(self.asked, count)}

    def symbol(self, color: int) -> str:
        """Return the name of a question or secret."""
        questions = len(self.questions)
        return self.questions[color] if color < questions else self.secret_names[color - questions]

    @cached_property
    def _places(self) -> dict[str, int]:
        return places_by_look((*self.questions, *self.secret_names), f"{self.name}: the name")

    @cached_property
    def _members(self) -> dict[str, int]:
        """The codes of the secrets that are one because no question separates them."""
        groups = enumerate(self.secret_names, len(self.questions))
        return {look(name): code for code, group in groups for name in re.split(", | or ", group)}

    def for_player(self, guesses: Collection[int]) -> "tuple[TableRules, dict[int, int]]":
        """Return the table without weights and the questions that are not among the guesses."""
        asked = sorted({code for code in guesses if code < len(self.questions)})
        listed = [*asked, *self.secret_codes()]
        named = [place + len(self.questions) for place in self.asked]
        width = self.secrets * (1 + self.wide)
        starts = [width * self._rows[code] for code in (*asked, *named)]
        rules = replace(
            self,
            questions=tuple(map(self.symbol, asked)),
            cells=b"".join(self.cells[start : start + width] for start in starts),
            weights=(),
        )
        return rules, {code: place for place, code in enumerate(listed)}

    def named(self, text: str) -> int | None:
        """Return the code of the name of a question or secret.

        Raises:
            CodeError: there is none of that name.
        """
        code = find(text, self._places)
        if code is None:
            code = find(text, self._members)
        if code is None:
            raise CodeError(f"{text.strip()!r:.60} is not a question or secret of {self}")
        return code


def endings(end: End, asked: int, secrets: int) -> list[str]:
    """Return the answers to naming a secret, given how many of them are asked by questions."""
    only_right = asked == secrets or (end == "identified" and not asked)
    return [RIGHT] if only_right else [WRONG, RIGHT]


def table_of_cells(
    questions: Names,
    secrets: Names,
    given: Names,
    numbers: "bytes | array[int]",
    end: End,
    name: str,
    asked: Sequence[int] = (),
) -> TableRules:
    """Make rules from cells that are places in the texts given, as files have them.

    Raises:
        RulesError: as :func:`mmtree.game.make_table.table_rules`; or the numbers are no such
            places, or the texts not rising.
    """
    if end not in ("identified", "guessed"):
        raise RulesError(f"end {shortened(end)}: use identified or guessed")
    rows, width = len(questions) + len(asked), len(secrets)
    if rows * width > MAX_CELLS:
        raise RulesError(f"{rows} by {width} cells: at most {MAX_CELLS} are supported")
    if [*asked] != sorted({*asked} & {*range(width)}) or any(type(at) is bool for at in asked):
        raise RulesError("the questions that name secrets are not one for each, in their order")
    ends = endings(end, len(asked), width)
    right = len(given) + len(ends) - 1
    own = {(len(questions) + row) * width + place for row, place in enumerate(asked)}
    if (
        len(numbers) != rows * width
        or sorted({*numbers} - {right}) != [*range(len(given))]
        or numbers.count(right) != len(own)
        or any(numbers[at] != right for at in own)
    ):
        raise RulesError("the cells are not one place in the answers for each question and secret")
    if [*given] != sorted(set(given)):
        raise RulesError("the answers are not in ascending order, each once")
    for text in chain(questions, secrets, given):
        if text != tidy(text):
            raise RulesError(f"{text!a:.60} has letters not composed, or blanks but single ones")
    # The texts of naming must differ from those of the cells, and not only in case.
    taken = {look(text).casefold() for text in given}
    while clash := taken.intersection(ends):
        ends = [f"{text} (named)" if text in clash else text for text in ends]
    texts = (*given, *ends)
    if len(texts) > MAX_ANSWERS:
        raise RulesError(f"{len(given)} different answers: at most {MAX_ANSWERS - 2} are supported")
    places_by_look(texts, f"{name}: the answer")
    packed = _low_first(array("H" if len(texts) > BYTE_ANSWERS else "B", numbers)).tobytes()
    return TableRules(name, tuple(questions), tuple(secrets), texts, packed, end, tuple(asked))


def unpack_cells(cells: bytes, answers: int) -> "bytes | array[int]":
    """Return the cells of a table of so many answers as numbers, one each.

    Raises:
        ValueError: the last number has one byte of two.
    """
    return _low_first(array("H", cells)) if answers > BYTE_ANSWERS else cells


def _low_first(numbers: "array[int]") -> "array[int]":
    """Swap bytes on machines that store the higher one first."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def tidy(given: str) -> str:
    """Return the text of a cell or name, with single blanks and composed letters, checked."""
    text = " ".join(unicodedata.normalize("NFC", given).split())
    right_to_left = any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)
    if not text or len(text) > MAX_NAME or not text.isprintable() or right_to_left:
        raise RulesError(
            f"{given!a:.60} is not a text of 1 to {MAX_NAME} printable characters, written from "
            "left to right"
        )
    return text
