"""What the page needs to know of games that are not classic: their rules, looks and nodes."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from zlib import crc32

from mmtree.errors import ExportError
from mmtree.game.rules import PegRules, Rules, check_known
from mmtree.game.table_rules import TableRules
from mmtree.show.pegs import EMPTY, FILLS, Peg, mark, pegs_of
from mmtree.tree.tree import StrategyTree

MAX_WHOLE = 200_000
"""The most cells and letters of questions that a page has of a whole table.

Of a larger table, it has the rows that the tree asks.
"""

TILE = {"name": "", "fill": "#fbf7ec", "ink": "#1c2422", "radii": [0.16] * 4, "hole": False}
"""The look of a letter, or of a digit of bulls and cows, which has no colour."""

_HOLE = Peg(".", EMPTY, FILLS[EMPTY], mark(FILLS[EMPTY]), (), hole=True)


def kind_of(rules: Rules) -> str | None:
    """Return the kind of rules, which names the modules of the page for it; None if classic."""
    return None if rules.classic else str(rules.to_map()["kind"])


def looks_of(rules: Rules, names: str | None) -> list[dict[str, Any]]:
    """Return the looks of the pegs or letters of any rules; none of a table.

    Raises:
        CodeError: the names do not fit the rules.
        ExportError: colours are named, but the rules have none.
    """
    kind = kind_of(rules)
    if kind in ("words", "table"):
        if names is not None:
            raise ExportError(f"{rules} has no colours: leave out their names")
        return [TILE] * rules.colors if kind == "words" else []
    pegs = pegs_of(PegRules(rules.pegs, rules.colors - rules.holes), names)
    return [
        {part: getattr(peg, part) for part in ("name", "fill", "ink", "radii", "hole")}
        for peg in (*pegs, *[_HOLE] * rules.holes)
    ]


def name_of(rules: Rules) -> str:
    """Return a name that only these rules have: those of other lists or cells have another one."""
    kind = kind_of(rules)
    if kind in (None, "pegs"):
        return str(rules)
    return f"{rules}-{crc32(repr(rules.to_map()).encode()):08x}"


def other_data(tree: StrategyTree) -> dict[str, object]:
    """Return rules that are not classic, and the nodes of the tree: code, answer, depth, right.

    Codes of words and tables are places in the lists, since numbers of words can exceed 53 bits.
    """
    rules = tree.rules
    check_known(rules, "pages")
    places = None
    if isinstance(rules, TableRules):
        if len(rules.cells) + sum(map(len, rules.questions)) > MAX_WHOLE:
            rules, places = rules.for_player(tree.guess)
    elif kind_of(rules) == "words":
        places = {code: place for place, code in enumerate(rules.codes())}
    game = rules.to_map()
    if game.get("kind") == "words":
        game["symbols"] = [rules.symbol(color) for color in range(rules.colors)]
    if "cells" in game:
        game["cells"] = b64encode(game["cells"]).decode()
    codes = [code if places is None else places[code] for code in tree.guess]
    depths = [depth for _, depth in tree.walk()]
    return {
        "game": game,
        "allRight": rules.all_right,
        "lists": [codes, list(tree.feedback), depths, list(tree.consistent)],
    }
