"""A table of the values of several games."""

from __future__ import annotations

from mmtree.literature.value.value import GameValue

HEAD = """\
| rules | value | | all codes alike | codemaker | trees |
|---|---|---|---|---|---|"""


def row(found: GameValue) -> str:
    """A line of the table, in Markdown."""
    alike = found.alike * found.rules.secrets
    cells = (
        str(found.rules),
        str(found.value),
        f"{float(found.value):.4f}",
        f"{alike}/{found.rules.secrets} = {float(found.alike):.4f}",
        codemaker(found),
        str(len(found.codebreaker)),
    )
    return f"| {' | '.join(cells)} |"


def codemaker(found: GameValue) -> str:
    """The patterns in use, with their probabilities where codes of one are likelier."""
    used = {name: chance for name, chance in found.chances.items() if chance}
    each = {found.chances[name] / size for name, size in _sizes(found) if name in used}
    if len(used) == len(found.patterns) and len(each) == 1:
        return "all codes alike"
    if len(each) == 1:
        left = [name for name in found.patterns if name not in used]
        return f"all codes alike, but never {', '.join(left)}"
    return ", ".join(f"{name} {chance}" for name, chance in used.items())


def _sizes(found: GameValue) -> list[tuple[str, int]]:
    return list(zip(found.patterns, found.sizes, strict=True))
