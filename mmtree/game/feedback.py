"""The codemaker's answer to one guess, in plain Python.

A feedback is the number 10·black + white: 2 black and 1 white pegs are 21. The vectorised table of
many pairs is in :mod:`mmtree.game.table`.
"""

from __future__ import annotations

import re

from mmtree.arguments import expect, whole_number
from mmtree.errors import FeedbackError
from mmtree.game.rules import MAX_PEGS, Rules

Pegs = tuple[int, int]
"""A code made ready to compare: a bit for the colour at each position, and a bit for each peg in
which the second peg of a colour differs from the first, so that common bits are common pegs."""

_WRITTEN = re.compile(r"(?:([0-9])\s*b(?:lack)?)?[\s,+]*(?:([0-9])\s*w(?:hite)?)?")


def pegs(code: int, rules: Rules) -> Pegs:
    """A code made ready for :func:`compare`.

    Raises:
        RulesError: the number is no code of these rules.
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
    """Feedback 10·black + white of two codes of the same rules; symmetric in both."""
    black = (guess[0] & secret[0]).bit_count()
    if not whites:
        return 10 * black
    return 9 * black + (guess[1] & secret[1]).bit_count()


def feedback(guess: int, secret: int, rules: Rules) -> int:
    """Feedback 10·black + white of a guess against a secret, both given as numbers.

    A peg of the right colour in the right position is black; of the pegs left over, as many are
    white as the two codes share colours.

    Raises:
        RulesError: a number is no code of these rules.
        TypeError: a code is no number, or the rules are no Rules.
    """
    expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
    return compare(pegs(guess, rules), pegs(secret, rules), rules.whites)


def format_feedback(value: int) -> str:
    """Write a feedback: 21 is ``2b1w``, 0 is ``0b0w``.

    Raises:
        FeedbackError: the number is none that any rules allow.
        TypeError: it is no whole number.
    """
    value = whole_number(value, "feedback", "10·black + white, as 21 for 2b1w")
    if not 0 <= value <= 10 * MAX_PEGS:
        raise FeedbackError(f"feedback {value} cannot be: 2b1w is 21")
    return f"{value // 10}b{value % 10}w"


def parse_feedback(text: str, rules: Rules) -> int:
    """Read a feedback written ``21``, ``2 1``, ``2,1``, ``bbw``, ``2b1w`` or ``-`` for no peg.

    Where only black pegs are answered, a single digit is their number.

    Raises:
        FeedbackError: the text has no such form, or these rules do not allow that feedback.
        TypeError: the text is no text, or the rules are no Rules.
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
            f"feedback {text!r} cannot be: {black} black and {white} white; {rules} has {allowed}"
        )
    return 10 * black + white
