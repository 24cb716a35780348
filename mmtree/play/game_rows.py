"""The rows of a game, the secrets that agree with them, and corrections if none does.

All of it is found by enumeration, in plain Python.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mmtree.errors import CodeError, FeedbackError
from mmtree.game.code import Code, Symbols, parse_code
from mmtree.game.feedback import Feedback, parse_feedback, to_feedback
from mmtree.game.rules import Rules

_RIGHT = ("found", "yes", "y", "right", "correct")
"""What people answer to the right guess, where the game has no such answers."""

GameRow = tuple[Code, Feedback | None]
"""A guess and its feedback; None if it is unknown."""


def parse_answer(text: str, rules: Rules) -> Feedback | None:
    """Read a feedback; None for ``?`` or ``unknown`` where the rules have no such answer.

    Words such as ``found`` mean the right guess, as does a single number of as many pegs.

    Raises:
        FeedbackError: it is neither.
    """
    word = text.strip().lower()
    unknown = word in ("?", "unknown")
    if unknown and all(rules.kind.format(value) != text.strip() for value in rules.feedbacks):
        return None
    try:
        return parse_feedback(text, rules)
    except FeedbackError:
        if word in _RIGHT or (rules.kind.counts and word == str(rules.pegs)):
            return to_feedback(rules.all_right, rules)
        raise


def parse_row(text: str, rules: Rules, symbols: Symbols = "letters") -> GameRow:
    """Read a guess with its feedback: ``AABB 10``, ``red red green green 1b0w``, ``crane --~-+``.

    Raises:
        CodeError: the guess cannot be read.
        FeedbackError: no last words are a feedback of the rules.
    """
    words, wrong = text.split(), None
    for end in range(len(words) - 1, 0, -1):
        try:
            feedback = parse_answer(" ".join(words[end:]), rules)
            return parse_code(" ".join(words[:end]), rules, symbols), feedback
        except FeedbackError:
            continue
        except CodeError as error:
            wrong = error
    raise wrong or FeedbackError(f"{text!r:.60} is not a {rules.move} with its answer")


def consistent(
    secrets: Iterable[int], rows: Sequence[tuple[int, int | None]], rules: Rules
) -> list[int]:
    """Return the secrets that agree with all rows; any does with an unknown feedback.

    Raises:
        RulesError: a guess or a secret is not a code of the rules.
    """
    answer, known = rules.answer, [row for row in rows if row[1] is not None]
    ready = [(rules.prepare(guess), feedback) for guess, feedback in known]
    return [
        secret
        for secret in secrets
        if (code := rules.prepare(secret))
        and all(answer(guess, code) == feedback for guess, feedback in ready)
    ]


def forbidding_row(guess: int, rows: Sequence[tuple[int, int | None]], rules: Rules) -> int | None:
    """Return the first row after which a code may not be guessed; None if there is none.

    Raises:
        RulesError: a guess is not a code of the rules.
    """
    allowed = (
        feedback is None or rules.allows(guess, earlier, feedback) for earlier, feedback in rows
    )
    return next((row for row, is_allowed in enumerate(allowed) if not is_allowed), None)


def answers(guess: int, secrets: Iterable[int], rules: Rules) -> Iterator[int]:
    """Return the feedback of each secret to a guess.

    Raises:
        RulesError: the guess or a secret is not a code of the rules.
    """
    answer, ready = rules.answer, rules.prepare(guess)
    return (answer(ready, rules.prepare(secret)) for secret in secrets)


@dataclass(frozen=True)
class Repair:
    """An answer that may have been given wrongly.

    Attributes:
        row: the index of its guess in the game, counted from 0.
        guess: that guess.
        given: the feedback that it got.
        instead: the feedback that it would have to get.
        secrets_left: how many secrets agree with that and with all other answers.
    """

    row: int
    guess: Code
    given: Feedback
    instead: Feedback
    secrets_left: int


def repairs(rows: Sequence[GameRow], rules: Rules) -> tuple[Repair, ...]:
    """Return the corrections of a game that no secret agrees with, likeliest first.

    Empty if some secret agrees. They are sorted by the unlikeliness of their kind of answers, then
    by more secrets, then by the later row, then by the canonical order of feedback. Only the last
    guess can be answered all black instead. Each code is compared with the guesses up to its second
    contradiction.

    Raises:
        RulesError: a guess is not a code of the rules.
    """
    answer, ready = rules.answer, [(rules.prepare(guess), feedback) for guess, feedback in rows]
    count: dict[tuple[int, int], int] = {}  # by row, and by the feedback instead
    for secret in rules.secret_codes():
        code = rules.prepare(secret)
        wrong = None
        for row, (guess, feedback) in enumerate(ready):
            found = answer(guess, code)
            if found != feedback and feedback is not None:
                if wrong:
                    break
                wrong = row, found
        else:
            if wrong is None:
                return ()
            count[wrong] = count.get(wrong, 0) + 1
    found_all = [
        Repair(row, rows[row][0], given, to_feedback(instead, rules), secrets_left)
        for (row, instead), secrets_left in count.items()
        if (given := rows[row][1]) is not None
        and (instead != rules.all_right or row == len(rows) - 1)
    ]

    def rank(repair: Repair) -> tuple[int, ...]:
        unlikeliness = rules.kind.unlikeliness(repair.given, repair.instead)
        return unlikeliness, -repair.secrets_left, -repair.row, repair.instead

    return tuple(sorted(found_all, key=rank))
