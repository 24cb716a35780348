"""The kinds of answers to a guess: what the codemaker says, as a number that fits a byte.

A kind is one row of :data:`KINDS`. Everything that differs between kinds is in its row; the rest of
mmtree asks :class:`mmtree.game.rules.Rules`, which asks the row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mmtree.errors import RulesError
from mmtree.game.texts import find, places_by_look

if TYPE_CHECKING:
    from mmtree.game.answer_table import TableRules
    from mmtree.game.rules import Rules

MAX_ANSWERS = 255
"""The most different answers that a game can have, that to the right guess included: the native
kernel and checkpoints mark a missing one by 255."""

Prepared = Any
"""A code in the form that the function `answer` of its kind takes."""


@dataclass(frozen=True)
class Kind:
    """A kind of answers.

    Attributes:
        values: the numbers of all answers that can occur, rising; the last one says that the guess
            is right, and only the secret itself gets it.
        answer: the answer to a guess at a secret, both as :attr:`prepare` returns them.
        format: the text of an answer.
        parse: the answer of a text; None where the text is no answer.
        example: how answers are written, for messages.
        prepare: converts the colours of a code for `answer`; at first, they stay as they are.
        unlikeliness: how unlikely it is that a person confuses two answers, from 0 on.
        renaming: "together" where all colours can be renamed without changing an answer,
            "separately" where those of each peg can, "never" where none can.
        permuting: "always" where pegs can be permuted without changing an answer, "opening" where
            that permutes the answers too, so that only first guesses are equivalent.
        look: how answers are drawn: black and white pegs, a mark for each place, or their text.
    """

    values: Callable[[Any], Sequence[int]]
    answer: Callable[[Prepared, Prepared], int]
    format: Callable[[int, Any], str]
    parse: Callable[[str, Any], int | None]
    example: str
    prepare: Callable[[tuple[int, ...], Any], Prepared] = lambda digits, rules: digits
    unlikeliness: Callable[[int, int], int] = lambda given, instead: 0
    renaming: Literal["together", "separately", "never"] = "never"
    permuting: Literal["always", "opening", "never"] = "never"
    look: Literal["pegs", "marks", "text"] = "text"


Pegs = tuple[int, int]
"""A code as two sets of bits: for colour and position of each peg, and for its colour and number
among pegs of that colour. Common bits are black pegs, and pegs of either kind."""


def _pegs(digits: tuple[int, ...], rules: Rules) -> Pegs:
    placed = counted = 0
    position, colors, length = 1, rules.colors, rules.pegs
    for color in digits:
        placed |= position << color
        position <<= colors
        peg = 1 << color * length
        while counted & peg:
            peg <<= 1
        counted |= peg
    return placed, counted


def _black_and_white(guess: Pegs, secret: Pegs) -> int:
    return 9 * (guess[0] & secret[0]).bit_count() + (guess[1] & secret[1]).bit_count()


def _black(guess: Pegs, secret: Pegs) -> int:
    return 10 * (guess[0] & secret[0]).bit_count()


def _peg_values(rules: Rules) -> tuple[int, ...]:
    """Return every feedback 10·black + white that the rules allow.

    Black plus white is at most ``pegs``, and one white with ``pegs`` − 1 black is impossible.
    Distinct codes of few colours have at least ``2·pegs − colors`` colours in common. With two
    colours, one peg too few of one is one too many of the other, so white pegs come in pairs.
    """
    least = max(0, 2 * rules.pegs - rules.colors) if rules.distinct else 0
    return tuple(
        10 * black + white
        for black in range(rules.pegs + 1)
        for white in range(rules.pegs - black + 1)
        if black + white >= least
        and (black, white) != (rules.pegs - 1, 1)
        and not (rules.colors == 2 and white % 2)
    )


def _black_values(rules: Rules) -> tuple[int, ...]:
    # With pegs = colors, two codes of distinct colours cannot differ in a single peg.
    last_but_one = rules.pegs - 1 if rules.distinct and rules.colors == rules.pegs else -1
    return tuple(10 * black for black in range(rules.pegs + 1) if black != last_but_one)


def _unlikely_pegs(given: int, instead: int) -> int:
    """Return how unlikely it is that a person confuses two feedbacks.

    0: one black peg was taken for a white one, or the reverse. 1: one of the two numbers is off by
    one. 2: black and white were exchanged. Any other: 3 and the sum of both differences.
    """
    (black, white), (other_black, other_white) = divmod(given, 10), divmod(instead, 10)
    off = abs(black - other_black), abs(white - other_white)
    if off == (1, 1) and black + white == other_black + other_white:
        return 0
    if sum(off) == 1:
        return 1
    if (other_black, other_white) == (white, black):
        return 2
    return 3 + sum(off)


_WRITTEN = re.compile(r"(?:([0-9])\s*b(?:lack)?)?[\s,+]*(?:([0-9])\s*w(?:hite)?)?")


def _parse_pegs(text: str, rules: Rules) -> int | None:
    compact = re.sub(r"[\s,+]+", "", text.lower())
    worded = _WRITTEN.fullmatch(text.lower())
    if compact in ("-", "0", "none"):
        return 0
    if re.fullmatch(r"[0-9]{2}", compact):
        return int(compact)
    if re.fullmatch(r"[0-9]", compact) and not rules.whites:
        return 10 * int(compact)
    if compact and set(compact) <= {"b", "w"}:
        black, white = compact.count("b"), compact.count("w")
    elif text and worded:
        black, white = int(worded[1] or 0), int(worded[2] or 0)
    else:
        return None
    return 10 * black + white if white <= 9 else None


def _format_pegs(value: int, rules: Rules | None = None) -> str:
    return f"{value // 10}b{value % 10}w"


# The answer for each place, as digits of base 3 (nowhere, elsewhere, right) or 2 (wrong, right).
_MARKS = "-~+"
_READ = str.maketrans("xyg._*⬛⬜🟨🟩012", "-~+--+--~+-~+")


def _places(guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
    """Mark each peg of the guess, as games of words do.

    A colour of the guess that occurs too often is marked only as often as the secret has it: first
    the pegs in the right place, then the others from the first on.
    """
    left = [theirs for mine, theirs in zip(guess, secret, strict=True) if mine != theirs]
    marks = 0
    for mine, theirs in zip(guess, secret, strict=True):
        marks *= 3
        if mine == theirs:
            marks += 2
        elif mine in left:
            left.remove(mine)
            marks += 1
    return marks


def _right_places(guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
    marks = 0
    for mine, theirs in zip(guess, secret, strict=True):
        marks = 2 * marks + (mine == theirs)
    return marks


def _place_values(rules: Rules) -> tuple[int, ...]:
    """Return all marks but those of which all places are right but one, which is elsewhere."""
    right = 3**rules.pegs - 1
    impossible = {right - 3**place for place in range(rules.pegs)}
    return tuple(value for value in range(right + 1) if value not in impossible)


def _marks(value: int, rules: Rules, base: int) -> str:
    marks = "-+" if base == 2 else _MARKS
    return "".join(marks[value // base**place % base] for place in reversed(range(rules.pegs)))


def _parse_marks(text: str, rules: Rules, base: int) -> int | None:
    marks = re.sub(r"[\s,]+", "", text.lower()).translate(_READ)
    if base == 2:
        marks = marks.replace("~", "+")  # 1 is right here
    if len(marks) != rules.pegs or not set(marks) <= set(_MARKS):
        return None
    value = 0
    for mark in marks:
        value = value * base + (base - 1 if mark == "+" else _MARKS.index(mark))
    return value


def _different_marks(given: int, instead: int, base: int) -> int:
    """Return the number of places that are marked differently."""
    different = 0
    while given or instead:
        different += given % base != instead % base
        given, instead = given // base, instead // base
    return different


def _table_row(digits: tuple[int, ...], rules: TableRules) -> tuple[bytes, int]:
    """Return the answers of a guess to all secrets, and the place of the secret that it names."""
    return rules.row(digits[0]), digits[0] - len(rules.questions)


KINDS: dict[str, Kind] = {
    "pegs": Kind(
        values=_peg_values,
        answer=_black_and_white,
        format=_format_pegs,
        parse=_parse_pegs,
        example="black then white pegs, as 21, 2 1, bbw or 2b1w (0 for none)",
        prepare=_pegs,
        unlikeliness=_unlikely_pegs,
        renaming="together",
        permuting="always",
        look="pegs",
    ),
    "black": Kind(
        values=_black_values,
        answer=_black,
        format=_format_pegs,
        parse=_parse_pegs,
        example="the number of black pegs",
        prepare=_pegs,
        unlikeliness=_unlikely_pegs,
        renaming="separately",
        permuting="always",
        look="pegs",
    ),
    "places": Kind(
        values=_place_values,
        answer=_places,
        format=lambda value, rules: _marks(value, rules, 3),
        parse=lambda text, rules: _parse_marks(text, rules, 3),
        example="a mark for each place: + right, ~ elsewhere, - nowhere",
        unlikeliness=lambda given, instead: _different_marks(given, instead, 3),
        renaming="together",
        permuting="opening",
        look="marks",
    ),
    "right": Kind(
        values=lambda rules: range(2**rules.pegs),
        answer=_right_places,
        format=lambda value, rules: _marks(value, rules, 2),
        parse=lambda text, rules: _parse_marks(text, rules, 2),
        example="a mark for each place: + right, - wrong",
        unlikeliness=lambda given, instead: _different_marks(given, instead, 2),
        renaming="separately",
        permuting="opening",
        look="marks",
    ),
    "table": Kind(
        values=lambda rules: range(len(rules.texts)),
        answer=lambda guess, secret: guess[0][secret[1]],
        format=lambda value, rules: rules.texts[value],
        parse=lambda text, rules: find(text, places_by_look(rules.texts, ""), shortened=True),
        example="the text of a cell of the table, or its beginning",
        prepare=_table_row,
    ),
}
"""The kinds of answers by name; the name follows the rules, as in ``4p6c-places``."""


def check_known(rules: Rules, subject: str) -> None:
    """Check that a subject, such as "sheets", knows the kind of answers, not only its row.

    Raises:
        RulesError: it does not.
    """
    if rules.answers not in ("pegs", "places", "right", "table"):
        raise RulesError(f"{rules}: {subject} do not know its answers, as build and play do")


def check_answers(rules: Rules) -> None:
    """Check that the answers of the rules fit a byte.

    Raises:
        RulesError: there are too many.
    """
    values = rules.feedbacks
    if values[-1] >= MAX_ANSWERS:
        raise RulesError(f"{rules} has {len(values)} answers: at most {MAX_ANSWERS} are supported")
