"""Exports an ES module: the packed tree in base64, and a player that reads it in place."""

import json
from base64 import b64encode
from importlib.resources import files as package_files

from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts, answers, has_names, symbols
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, module_body, packed_values
from mmtree.tree.tree import StrategyTree


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``javascript``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree)
    rules = packed.shape.rules
    own = symbols(rules)
    table = b64encode(packed.table).decode()
    packed_tree = (package_files(__package__) / "packed_tree.js").read_text("utf-8")
    source = fill(
        __package__,
        "player.js.in",
        about="\n// ".join(header_lines(tree)).replace("</", "<\\/"),
        name=name,
        **packed_values(packed),
        symbols=_literal(own if has_names(rules) else "".join(own)),
        texts=_literal(answer_texts(rules)),
        numbers=", ".join(map(str, answers(rules))),
        answers=", ".join(map(str, rules.feedbacks[:-1])),
        opening_right=_literal(packed.right),
        packed_tree=module_body(packed_tree)[0] + "\n",
        table="\n".join(table[at : at + 100] for at in range(0, len(table), 100)),
    )
    return {f"{name}.js": source.encode()}


def _literal(value: object) -> str:
    """Return a value in JavaScript; nothing in it can end a script element."""
    return json.dumps(value).replace("<", "\\u003c")
