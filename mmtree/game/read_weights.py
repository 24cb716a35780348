"""Read the weights of secrets: from a file of names and weights, or from texts of numbers."""

import csv
import os
import re
from collections.abc import Callable, Iterable, Sequence

from mmtree.arguments import shortened
from mmtree.counts import format_count
from mmtree.errors import CodeError, RulesError
from mmtree.game.text_file import Note, ignore, read_text

ALL_OTHERS = "*"
"""The name in a file of weights that means all names that it does not have."""

_MAX_BYTES = 16_000_000
_ENTRY = re.compile(r"(.*\S)\s*[,;\t]\s*(\S[^,;\t]*)")

FindPlace = Callable[[str], int | None]
"""Returns the place of a name among the items; None, or a CodeError, where there is none."""


def parse_weight(text: str, where: str) -> int:
    """Return a weight, a whole number from 1 on.

    Raises:
        RulesError: it is none; the message begins with where it stands.
    """
    if not re.fullmatch("0*[1-9][0-9]{0,15}", text := text.strip()):
        allowed = "a whole number from 1 to 9999999999999999"
        raise RulesError(f"{where}: the weight {shortened(text)} is not {allowed}")
    return int(text)


def split_entries(lines: Sequence[str]) -> tuple[list[str], list[int]] | None:
    """Return the words of a list with a weight each, and the weights by line.

    Lines without a word have the weight 0. At least half of the lines must end with a number after
    a comma, semicolon or tab; otherwise the list has words only, and None is returned.

    Raises:
        RulesError: a line has no weight.
    """
    entries = [_ENTRY.fullmatch(line) for line in lines]
    weighed = sum(bool(entry and entry[2].isascii() and entry[2].isdigit()) for entry in entries)
    if not weighed or 2 * weighed < sum(map(bool, lines)):
        return None
    words, weights = [], []
    for number, (line, entry) in enumerate(zip(lines, entries, strict=True), 1):
        if line and not entry:
            raise RulesError(f"line {number}, {line!a:.60}: a weight is missing: write word,weight")
        words.append(entry[1] if entry else "")
        weights.append(parse_weight(entry[2], f"line {number}") if entry else 0)
    return words, weights


def read_weights(
    path: str | os.PathLike[str], names: Iterable[str], find: FindPlace, note: Note = ignore
) -> list[int]:
    """Read a weight for each item from a file: a line ``name,weight`` for each.

    Args:
        path: the file in CSV, with commas, semicolons or tabs.
        names: the names of all items, for messages.
        find: finds an item by its name.
        note: called where the encoding is guessed.

    Raises:
        RulesError: the file cannot be read, an item has no weight or two, a name is unknown, or a
            weight is not a whole number from 1 on; the message has the line.
    """
    file = os.fsdecode(path)
    listed = list(names)
    given: dict[int, tuple[int, int]] = {}  # of each place, the weight and its line
    others: tuple[int, int] | None = None
    text = read_text(file, _MAX_BYTES, note)
    head = next(filter(str.strip, text.splitlines()), "")
    rows = csv.reader(text.splitlines(), delimiter=next(filter(head.count, ";\t"), ","))
    try:
        for row in rows:
            if not any(map(str.strip, row)):
                continue
            where = f"{file}, line {rows.line_num}"
            if len(row) != 2:
                raise RulesError(f"{where}: {format_count(len(row), 'cell')}: write name,weight")
            name, weight = row[0].strip(), parse_weight(row[1], where)
            if name == ALL_OTHERS:
                earlier, others = others, (weight, rows.line_num)
            else:
                place = _find(find, name)
                if place is None:
                    raise RulesError(f"{where}: {shortened(name)} is no secret of the game")
                earlier = given.get(place)
                given[place] = weight, rows.line_num
            if earlier:
                raise RulesError(f"{where}: {shortened(name)} is also in line {earlier[1]}")
    except csv.Error as error:
        raise RulesError(f"{file} is not in CSV: {error}") from None
    missing = [name for place, name in enumerate(listed) if place not in given]
    if missing and others is None:
        raise RulesError(
            f"{file}: {format_count(len(missing), 'secret')} without a weight, such as "
            f"{shortened(missing[0])}: a line *,WEIGHT is for all others"
        )
    return [given[at][0] if at in given else (others or (1,))[0] for at in range(len(listed))]


def _find(find: FindPlace, name: str) -> int | None:
    try:
        return find(name)
    except CodeError:
        return None
