"""Rules as a map of plain values, as a tree file carries them; trees/README.md defines the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.game.answer_table import TableRules, table_of_cells
from mmtree.game.rules import Rules
from mmtree.game.words import MAX_WORDS, WordRules, word_rules

_CLASSIC = ("pegs", "colors", "distinct", "whites")
_HOUSE = (*_CLASSIC, "distinct_secrets", "holes", "consistent", "answers")


def to_map(rules: Rules) -> dict[str, Any]:
    """Return the values that define the rules; classic ones have no "kind"."""
    if isinstance(rules, WordRules):
        return {
            "kind": "words",
            "name": rules.name,
            "answers": rules.answers,
            "consistent": rules.consistent,
            "alphabet": rules.alphabet,
            "secrets": " ".join(rules.secret_words),
            "guesses": " ".join(rules.other_words),
        }
    if isinstance(rules, TableRules):
        return {
            "kind": "table",
            "name": rules.name,
            "end": rules.end,
            "questions": list(rules.questions),
            "secrets": list(rules.secret_names),
            "answers": list(rules.texts),
            "cells": rules.cells,
        }
    names = _CLASSIC if rules.classic else _HOUSE
    kind = {} if rules.classic else {"kind": "pegs"}
    return kind | {name: getattr(rules, name) for name in names}


def from_map(value: object) -> Rules:
    """Return the rules that a map defines.

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
    if _typed(to_map(rules)) != _typed(value):
        raise RulesError("rules are not written as mmtree writes them")
    return rules


def _typed(value: Mapping[str, Any]) -> dict[str, tuple[type, Any]]:
    return {key: (type(part), part) for key, part in value.items()}


def _pegs(value: dict[str, Any]) -> Rules:
    return Rules(**{name: part for name, part in value.items() if name != "kind"})


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
