"""``mmtree compare``"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

import click

from mmtree.cli import candidates
from mmtree.cli.columns import columns
from mmtree.cli.output import say
from mmtree.game.code import LETTERS, format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.tree.file import load, load_head
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:
    from mmtree.literature.compare import Better, Difference, Renaming
    from mmtree.literature.games import Games, Turn

_ALL_PAIRS = 3
"""Of more trees than this, each is compared with the first alone."""


@click.command()
@click.argument(
    "files", shell_complete=candidates.tree_files, metavar="FILE...", nargs=-1, required=True
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Show trees of the same rules side by side.

    Their figures first. Then for each two of them, or of more than three for each with the first:
    where they first guess otherwise, and how many secrets each finds by fewer guesses, with the
    game of one where the difference is greatest. Trees that differ in the order of places and names
    of colours alone are told.
    """
    if len(files) < 2:
        raise click.UsageError("two trees or more are compared: name another one")
    _check_rules(files)
    from mmtree.literature.games import Games

    games = [Games(load(file)) for file in files]
    every = range(len(files))
    pairs = (
        list(combinations(every, 2))
        if len(files) <= _ALL_PAIRS
        else [(0, other) for other in every[1:]]
    )
    found = [_Pair((files[one], files[other]), games[one], games[other]) for one, other in pairs]
    if as_json:
        told = {
            "rules": str(games[0].tree.rules),
            "trees": [_told(file, one.tree) for file, one in zip(files, games, strict=True)],
            "pairs": [
                {"first": files[one], "second": files[other], **pair.told()}
                for (one, other), pair in zip(pairs, found, strict=True)
            ],
        }
        say(*json.dumps(told, indent=2).split("\n"))
        return
    say(*_figures(files, [one.tree for one in games]))
    for (one, other), pair in zip(pairs, found, strict=True):
        say("", f"{files[one]} and {files[other]}", *(f"  {line}" for line in pair.lines()))


def _check_rules(files: Iterable[str]) -> None:
    """Refuse trees of different rules, before any of them is read whole.

    Raises:
        click.UsageError: they are not all of the same.
    """
    of: dict[Rules, str] = {}
    for file in files:
        of.setdefault(load_head(file).rules, file)
    if len(of) > 1:
        which = [f"{file} is of {rules}" for rules, file in of.items()]
        more = f" and {len(which) - 4} more" if len(which) > 4 else ""
        raise click.UsageError(
            f"trees of the same rules are compared, but {', '.join(which[:4])}{more}"
        )


class _Pair:
    """What two trees have in common and what not."""

    def __init__(self, names: tuple[str, str], first: Games, second: Games) -> None:
        from mmtree.literature.compare import better, first_difference, renaming

        self.names, self.first, self.second = names, first, second
        self.rules = first.tree.rules
        self.difference: Difference | None = first_difference(first, second)
        self.renamed: Renaming | None = None
        if self.difference:
            self.renamed = renaming(first.tree, second.tree)
        self.better: Better = better(first, second)
        self.worse: Better = better(second, first)

    @property
    def equal(self) -> int:
        """How many secrets both find by as many guesses."""
        return self.rules.secrets - self.better.secrets - self.worse.secrets

    def lines(self) -> list[str]:
        """All of it for people."""
        if self.difference is None:
            return ["the same tree, guess by guess"]
        lines = [f"first difference: {self._where(self.difference)}"]
        if self.renamed:
            lines.append(f"the same tree up to renaming: {self._how(self.renamed)}")
        for which, one, games, others in (
            (self.names[0], self.better, self.first, self.second),
            (self.names[1], self.worse, self.second, self.first),
        ):
            if one.example is None:
                lines.append(f"{which} is better for no secret")
                continue
            guesses = f"{one.most} guess{'es' if one.most > 1 else ''}"
            lines += [
                f"{which} is better for {_secrets(one.secrets)}, by up to {guesses}:",
                f"  {self._played(games, one.example)}",
                f"  {self._played(others, one.example)} there",
            ]
        return [*lines, f"both are equal for {_secrets(self.equal)}"]

    def told(self) -> dict[str, object]:
        """All of it as JSON holds it."""
        difference = self.difference and {
            "before": self._turns(self.difference.before),
            "first_guesses": self._code(self.difference.first),
            "second_guesses": self._code(self.difference.second),
        }
        return {
            "same": self.difference is None,
            "same_up_to_renaming": self.difference is None or self.renamed is not None,
            "first_difference": difference,
            "first_better": self._told(self.better),
            "second_better": self._told(self.worse),
            "equal": self.equal,
        }

    def _told(self, one: Better) -> dict[str, object]:
        games = None
        if one.example is not None:
            games = [self._turns(tree.game(one.example)) for tree in (self.first, self.second)]
        return {"secrets": one.secrets, "by_up_to": one.most, "example_games": games}

    def _turns(self, turns: Iterable[Turn]) -> list[list[str | int]]:
        return [[self._code(turn.guess), turn.feedback] for turn in turns]

    def _played(self, games: Games, secret: int) -> str:
        """A game: its guesses, of which the last is the secret."""
        return " ".join(self._code(turn.guess) for turn in games.game(secret))

    def _where(self, difference: Difference) -> str:
        here, there = self._code(difference.first), self._code(difference.second)
        above = (f"{self._code(t.guess)} {format_feedback(t.feedback)}" for t in difference.before)
        place = ", ".join(above)
        return f"{f'after {place}' if place else 'opened'} {here}, there {there}"

    def _how(self, renamed: Renaming) -> str:
        """What becomes of places and colours, as far as it is not what it was."""
        parts = []
        if list(renamed.places) != sorted(renamed.places):
            moved = " ".join(str(place + 1) for place in renamed.places)
            parts.append(f"places {moved} of the first are 1 to {self.rules.pegs} of the second")
        if all(names is renamed.colors[0] for names in renamed.colors):
            parts += _names(renamed.colors[0])
        else:
            for at, names in enumerate(renamed.colors, 1):
                parts += [f"{text} at place {at}" for text in _names(names)]
        return "; ".join(parts)

    def _code(self, code: int) -> str:
        return format_code(code, self.rules)


def _names(names: dict[int, int]) -> list[str]:
    """The colours that get another name, in one text, or none."""
    changed = [(LETTERS[old], LETTERS[new]) for old, new in sorted(names.items()) if old != new]
    if not changed:
        return []
    return [
        f"colours {' '.join(old for old, _ in changed)} become "
        f"{' '.join(new for _, new in changed)}"
    ]


def _secrets(count: int) -> str:
    return f"{count} secret{'s' if count != 1 else ''}"


def _figures(files: tuple[str, ...], trees: list[StrategyTree]) -> list[str]:
    """A table, a row for each tree."""
    most = max(tree.max for tree in trees)
    head = ("tree", "strategy", "total", "average", "max", *map(str, range(1, most + 1)))
    rows = [head]
    for file, tree in zip(files, trees, strict=True):
        figures = str(tree.total), f"{float(tree.average):.4f}", str(tree.max)
        counts = map(str, (*tree.histogram, *[0] * (most - tree.max)))
        rows.append((file, tree.strategy.name, *figures, *counts))
    lines = columns(rows, range(2, len(head)))
    return [" " * (lines[0].rindex("max") + 5) + "secrets found by guess", *lines]


def _told(file: str, tree: StrategyTree) -> dict[str, object]:
    return {
        "tree": file,
        "strategy": tree.strategy.name,
        "total": tree.total,
        "average": float(tree.average),
        "max": tree.max,
        "histogram": list(tree.histogram),
    }
