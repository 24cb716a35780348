"""Exports an ES module: the packed tree in base64, and a player that reads it in place."""

from __future__ import annotations

from base64 import b64encode
from importlib.resources import files as package_files

from mmtree.export.pack import Layout, pack
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, module_body, packed_values
from mmtree.game.code import format_code
from mmtree.tree.tree import StrategyTree


def files(tree: StrategyTree, name: str, layout: Layout) -> dict[str, bytes]:
    """Return the only file of the target ``javascript``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree, layout)
    walker = (package_files(__package__) / "walker.js").read_text("utf-8")
    rules = tree.rules
    table = b64encode(packed.table).decode()
    source = fill(
        __package__,
        "player.js.in",
        about="\n// ".join(header_lines(tree)),
        name=name,
        **packed_values(packed),
        example=format_code(tree.guess[0], rules),
        opening=tree.guess[0],
        answers=", ".join(map(str, rules.feedbacks[:-1])),
        walker=module_body(walker)[0] + "\n",
        table="\n".join(table[at : at + 100] for at in range(0, len(table), 100)),
    )
    return {f"{name}.js": source.encode()}
