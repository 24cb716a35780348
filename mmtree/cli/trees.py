"""``mmtree trees``"""

from collections.abc import Sequence
from contextlib import suppress

import click

from mmtree.cli.options import complete_names, json_option, rules_option
from mmtree.cli.output import print_json, print_lines, select
from mmtree.errors import RulesError
from mmtree.game.objective import Objective
from mmtree.game.peg_rules import parse_rules
from mmtree.show.columns import columns, wrap_rows, wrap_width
from mmtree.tree import ready_made
from mmtree.tree.file import load_head
from mmtree.tree.reader import Head

_HEAD = ("name", "rules", "total", "average", "max", "proved least")
_NUMBERS = (2, 3, 4)


@click.command()
@click.argument("names", metavar="[NAME...]", nargs=-1, shell_complete=complete_names)
@rules_option("Only the trees for these rules.")
@json_option
def command(names: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """List the ready-made trees that come with mmtree, all of them or those named.

    Every command that takes a tree file takes these names, too: mmtree play knuth-4p6c. A file of
    the same name comes first. The last column names the figures that are proved to be least, in
    this order, or how far the total can be above the least; or - if nothing is proved; with ? if
    only the file says so, and mmtree has no certificate of it.
    """
    if not ready_made.names():
        raise click.UsageError("this copy of mmtree has no ready-made trees")
    heads = {name: load_head(_known(name)) for name in dict.fromkeys(names) or ready_made.names()}
    if not names:
        heads = dict(sorted(heads.items(), key=lambda item: _sort_key(item[1])))
    if rules is not None:
        game = parse_rules(rules)
        known = ", ".join(dict.fromkeys(str(head.rules) for head in heads.values()))
        heads = {name: head for name, head in heads.items() if head.rules == game}
        if not heads and names:
            raise click.UsageError(f"none of the named trees is for {game}: they are for {known}")
        if not heads:
            raise click.UsageError(f"no ready-made tree for {game}; there are trees for {known}")
    if as_json:
        found = [
            {"name": name, "rules": head.rules, "strategy": head.strategy.name}
            | select(head.claim, "secrets", "total", "max")
            | {"proved_optimal": head.proved_objective, "certified": head.certified}
            | {"lower_bound": head.proof.lower_bound if head.proof else None}
            for name, head in heads.items()
        ]
        print_json(found)
    else:
        _print_table([_row(name, head) for name, head in heads.items()])


def _sort_key(head: Head) -> tuple[int, ...]:
    """Return the key that sorts trees by rules, and those of the same rules by total."""
    rules = head.rules
    return (rules.pegs, rules.colors, rules.distinct, not rules.whites, head.claim.total)


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print a line for each tree; if these are too long, the rules are headings of their trees."""
    lines, width = columns([_HEAD, *rows], _NUMBERS, wrap=False), wrap_width()
    if width is None or max(map(len, lines)) <= width:
        print_lines(*lines)
    else:
        cells = [_HEAD, *((f"  {name}", *rest) for name, *rest in rows)]
        without_rules = [(name, *figures) for name, _, *figures in cells]
        head, *tables = wrap_rows(without_rules, (1, 2, 3))
        print_lines(*head)
        rules = ""
        for row, table in zip(rows, tables, strict=True):
            if row[1] != rules:
                rules = row[1]
                print_lines(rules)
            print_lines(*table)
    if width is not None and any(row[-1].endswith("?") for row in rows):
        print_lines("? says the file: mmtree has no certificate of it")


def _known(name: str) -> str:
    """Return the path of a ready-made tree."""
    path = ready_made.path(name)
    if path is None:
        near = ready_made.nearest(name)
        hint = f": did you mean {near!r}?" if near else ". `mmtree trees` lists them"
        with suppress(RulesError):
            hint = f": did you mean --rules {parse_rules(name)}?"
        raise click.UsageError(f"no ready-made tree called {name or repr(name)}{hint}")
    return path


def _row(name: str, head: Head) -> Sequence[str]:
    """Return the cells of a tree; the last is which figures are proved to be least."""
    claim = head.claim
    figures = (str(claim.total), f"{float(claim.average):.4f}", str(claim.max))
    proved = head.proved_objective or "-"
    if objective := Objective.read(proved):
        proved = objective.figures
    elif head.proof:
        proved = f"within {head.proof.gap}"
    says_file = head.proof is not None and not head.certified
    return name, str(head.rules), *figures, proved + " ?" * says_file
