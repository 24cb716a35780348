"""Exports an Arduino library: the player in C and a sketch that plays on the serial console."""

from mmtree.counts import format_count
from mmtree.errors import ExportError
from mmtree.export.c import c, seed
from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts, answers, has_names, player_tree
from mmtree.export.seed.encode import encode
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, fill_c
from mmtree.game.code import LETTERS, format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the files of the library, in a folder of that name.

    Raises:
        ExportError: the layout cannot hold the tree, or an AVR cannot hold its table; names an
            alternative.
    """
    player = _player_files(tree, name, layout)
    rules = player_tree(tree).rules
    lines = header_lines(tree)[:3]
    values = {
        "counts": rules.kind.counts,
        "MM_TEXTS": has_names(rules),
        "MM_PEGS": rules.pegs > 1 or not has_names(rules),
        "identified": rules.identified,
        "capitals": name.upper(),
        "move": rules.move,
        **_input_values(rules),
    }
    about = " ".join(lines)
    most = format_count(tree.max, rules.move)
    game = "\n".join(_sample_game(tree))
    return {
        **{f"{name}/src/{path}": data for path, data in player.items()},
        f"{name}/examples/Play/Play.ino": fill_c("Play.ino", name, lines, **values),
        **{
            f"{name}/{path}": fill(
                "mmtree.export.c", source, name=name, about=about, max=most, game=game, **values
            ).encode()
            for path, source in (
                ("library.properties", "library.properties"),
                ("keywords.txt", "keywords.txt"),
                ("README.md", "library.md"),
            )
        },
    }


def _input_values(rules: Rules) -> dict[str, object]:
    """Return what the sketch says of the game, and the texts of answers, unless they are counts."""
    secret = f"secret of {rules}" if has_names(rules) else f"code: {_describe_code(rules)}"
    black, white = "the number of black pegs", "then that of white pegs (right colour elsewhere)"
    if counts := rules.kind.counts:
        digits = ("one digit, the number of black pegs", "two digits, black pegs and white pegs")
        return {
            "secret": _escape(secret),
            "how": f"Answer with {digits[counts - 1]}, or n for a",
            "answer": f"{black} (right colour in the right place)" + f", {white}" * (counts == 2),
            "new": "n",
            **dict.fromkeys(("texts", "numbers", "longest")),
        }
    texts = answer_texts(rules)
    shown = texts if len(texts) <= 10 else [*texts[:3], "...", texts[-1]]
    return {
        "secret": _escape(secret),
        "how": f"Answers are {_escape(', '.join(shown))}; new begins a",
        "answer": "the answer as shown",
        "new": "new",
        "texts": "\n".join(f'  "{_escape(text)}\\0"' for text in texts),
        "numbers": ", ".join(map(str, answers(rules))),
        "longest": max(len(text.encode()) for text in texts),
    }


def _escape(text: str) -> str:
    """Return a text for a string literal in C, with all but letters, digits and blanks escaped."""
    plain = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ,+-~"
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())


def _player_files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return header and source, if an AVR can hold the table; else suggest another layout."""
    if layout == "seed":
        try:
            return seed.files(tree, name)
        except ExportError as error:
            raise ExportError(f"{error}: use {_suggest_layout(tree, layout)}") from None
    packed = pack(tree)
    if packed.shape.rules.colors**packed.shape.rules.pegs > 1 << 32:
        raise ExportError(
            f"{tree.rules}: an AVR does not read codes of more than 32 bits: use --to c"
        )
    size = len(packed.table)
    if size > c.AVR_BYTES:
        raise ExportError(
            f"{tree.rules}: the table takes {size} bytes in the layout {layout}, an AVR holds at "
            f"most {c.AVR_BYTES}: use {_suggest_layout(tree, layout)}"
        )
    return c.player(packed, name, header_lines(tree))


def _suggest_layout(tree: StrategyTree, layout: str) -> str:
    """Return the alternative to a layout that an AVR cannot hold."""
    larger = "--to c and a larger chip"
    if layout != "dense":
        size = len(pack(tree).table)
        if size <= c.AVR_BYTES:
            return f"--layout dense ({size} bytes), or {larger}"
    if layout != "seed":
        try:
            return f"--layout seed ({len(encode(tree).table)} bytes), or {larger}"
        except ExportError:
            pass
    return larger


def _describe_code(rules: Rules) -> str:
    """Describe a code: ``4 pegs, A to F``."""
    last = LETTERS[rules.colors - 1]
    colors = f"A to {last}"
    if rules.colors > 26:
        colors = "A to Z, 0" if last == "0" else f"A to Z, 0 to {last}"
    pegs = format_count(rules.pegs, "peg")
    twice = ", none twice" * (rules.distinct or rules.distinct_secrets)
    return f"{pegs}, {colors}{twice}"


def _sample_game(tree: StrategyTree) -> list[str]:
    """Return the lines of a game in which each answer has the branch with the most nodes."""
    lines: list[str] = []
    node, rules = tree.root, tree.rules

    def typed(value: int) -> str:
        if rules.kind.counts:
            return f"{value:02}"[: rules.kind.counts]
        return format_feedback(value, rules)

    while not (node.is_leaf and rules.identified):
        lines.append(f"{rules.move} {len(lines) // 2 + 1}: {format_code(node.guess, rules)}")
        if node.is_leaf:
            lines.append(typed(rules.all_right))
            return [*lines, f"found by guess {len(lines) // 2}"]
        value, node = max(node.children.items(), key=lambda child: tree.extent[child[1].index])
        lines.append(typed(value))
    return [*lines, f"it is {format_code(node.guess, rules)}"]
