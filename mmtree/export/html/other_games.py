"""What the page needs to know of games that are not classic: their rules, looks and nodes."""

from base64 import b64encode
from typing import Any
from zlib import crc32

from mmtree.errors import ExportError
from mmtree.game.rules import Rules
from mmtree.show.pegs import pegs_of
from mmtree.show.texts import LANGUAGES
from mmtree.tree.tree import StrategyTree

MAX_WHOLE = 200_000
"""The most cells and letters of questions that a page has of a whole table.

Of a larger table, it has the rows that the tree asks.
"""

COMPUTED = ("pegs", "black", "places", "right", "common", "table")
"""The kinds of answers that the page computes itself. It looks up those of any other kind."""

MAX_CELLS = 2_000_000
"""The most answers that a page can look up."""

TILE = {"name": "", "fill": "#fbf7ec", "ink": "#1c2422", "radii": [0.16] * 4, "hole": False}
"""The look of a letter, or of a digit of bulls and cows, which has no colour."""


def looks_of(rules: Rules, names: str | None) -> list[dict[str, Any]]:
    """Return the looks of the pegs or letters of any rules; none of a table.

    Raises:
        CodeError: the names do not fit the rules.
        ExportError: colours are named, but the rules have none.
    """
    if not rules.uses_pegs:
        if names is not None:
            raise ExportError(f"{rules} has no colours: leave out their names")
        return [] if rules.uses_names else [TILE] * rules.colors
    return [
        {part: getattr(peg, part) for part in ("name", "fill", "ink", "radii", "hole")}
        for peg in pegs_of(rules, names)
    ]


def name_of(rules: Rules) -> str:
    """Return a name that only these rules have: those of other lists or cells have another one."""
    if rules.defined_by_text:
        return str(rules)
    return f"{rules}-{crc32(repr(rules.to_map()).encode()):08x}"


def other_data(tree: StrategyTree) -> dict[str, object]:
    """Return rules that are not classic, and the nodes of the tree: code, answer, depth, right.

    Codes of words and tables are places in the lists, since numbers of words can exceed 53 bits.

    Raises:
        ExportError: there are too many answers to look up.
    """
    rules, places = tree.rules, None
    game = rules.to_map()
    if not rules.uses_pegs:
        places = {code: place for place, code in enumerate(rules.codes())}
    if rules.uses_names and len(game["cells"]) + sum(map(len, game["questions"])) > MAX_WHOLE:
        rules, places = rules.for_player(tree.guess)
        game = rules.to_map()
    if not (rules.uses_pegs or rules.uses_names):
        game["symbols"] = [rules.symbol(color) for color in range(rules.colors)]
        game |= {"direction": "rtl"} if rules.right_to_left else {}
    game |= {"needsHistory": True} if rules.needs_history else {}
    looked_up = rules.answers not in COMPUTED
    if looked_up or (rules.kind.uses_text and not rules.uses_names):
        game |= _texts(rules)
    if looked_up:
        game["cells"] = _looked_up(rules)
    if "cells" in game:
        game["cells"] = b64encode(game["cells"]).decode()
    codes = [code if places is None else places[code] for code in tree.guess]
    depths = [depth for _, depth in tree.walk()]
    return {
        "game": game,
        "allRight": rules.all_right,
        "lists": [codes, list(tree.feedback), depths, list(tree.consistent)],
    }


def _texts(rules: Rules) -> dict[str, Any]:
    """Return the texts of the answers.

    `texts` has the text of each answer, `unlikeliness` a row and a column for each answer in
    canonical order, and `explain` a text for each language.
    """
    kind, values = rules.kind, rules.feedbacks
    return {
        "texts": {value: kind.format(value) for value in values},
        "unlikeliness": None
        if rules.wide
        else [[kind.unlikeliness(one, other) for other in values] for one in values],
        "explain": {language: kind.explain(language) for language in LANGUAGES},
    }


def _looked_up(rules: Rules) -> bytes:
    """Return the answers: a row for each code and a column for each secret."""
    if (count := rules.guesses * rules.secrets) > MAX_CELLS:
        raise ExportError(
            f"{rules}: a page has at most {MAX_CELLS} of its answers, and needs {count}"
        )
    secrets = [rules.prepare(code) for code in rules.secret_codes()]
    codes = map(rules.prepare, rules.codes())
    return b"".join(
        rules.answer(guess, secret).to_bytes(1 + rules.wide, "little")
        for guess in codes
        for secret in secrets
    )
