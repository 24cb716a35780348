"""Read rules of any game: from the map of a tree file, or from lists and tables."""

import csv
import io
import os
from collections.abc import Callable, Mapping
from typing import Any

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.files import read_within
from mmtree.game.names import name_of
from mmtree.game.peg_answers import KINDS
from mmtree.game.peg_rules import PegRules
from mmtree.game.rules import Rules
from mmtree.game.table_rules import End, TableRules, table_of_cells, table_rules
from mmtree.game.word_rules import MAX_WORDS, WordRules, check_words, word_rules

_MAX_LIST_BYTES = 4_000_000
_MAX_TABLE_BYTES = 64_000_000


def from_map(value: object) -> Rules:
    """Return the rules that a map of a file defines, as :meth:`Rules.to_map` returns it.

    Raises:
        RulesError: it defines none, or other ones than it says.
    """
    if not isinstance(value, dict):
        raise RulesError("rules are not a map")
    kind = value.get("kind", "classic")
    make = _MAKERS.get(kind) if isinstance(kind, str) else None
    if make is None:
        raise RulesError(f"rules are of an unknown kind {shortened(kind)}")
    try:
        rules = make(value)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise RulesError("rules are not made of the values of their kind") from None
    # What is read must be what would be written: order, case and types included.
    if _typed(rules.to_map()) != _typed(value):
        raise RulesError("rules are not written as mmtree writes them")
    return rules


def _typed(value: Mapping[str, Any]) -> dict[str, tuple[type, Any]]:
    return {key: (type(part), part) for key, part in value.items()}


def _pegs(value: dict[str, Any]) -> Rules:
    named = {name: value[name] for name in value.keys() - {"kind", "whites"}}
    whites, answers = value.get("whites", True), value.get("answers", "pegs")
    if not isinstance(whites, bool):
        raise RulesError("whites must be True or False")
    kinds = [kind for kind in KINDS if kind != "black"]  # a file has pegs without whites instead
    if answers not in kinds:
        raise RulesError(f"unknown answers {shortened(answers)}: use {' or '.join(kinds)}")
    if not whites and answers != "pegs":
        raise RulesError(f"black or {answers} are answered, not both")
    return PegRules(**named | {"answers": answers if whites else "black"})


def _words(value: dict[str, Any]) -> Rules:
    return word_rules(
        value["secrets"].split(" ", MAX_WORDS),
        value["guesses"].split(" ", MAX_WORDS) if value["guesses"] else (),
        answers=value["answers"],
        consistent=value["consistent"],
        name=value["name"],
    )


def _table(value: dict[str, Any]) -> Rules:
    texts, cells, end = value["answers"], value["cells"], value["end"]
    given = texts[: -1 if end == "identified" else -2]
    return table_of_cells(value["questions"], value["secrets"], given, cells, end, value["name"])


_MAKERS: dict[str, Callable[[dict[str, Any]], Rules]] = {
    "classic": _pegs,
    "pegs": _pegs,
    "words": _words,
    "table": _table,
}


def read_words(
    secrets: str | os.PathLike[str],
    guesses: str | os.PathLike[str] | None = None,
    *,
    answers: str = "places",
    consistent: bool = False,
) -> WordRules:
    """Read the rules of a word game from lists, one word a line, in UTF-8.

    Raises:
        RulesError: as :func:`word_rules`; or a file cannot be read.
    """
    lists = [_read_list(os.fsdecode(path)) for path in (secrets, guesses) if path is not None]
    return word_rules(
        *lists, answers=answers, consistent=consistent, name=name_of(os.fsdecode(secrets))
    )


def _read_list(path: str) -> list[str]:
    lines = _read_text(path, _MAX_LIST_BYTES).splitlines()
    words = [word for line in lines if (word := line.strip())]
    try:
        return check_words(words, "words", None)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def read_table(path: str | os.PathLike[str], *, end: End = "identified") -> TableRules:
    """Read rules from a table in CSV: the first line names the secrets, the first column the rows.

    The corner is ignored.

    Raises:
        RulesError: as :func:`table_rules`; or the file cannot be read.
    """
    name = os.fsdecode(path)
    text = io.StringIO(_read_text(name, _MAX_TABLE_BYTES), newline="")
    try:
        rows = [row for row in csv.reader(text, strict=True) if row]
    except csv.Error as error:
        raise RulesError(f"{name} is not a table in CSV: {error}") from None
    if not rows:
        raise RulesError(f"{name} is empty: a table needs two secrets and a question at least")
    try:
        return table_rules(
            [row[0] for row in rows[1:]],
            rows[0][1:],
            [row[1:] for row in rows[1:]],
            end=end,
            name=name_of(name),
        )
    except RulesError as error:
        raise RulesError(f"{name}: {error}") from None


def _read_text(path: str, most: int) -> str:
    """Read a list or table in UTF-8.

    Raises:
        RulesError: the file cannot be read, is too large, or is no text.
    """
    try:
        data = read_within(path, most)
    except OSError as error:
        raise RulesError(f"{path}: {error.strerror or error}") from None
    if len(data) > most:
        raise RulesError(f"{path} has more than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"{path} is not text in UTF-8: byte {error.start} is wrong") from None
