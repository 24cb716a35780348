"""Answers of texts that are read before the game is known: as they are written, and as numbers."""

from collections import Counter
from collections.abc import Mapping

from mmtree.errors import FeedbackError
from mmtree.game.feedback import parse_feedback
from mmtree.game.rules import Rules
from mmtree.research.notations.printed_tree import PrintedPosition, Text


def format_answer(value: int, rules: Rules) -> str:
    """Write an answer: black and white pegs as two digits, others as the game does."""
    return f"{value:02}" if rules.counts_pegs else rules.kind.format(value)


def read_answers(printed: Text, rules: Rules, codes: Mapping[str, int]) -> int:
    """Replace the written answers of all positions by their numbers.

    Where positions name a secret found after them, the game is played to compare the answers.
    Then one answer that is printed before different guesses, and which none of their secrets gives,
    is a misprint.

    Returns:
        the number of misprints.

    Raises:
        NotationError: an answer is unknown, or another one than the game gives.
    """
    known: dict[str, int] = {}
    misprints = 0
    for position in printed.positions:
        after = [child for _, child in position.branches or () if child.answer]
        if not after:
            continue
        written = [_number(child, printed, rules, known) for child in after]
        played = written
        if after[0].found:
            guess = rules.prepare(codes[position.guess])
            secrets = [rules.prepare(codes[child.found]) for child in after]
            played = [rules.answer(guess, secret) for secret in secrets]
            often = Counter(written)
            for child, value, right in zip(after, written, played, strict=True):
                if value != right and (often[value] == 1 or value in played):
                    reason = f"{position.guess} is answered {format_answer(right, rules)} if "
                    reason += f"{child.found} is the secret, not {child.answer}"
                    raise printed.error_at(child.answer_at, reason)
                misprints += value != right
        position.branches = list(zip(played, after, strict=True))
    return misprints


def _number(position: PrintedPosition, printed: Text, rules: Rules, known: dict[str, int]) -> int:
    """Return the answer that leads to a position."""
    text = position.answer
    if text not in known:
        try:
            known[text] = int(parse_feedback(text, rules))
        except FeedbackError as error:
            raise printed.error_at(position.answer_at, str(error)) from None
    return known[text]
