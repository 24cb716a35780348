"""Feedback: the codemaker's answer to one guess, in plain Python.

Files and arrays hold a feedback as the number 10·black + white: 2 black and 1 white pegs are 21.
:mod:`mmtree.game.table` computes the feedback of many pairs of codes at once, with NumPy.
"""

from __future__ import annotations

import re

from mmtree.arguments import expect, whole_number
from mmtree.errors import FeedbackError
from mmtree.game.rules import MAX_PEGS, Rules

Pegs = tuple[int, int]
"""A code as two sets of bits: for colour and position of each peg, and for its colour and number
among pegs of that colour. Common bits are black pegs, and pegs of either kind."""

_NUMBER = "10·black + white, as 21 for 2b1w"
_WRITTEN = re.compile(r"(?:([0-9])\s*b(?:lack)?)?[\s,+]*(?:([0-9])\s*w(?:hite)?)?")


class Feedback(int):
    """Feedback to a guess, as black and white pegs.

    It equals, hashes and sorts as the number 10·black + white, and can be used wherever that number
    can: ``Feedback(black=2, white=1) == Feedback(21) == 21``. Its text is ``2b1w``.

    Args:
        value: the number 10·black + white, instead of black and white.
        black: number of black pegs.
        white: number of white pegs.

    Raises:
        FeedbackError: there are more than 9 pegs, or a number is negative.
        TypeError: an argument is not a whole number, or both forms are given.
    """

    __slots__ = ()

    def __new__(cls, value: int | None = None, *, black: int = 0, white: int = 0) -> Feedback:
        """Make a feedback, checked."""
        black, white = whole_number(black, "black"), whole_number(white, "white")
        if value is not None:
            if black or white:
                raise TypeError(f"feedback {value!r:.40}: give either its number or its pegs")
            black, white = divmod(whole_number(value, "feedback", _NUMBER), 10)
        if black < 0 or white < 0 or black + white > MAX_PEGS:
            raise FeedbackError(
                f"feedback {10 * black + white} is impossible: {black} black and {white} white "
                f"pegs, where codes have at most {MAX_PEGS}"
            )
        return int.__new__(cls, 10 * black + white)

    @property
    def black(self) -> int:
        """Number of black pegs."""
        return self // 10

    @property
    def white(self) -> int:
        """Number of white pegs."""
        return self % 10

    def __str__(self) -> str:
        return f"{self.black}b{self.white}w"

    def __repr__(self) -> str:
        return f"Feedback(black={self.black}, white={self.white})"


def to_feedback(number: int) -> Feedback:
    """Convert a number to a :class:`Feedback` without checking it."""
    return int.__new__(Feedback, number)


def pegs(code: int, rules: Rules) -> Pegs:
    """Convert a code for :func:`compare`.

    Raises:
        RulesError: the number is not a code of these rules.
    """
    placed = counted = 0
    position, colors, length = 1, rules.colors, rules.pegs
    for color in rules.digits(code):
        placed |= position << color
        position <<= colors
        peg = 1 << color * length
        while counted & peg:
            peg <<= 1
        counted |= peg
    return placed, counted


def compare(guess: Pegs, secret: Pegs, whites: bool = True) -> int:
    """Return the feedback 10·black + white of two codes of the same rules, in either order."""
    black = (guess[0] & secret[0]).bit_count()
    if not whites:
        return 10 * black
    return 9 * black + (guess[1] & secret[1]).bit_count()


def feedback(guess: int, secret: int, rules: Rules) -> Feedback:
    """Return the feedback to a guess at a secret; both are codes or their numbers.

    A peg of the right colour in the right position is black. White pegs count the colours that the
    remaining pegs of both codes have in common.

    Raises:
        RulesError: a number is not a code of these rules.
        TypeError: a code is not a number, or the rules are not Rules.
    """
    expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
    return to_feedback(compare(pegs(guess, rules), pegs(secret, rules), rules.whites))


def format_feedback(value: int) -> str:
    """Write a feedback: 21 is ``2b1w``, 0 is ``0b0w``.

    Raises:
        FeedbackError: no rules allow this number.
        TypeError: it is not a whole number.
    """
    value = whole_number(value, "feedback", _NUMBER)
    if not 0 <= value <= 10 * MAX_PEGS:
        raise FeedbackError(f"feedback {value} is impossible: give {_NUMBER}")
    return f"{value // 10}b{value % 10}w"


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Read a feedback written ``21``, ``2 1``, ``2,1``, ``bbw``, ``2b1w`` or ``-`` for no peg.

    With rules of black pegs only, one digit is their number.

    Raises:
        FeedbackError: the text has no such form, or these rules do not allow that feedback.
        TypeError: the text is not a string, or the rules are not Rules.
    """
    expect(str, text, "feedback", "it as text, as '21' or '2b1w'")
    expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
    written = text.strip().lower()
    compact = re.sub(r"[\s,+]+", "", written)
    worded = _WRITTEN.fullmatch(written)
    if compact in ("-", "0", "none"):
        black = white = 0
    elif re.fullmatch(r"[0-9]{2}", compact):
        black, white = int(compact[0]), int(compact[1])
    elif re.fullmatch(r"[0-9]", compact) and not rules.whites:
        black, white = int(compact), 0
    elif compact and set(compact) <= {"b", "w"}:
        black, white = compact.count("b"), compact.count("w")
    elif written and worded:
        black, white = int(worded[1] or 0), int(worded[2] or 0)
    else:
        raise FeedbackError(
            f"unknown feedback {text!r}: write black then white pegs, "
            "as 21, 2 1, bbw or 2b1w (0 for none)"
        )
    if 10 * black + white not in rules.feedbacks or white > 9:
        allowed = " ".join(f"{value:02}" for value in rules.feedbacks)
        raise FeedbackError(
            f"feedback {text!r} is impossible: {black} black and {white} white; "
            f"{rules} has {allowed}"
        )
    return to_feedback(10 * black + white)
