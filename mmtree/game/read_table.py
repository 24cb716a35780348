"""Read a table of answers as spreadsheets write it, in CSV of any dialect."""

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Literal

from mmtree.arguments import shortened
from mmtree.counts import format_count
from mmtree.errors import RulesError
from mmtree.game.make_table import table_rules
from mmtree.game.names import find as find_name
from mmtree.game.names import look, name_of, places_by_look
from mmtree.game.read_weights import parse_weight, read_weights
from mmtree.game.table_rules import End, TableRules
from mmtree.game.text_file import Note, ignore, read_text

Items = Literal["rows", "columns"]

_MAX_BYTES = 64_000_000
_DELIMITERS = ",;\t|"
_SAMPLE = 100
"""The rows by which a delimiter is chosen."""
_NO_QUESTIONS = {"", "count", "frequency", "id", "name", "nr", "number", "probability", "weight"}
_FEW = 4
"""With fewer items, many a question has another answer for each of them."""


def read_table(
    path: str | os.PathLike[str],
    *,
    items: Items = "rows",
    end: End = "identified",
    weights: str | os.PathLike[str] | None = None,
    weight_column: str | None = None,
    note: Note = ignore,
) -> TableRules:
    """Read rules from a table in CSV: a row for each item, a column for each question.

    Cells are separated by commas, semicolons, tabs or bars, whichever fits. Empty rows, and empty
    columns at the end, are left out. The corner is ignored. The items are the secrets.

    Args:
        path: the file, in UTF-8, UTF-16 or Windows-1252.
        items: "rows", or "columns" where each column is an item and each row a question.
        end: as for :func:`table_rules`.
        weights: a file of weights, as for :func:`mmtree.game.read_weights.read_weights`.
        weight_column: the name of the column with the weights of the items; of the row, where each
            column is an item. It is no question.
        note: called with each line that the user should know: first what the table is.

    Raises:
        RulesError: as :func:`table_rules`; the rows are ragged, two names are equal, or the file
            cannot be read.
    """
    if items not in ("rows", "columns"):
        raise RulesError(f"items {shortened(items)}: use rows or columns")
    file = os.fsdecode(path)
    text = read_text(file, _MAX_BYTES, note)
    try:
        rows = _rows(text)
        if items == "rows":
            rows = [*map(list, zip(*rows, strict=True))]
        secrets, weighed = rows[0][1:], _take_weights(rows, weight_column)
        questions = [row[0] for row in rows[1:]]
        if len(secrets) < 2 or not questions:
            raise RulesError("a table needs two items and a question at least")
        answers = [row[1:] for row in rows[1:]]
        name = name_of(file)
        note(f"{name}: {_list(secrets, 'item')}, {_list(questions, 'question')}")
        for question, given in zip(questions, answers, strict=True):
            key = re.sub(r"\W", "", question).lower()
            varied = len(set(given)) == len(given) >= _FEW and question not in secrets
            if varied or key in _NO_QUESTIONS:
                note(
                    f"question {question!a:.60} looks like a property of each item that a player "
                    "cannot ask for: if so, leave it out"
                )
        if weights is not None:
            if weighed:
                raise RulesError("give a file of weights or a column, not both")
            find = partial(find_name, places=places_by_look(secrets, "the name"))
            weighed = read_weights(weights, secrets, find, note)
        return table_rules(
            questions, secrets, answers, end=end, name=name, weights=weighed, note=note
        )
    except csv.Error as error:
        raise RulesError(f"{file} is not a table in CSV: {error}") from None
    except RulesError as error:
        raise RulesError(f"{file}: {error}") from None


def _take_weights(rows: list[list[str]], name: str | None) -> list[int]:
    """Remove the row of a name, and return its cells as weights; without a name, return none."""
    if name is None:
        return []
    at = find_name(name, places_by_look([row[0] for row in rows[1:]], "the name"))
    if at is None:
        raise RulesError(f"no column {name!a:.60} of weights")
    cells = rows.pop(1 + at)[1:]
    return [parse_weight(cell, item) for item, cell in zip(rows[0][1:], cells, strict=True)]


def _rows(text: str) -> list[list[str]]:
    """Return the rows of a table, of one length, whose first row and column are names.

    Raises:
        csv.Error: it is not written as CSV.
        RulesError: it has no two rows and columns, is ragged, or a name is missing or occurs twice.
    """
    if named := re.match(r"sep=([,;\t|])\r?\n", text):  # as Excel writes it
        text, delimiter = text[named.end() :], named[1]
    else:
        delimiter = max(_DELIMITERS, key=lambda delimiter: _fit(text, delimiter))
    read = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows = {place: row for place, row in enumerate(read, 1) if any(map(str.strip, row))}
    if not rows:
        raise RulesError("the table is empty")
    first, header = next(iter(rows.items()))
    while not header[-1].strip():
        del header[-1]
    width = len(header)
    for place, row in rows.items():
        if len(row) < width or any(map(str.strip, row[width:])):
            raise RulesError(
                f"row {place} has {format_count(len(row), 'cell')}, row {first} has {width}"
            )
        del row[width:]
    names = [(f"row {first}, column {at}", name) for at, name in enumerate(header[1:], 2)]
    _check_names(names)
    _check_names([(f"row {place}, column 1", row[0]) for place, row in rows.items()][1:])
    return [*rows.values()]


def _fit(text: str, delimiter: str) -> tuple[float, int]:
    """Return the part of the first rows that have as many cells as most, and that number."""
    with suppress(csv.Error):
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        lengths = Counter(len(row) for row in islice(rows, _SAMPLE) if row)
        fits = [(count / lengths.total(), cells) for cells, count in lengths.items() if cells > 1]
        return max(fits, default=(0, 0))
    return 0, 0


def _check_names(names: Iterable[tuple[str, str]]) -> None:
    """Check that names are not empty and differ, and name the cells of those that do not."""
    seen: dict[str, str] = {}
    for cell, name in names:
        if not name.strip():
            raise RulesError(f"{cell} is empty: it should name an item or a question")
        other = seen.setdefault(look(name), cell)
        if other != cell:
            raise RulesError(f"{cell}: the name {name!a:.60} is also in {other}")


def _list(names: Sequence[str], noun: str) -> str:
    """Return the number of some names, and the first of them."""
    shown = [shortened(" ".join(name.split()))[1:-1] for name in names[:2]]
    return f"{format_count(len(names), noun)} ({', '.join(shown)}{', …' * (len(names) > 2)})"
