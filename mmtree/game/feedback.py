"""Feedback: the codemaker's answer to one guess, in plain Python.

Files and arrays hold a feedback as a number: 2 black and 1 white pegs are 10·black + white = 21.
:mod:`mmtree.game.answers` defines the numbers of other answers.
:mod:`mmtree.game.code_table` computes the feedback of many pairs of codes at once, with NumPy.
"""

from mmtree.arguments import expect, shortened, whole_number
from mmtree.errors import FeedbackError, RulesError
from mmtree.game.rules import MAX_PEGS, Rules

_NUMBER = "10·black + white, as 21 for 2b1w"


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

    def __new__(cls, value: int | None = None, *, black: int = 0, white: int = 0) -> "Feedback":
        """Make a feedback, checked."""
        black, white = whole_number(black, "black"), whole_number(white, "white")
        if value is not None:
            if black or white:
                raise TypeError(f"feedback {shortened(value)}: give either its number or its pegs")
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


class NamedFeedback(Feedback):
    """An answer that is not black and white pegs; its text is that of its rules, as ``+~--``."""

    rules: Rules

    def __str__(self) -> str:
        return self.rules.kind.format(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self} of {self.rules}>"

    def __reduce__(self) -> tuple[object, ...]:
        return to_feedback, (int(self), self.rules)


def to_feedback(number: int, rules: Rules) -> Feedback:
    """Convert the number of an answer to a :class:`Feedback` without checking it."""
    if rules.kind.counts:
        return int.__new__(Feedback, number)
    feedback = int.__new__(NamedFeedback, number)
    feedback.rules = rules
    return feedback


def feedback(guess: int, secret: int, rules: Rules) -> Feedback:
    """Return the feedback to a guess at a secret; both are codes or their numbers.

    A peg of the right colour in the right position is black. White pegs count the colours that the
    remaining pegs of both codes have in common.

    Raises:
        RulesError: a number is not a code of these rules, or the secret cannot be one.
        TypeError: a code is not a number, or the rules are not Rules.
    """
    expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
    ready = rules.prepare(guess), rules.prepare(secret)
    if not rules.is_secret(secret):
        raise RulesError(f"{secret} is not the number of a secret of {rules}")
    return to_feedback(rules.answer(*ready), rules)


def format_feedback(value: int, rules: Rules | None = None) -> str:
    """Write a feedback: 21 is ``2b1w``, 0 is ``0b0w``; of other rules as they answer.

    Raises:
        FeedbackError: no rules allow this number, or the given ones do not.
        TypeError: it is not a whole number.
    """
    if rules is None and isinstance(value, NamedFeedback):
        return str(value)
    value = whole_number(value, "feedback", _NUMBER)
    if rules is not None and not rules.kind.counts:
        if value not in rules.feedbacks:
            raise FeedbackError(f"feedback {value} is impossible in {rules}")
        return rules.kind.format(value)
    if not 0 <= value <= 10 * MAX_PEGS:
        raise FeedbackError(f"feedback {value} is impossible: give {_NUMBER}")
    return f"{value // 10}b{value % 10}w"


def describe_feedback(value: int, rules: Rules) -> str:
    """Write a feedback, also one that the rules do not have: then as black and white pegs.

    Raises:
        FeedbackError: no rules allow this number.
        TypeError: it is not a whole number.
    """
    return format_feedback(value, rules if value in rules.feedbacks else None)


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Read a feedback written ``21``, ``2 1``, ``2,1``, ``bbw``, ``2b1w`` or ``-`` for no peg.

    With rules of black pegs only, one digit is their number. Marks of places are written ``+~-``
    (right, elsewhere, nowhere), ``gyx`` or ``210``, and cells of a table as in the table, or in
    another case or by the beginning of a single one.

    Raises:
        FeedbackError: the text has no such form, or these rules do not allow that feedback.
        TypeError: the text is not a string, or the rules are not Rules.
    """
    expect(str, text, "feedback", "it as text, as '21' or '2b1w'")
    expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
    value = rules.kind.parse(text.strip())
    if value is None:
        raise FeedbackError(f"unknown feedback {text!r:.60}: write {rules.kind.example}")
    if value not in rules.feedbacks:
        raise FeedbackError(rules.kind.impossible(text, value, rules))
    return to_feedback(value, rules)
