"""``mmtree compare``"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import json_option, trees_argument
from mmtree.cli.output import FIGURES, print_json, print_lines, select
from mmtree.counts import format_count
from mmtree.game.code import format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.show.columns import figures_table
from mmtree.tree.file import load, load_head

if TYPE_CHECKING:
    from mmtree.research.compare import Comparison, Difference, Gain, TreeRenaming
    from mmtree.research.games import Games, Turn

_ALL_PAIRS = 3
"""With more trees than this, each is compared only with the first."""


@click.command()
@trees_argument
@json_option
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Compare trees of the same rules.

    Prints the figures of each tree. Then compares them in pairs (more than three: each with the
    first): where their guesses first differ, how many secrets each finds in fewer guesses, and the
    game with the greatest difference. Reports trees that are equal up to a permutation of places
    and colours.
    """
    if len(files) < 2:
        raise click.UsageError("two trees or more are compared: name another one")
    _check_rules(files)
    from mmtree.research.compare import compare
    from mmtree.research.games import Games

    games = [Games(load(file)) for file in files]
    every = range(len(files))
    pairs = (
        list(combinations(every, 2))
        if len(files) <= _ALL_PAIRS
        else [(0, other) for other in every[1:]]
    )
    found = [compare(games[one], games[other]) for one, other in pairs]
    if as_json:
        trees = [
            {
                "tree": file,
                "strategy": one.tree.strategy.name,
                "ready_made": one.tree.provenance.verified,
                **select(one.tree, *FIGURES[1:]),
            }
            for file, one in zip(files, games, strict=True)
        ]
        compared = [
            {"first": files[one], "second": files[other], **_pair_to_dict(pair)}
            for (one, other), pair in zip(pairs, found, strict=True)
        ]
        print_json({"rules": games[0].tree.rules, "trees": trees, "pairs": compared})
        return
    rows = []
    for file, played in zip(files, games, strict=True):
        doubt = "" if played.tree.provenance.verified else ", says the file"
        rows.append(((file, played.tree.strategy.name + doubt), played.tree.figures))
    print_lines(*figures_table(("tree", "strategy"), rows, 2, games[0].tree.rules.move))
    for (one, other), pair in zip(pairs, found, strict=True):
        print_lines("", *_pair_lines(pair, files[one], files[other]))


def _check_rules(files: Iterable[str]) -> None:
    """Check that all trees have the same rules, from the heads of their files."""
    of: dict[Rules, str] = {}
    for file in files:
        of.setdefault(load_head(file).rules, file)
    if len(of) > 1:
        which = [f"{file} is of {rules}" for rules, file in of.items()]
        more = f" and {len(which) - 4} more" if len(which) > 4 else ""
        raise click.UsageError(
            f"trees of the same rules are compared, but {', '.join(which[:4])}{more}"
        )


def _pair_lines(pair: Comparison, first: str, second: str) -> list[str]:
    """Format a comparison as lines, with these names of the trees."""
    head, rules = f"{first} and {second}", pair.first.tree.rules
    if pair.difference is None:
        return [head, "  the same tree, guess by guess"]
    lines = [f"first difference: {_format_difference(pair.difference, rules)}"]
    if pair.renaming:
        lines.append(f"the same tree up to renaming: {_describe_renaming(pair.renaming, rules)}")
    if pair.in_branches:
        lines.append("the same tree up to renaming, which differs from branch to branch")
    for name, one, games, others in (
        (first, pair.first_gain, pair.first, pair.second),
        (second, pair.second_gain, pair.second, pair.first),
    ):
        if one.example is None:
            lines.append(f"{name} is better for no secret")
            continue
        guesses = format_count(one.most, rules.move)
        lines += [
            f"{name} is better for {format_count(one.secrets, 'secret')}, by up to {guesses}:",
            f"  {_played(games, one.example)}",
            f"  {_played(others, one.example)} there",
        ]
    lines.append(f"both are equal for {format_count(pair.equal, 'secret')}")
    return [head, *(f"  {line}" for line in lines)]


def _pair_to_dict(pair: Comparison) -> dict[str, object]:
    """Return a comparison in the form of the JSON output."""
    rules, difference = pair.first.tree.rules, pair.difference
    same = difference is None
    return {
        "same": same,
        "same_up_to_renaming": same or pair.renaming is not None,
        "same_up_to_renaming_in_branches": same or bool(pair.renaming) or pair.in_branches,
        "first_difference": difference
        and {
            "before": _turns(difference.before, rules),
            "first_guesses": format_code(difference.first, rules),
            "second_guesses": format_code(difference.second, rules),
        },
        "first_better": _gain_to_dict(pair, pair.first_gain),
        "second_better": _gain_to_dict(pair, pair.second_gain),
        "equal": pair.equal,
    }


def _gain_to_dict(pair: Comparison, one: Gain) -> dict[str, object]:
    games = None
    if one.example is not None:
        rules = pair.first.tree.rules
        games = [_turns(tree.play(one.example), rules) for tree in (pair.first, pair.second)]
    return {"secrets": one.secrets, "by_up_to": one.most, "example_games": games}


def _turns(turns: Iterable[Turn], rules: Rules) -> list[list[str | int]]:
    return [[format_code(guess, rules), feedback] for guess, feedback in turns]


def _played(games: Games, secret: int) -> str:
    """Format the guesses of a game; the last is the secret."""
    rules = games.tree.rules
    played = [format_code(guess, rules) for guess, _ in games.play(secret)]
    return (", " if any(" " in guess for guess in played) else " ").join(played)


def _format_difference(difference: Difference, rules: Rules) -> str:
    """Format the common guesses and answers, and the different guesses after them."""
    above = (
        f"{format_code(guess, rules)} {format_feedback(feedback, rules)}"
        for guess, feedback in difference.before
    )
    place = ", ".join(above)
    here, there = format_code(difference.first, rules), format_code(difference.second, rules)
    return f"{f'after {place}' if place else 'opened'} {here}, there {there}"


def _describe_renaming(renamed: TreeRenaming, rules: Rules) -> str:
    """Describe the places and colours that change."""
    parts = []
    if list(renamed.places) != sorted(renamed.places):
        moved = " ".join(str(place + 1) for place in renamed.places)
        parts.append(f"places {moved} of the first are 1 to {len(renamed.places)} of the second")
    if all(names is renamed.colors[0] for names in renamed.colors):
        parts += _names(renamed.colors[0], rules)
    else:
        for at, names in enumerate(renamed.colors, 1):
            parts += [f"{text} at place {at}" for text in _names(names, rules)]
    return "; ".join(parts)


def _names(names: dict[int, int], rules: Rules) -> list[str]:
    """Describe the colours that change, in a list of at most one text."""
    changed = [
        (symbol(old, rules), symbol(new, rules)) for old, new in sorted(names.items()) if old != new
    ]
    if not changed:
        return []
    old, new = (" ".join(letters) for letters in zip(*changed, strict=True))
    return [f"colours {old} become {new}"]
