"""Make the rules of a table from its texts."""

from array import array
from collections.abc import Sequence
from itertools import chain

from mmtree.arguments import expect
from mmtree.errors import RulesError
from mmtree.game.table_rules import (
    EMPTY,
    MAX_NAME,
    End,
    Names,
    TableRules,
    endings,
    table_of_cells,
    tidy,
)
from mmtree.game.text_file import Note, ignore

_RIGHT_CELL = ""
"""A cell with the right answer, before the answers are numbered: no other is empty."""

_Rows = Sequence[Sequence[int]]


def table_rules(
    questions: Names,
    secrets: Names,
    answers: Sequence[Names],
    *,
    end: End = "identified",
    name: str = "table",
    weights: Sequence[int] = (),
    note: Note = ignore,
) -> TableRules:
    """Make rules from a table of answers, in whose texts line ends and several blanks are one.

    An empty answer is written "—". Secrets that are only to be identified, but that no question
    separates, become one secret, "lion or puma". A question named as a secret is its guess.

    Args:
        questions: the names of the rows.
        secrets: the names of the columns.
        answers: the text of each cell, by row.
        end: "identified" where the game ends when one secret is left, "guessed" where it must be
            named, too.
        name: the text of the rules.
        weights: how likely each secret is, as of :class:`mmtree.game.rules.Rules`; the weights of
            secrets that become one are added.
        note: called with a line that lists the secrets that no question separates.

    Raises:
        RulesError: the table has gaps or is too large.
        TypeError: an argument is of another type.
    """
    expect(str, name, "name", "a short text")
    for given, what in ((questions, "questions"), (secrets, "secrets"), (answers, "answers")):
        expect((list, tuple), given, what, "a list")
    for row in answers:
        expect((list, tuple), row, "answers", "lists of texts, one for each question")
    for text in chain(questions, secrets, chain.from_iterable(answers)):
        expect(str, text, "name or answer", "a text")
    if len(answers) != len(questions):
        raise RulesError(f"rows of answers: {len(answers)}, questions: {len(questions)}")
    for question, row in zip(questions, answers, strict=True):
        if len(row) != len(secrets):
            raise RulesError(
                f"answers in row {question!a:.60}: {len(row)}, secrets: {len(secrets)}"
            )
    if len(weights) not in (0, len(secrets)):
        raise RulesError(f"weights: {len(weights)}, secrets: {len(secrets)}")
    texts = {text: tidy(text or EMPTY) for text in {*chain.from_iterable(answers)}}
    questions, secrets = ([*map(tidy, names)] for names in (questions, secrets))
    place = {secret: at for at, secret in enumerate(secrets)}
    # Questions stay as they are, before the guesses of secrets.
    order = sorted(range(len(questions)), key=lambda row: place.get(questions[row], -1))
    asked = [place[questions[row]] for row in order if questions[row] in place]
    lines = [[texts[text] for text in answers[row]] for row in order]
    count = len(lines) - len(asked)
    for line, at in zip(lines[count:], asked, strict=True):
        line[at] = _RIGHT_CELL
    given = sorted({*chain.from_iterable(lines)} - {_RIGHT_CELL})
    numbers = {text: at for at, text in enumerate(given)}
    numbers[_RIGHT_CELL] = len(given) + len(endings(end, len(asked), len(secrets))) - 1
    rows: _Rows = [array("I", (numbers[text] for text in line)) for line in lines]
    if rows and end == "identified" and not asked:
        secrets, rows, weights = _join_twins(secrets, rows, weights, note)
    cells = array("I", chain.from_iterable(rows))
    questions = [questions[row] for row in order[:count]]
    rules = table_of_cells(questions, secrets, given, cells, end, name, asked)
    return rules.weighted(weights) if weights else rules


def _join_twins(
    secrets: list[str], rows: _Rows, weights: Sequence[int], note: Note
) -> tuple[list[str], _Rows, Sequence[int]]:
    """Return secrets, rows and weights with one secret for each group no question separates."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for secret, column in zip(secrets, zip(*rows, strict=True), strict=True):
        groups.setdefault(column, []).append(secret)
    if len(groups) == len(secrets):
        return secrets, rows, weights
    joint = "counts as one item"
    if weights:
        joint = "has the weights of its items together"
        each = dict(zip(secrets, weights, strict=True))
        weights = [sum(map(each.__getitem__, group)) for group in groups.values()]
    names = [_name_group(group) for group in groups.values()]
    joined = ", ".join(repr(name) for name in names if name not in secrets)
    note(f"no question separates {joined}: each of these {joint}")
    if len(groups) < 2:
        raise RulesError("no question separates two items: there is nothing to ask")
    return names, [*zip(*groups, strict=True)], weights


def _name_group(group: Names) -> str:
    """Return a name for some secrets, such as "lion, puma or cat"."""
    *others, last = group
    name = f"{', '.join(others)} or {last}" if others else last
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME // 2]}… ({len(group)} items)"
