"""The comparison of two trees by ``mmtree compare``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mmtree.counts import format_count
from mmtree.game.code import format_code, symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.research.compare import Comparison, Difference, Gain
    from mmtree.research.games import Games, Turn
    from mmtree.research.renaming import Renaming


def pair_lines(pair: Comparison, first: str, second: str) -> list[str]:
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


def pair_to_dict(pair: Comparison) -> dict[str, object]:
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
        "first_better": _to_dict(pair, pair.first_gain),
        "second_better": _to_dict(pair, pair.second_gain),
        "equal": pair.equal,
    }


def _to_dict(pair: Comparison, one: Gain) -> dict[str, object]:
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


def _describe_renaming(renamed: Renaming, rules: Rules) -> str:
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
