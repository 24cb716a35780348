"""Exports an ES module: the packed tree in base64, and a player that reads it in place."""

from __future__ import annotations

import json
from base64 import b64encode
from importlib.resources import files as package_files

from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts, answers, symbols
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, module_body, packed_values
from mmtree.game.code import format_code
from mmtree.tree.tree import StrategyTree


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``javascript``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree)
    rules = packed.shape.rules
    modules = ("table.js", "walker.js" if rules.classic else "answers.js")
    table = b64encode(packed.table).decode()
    opening = packed.opening
    source = fill(
        __package__,
        "player.js.in",
        about="\n// ".join(header_lines(tree)).replace("</", "<\\/"),
        name=name,
        **packed_values(packed),
        example=format_code(opening, rules),
        opening=opening,
        answers=", ".join(map(str, rules.feedbacks[:-1] if rules.classic else answers(rules))),
        texts=_literal(answer_texts(rules)),
        symbols=_literal(symbols(rules)),
        listed=_literal(packed.shape.listed),
        identified=_literal(rules.identified),
        opening_right=_literal(packed.right),
        walker="\n\n".join(map(_read, modules)) + "\n",
        table="\n".join(table[at : at + 100] for at in range(0, len(table), 100)),
    )
    return {f"{name}.js": source.encode()}


def _literal(value: object) -> str:
    """Return a value in JavaScript; nothing in it can end a script element."""
    return json.dumps(value).replace("<", "\\u003c")


def _read(module: str) -> str:
    """Return a module without its imports and exports."""
    return module_body((package_files(__package__) / module).read_text("utf-8"))[0]
