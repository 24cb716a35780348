"""Read rules of any game: from the map of a tree file, or from lists of words."""

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.game.code import format_code, parse_code
from mmtree.game.codes import Codes
from mmtree.game.letters import fold as fold_accents
from mmtree.game.letters import normalise
from mmtree.game.names import name_of
from mmtree.game.peg_answers import KINDS
from mmtree.game.peg_rules import PegRules
from mmtree.game.read_weights import read_weights, split_entries
from mmtree.game.rules import Rules
from mmtree.game.table_rules import endings, table_of_cells, unpack_cells
from mmtree.game.text_file import Note, ignore, read_text
from mmtree.game.word_rules import MAX_WORDS, WordRules, check_words, word_rules

_MAX_LIST_BYTES = 4_000_000

_Some = TypeVar("_Some", bound=Rules)


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
        rules = make({key: part for key, part in value.items() if key != "weights"})
        if "weights" in value:
            rules = rules.weighted(value["weights"])
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
    between = "\n" if " " in value["alphabet"] else " "

    def split(words: str) -> list[str]:
        words = words.replace(" ", "") if between == "\n" else words
        return words.split(between, MAX_WORDS) if words else []

    return word_rules(
        split(value["secrets"]),
        split(value["guesses"]),
        answers=value["answers"],
        consistent=value["consistent"],
        identified=value.get("identified", False),
        hard=value.get("hard", False),
        name=value["name"],
    )


def _table(value: dict[str, Any]) -> Rules:
    texts, cells, end = value["answers"], value["cells"], value["end"]
    secrets, asked = value["secrets"], value.get("asked", [])
    given = texts[: -len(endings(end, len(asked), len(secrets)))]
    numbers = unpack_cells(cells, len(texts))
    return table_of_cells(value["questions"], secrets, given, numbers, end, value["name"], asked)


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
    identified: bool = False,
    hard: bool = False,
    fold: bool = False,
    weights: str | os.PathLike[str] | None = None,
    note: Note = ignore,
) -> WordRules:
    """Read the rules of a word game from lists, one word a line.

    Each line of the secrets may have a weight after the word: ``alder,120``.

    Args:
        secrets, guesses: the files, in UTF-8, UTF-16 or Windows-1252.
        weights: a file of weights, as for :func:`mmtree.game.read_weights.read_weights`.
        answers, consistent, identified, hard: as for :func:`word_rules`.
        fold: take off accents: école is read as ecole.
        note: called with each line that the user should know.

    Raises:
        RulesError: as :func:`word_rules`; or a file cannot be read.
    """
    path = os.fsdecode(secrets)
    first, weighed = _read_secrets(path, fold, note)
    others: list[str] = []
    if guesses is not None:
        other = os.fsdecode(guesses)
        others = _check_list(other, _lines(other, note), fold, note)
    rules = word_rules(
        first,
        others,
        answers=answers,
        consistent=consistent,
        identified=identified,
        hard=hard,
        name=name_of(path),
    )
    if weights is None:
        return rules.weighted([weighed[word] for word in rules.secret_words]) if weighed else rules
    if weighed:
        raise RulesError(f"{path} has weights of its own: leave out {os.fsdecode(weights)}")
    return weigh(rules, weights, folded=fold, note=note)


def weigh(
    rules: _Some, weights: str | os.PathLike[str], *, folded: bool = False, note: Note = ignore
) -> _Some:
    """Return rules of pegs or words with the weights of a file, whose names are codes.

    Args:
        weights: the file, as for :func:`mmtree.game.read_weights.read_weights`.
        folded: take off accents of its names.
        note: called with each line that the user should know.

    Raises:
        RulesError: as :func:`mmtree.game.read_weights.read_weights`.
        SizeError: there are too many codes.
    """
    Codes(rules)  # raises an error if there are too many to enumerate
    places = {code: place for place, code in enumerate(rules.secret_codes())}

    def find(name: str) -> int | None:
        return places.get(parse_code(_normal(name, folded) if folded else name, rules))

    names = [format_code(code, rules) for code in places]
    return rules.weighted(read_weights(weights, names, find, note))


def _normal(word: str, folded: bool) -> str:
    return fold_accents(normalise(word)) if folded else normalise(word)


def _read_secrets(path: str, folded: bool, note: Note) -> tuple[list[str], dict[str, int]]:
    """Return the words of a list, and the weight of each if the list has weights."""
    lines = _lines(path, note)
    weights, first = dict[str, int](), dict[str, int]()
    try:
        lines, weighed = split_entries(lines) or (lines, [])
        for number, (word, weight) in enumerate(zip(lines, weighed, strict=False), 1):
            normal = _normal(word, folded)
            if word and first.setdefault(normal, number) != number:
                raise RulesError(f"line {number}, {word!a:.60}: also in line {first[normal]}")
            weights[normal] = weight
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None
    return _check_list(path, lines, folded, note), weights


def _lines(path: str, note: Note) -> list[str]:
    return [line.strip() for line in read_text(path, _MAX_LIST_BYTES, note).splitlines()]


def _check_list(path: str, lines: list[str], fold: bool, note: Note) -> list[str]:
    try:
        return check_words(
            lines, unit="line", folded=fold, note=lambda line: note(f"{path}: {line}")
        )
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None
