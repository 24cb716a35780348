"""The values that a shell offers when it completes an argument.

Each function is a ``shell_complete`` of click's parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click
from click.shell_completion import CompletionItem

from mmtree.counts import format_count
from mmtree.game.names import ALIASES
from mmtree.game.read_rules import parse_rules
from mmtree.tree import ready_made

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]

COMMON_RULES = (
    *("4p6c", "4p6c-distinct", "4p6c-black", "4p5c", "4p7c", "4p8c", "4p10c-distinct"),
    *("5p5c", "5p6c", "5p7c", "5p8c", "3p9c", "3p10c"),
    *("4p6c-distinct-secrets", "4p6c-holes", "4p6c-places", "4p6c-consistent"),
)
"""Rules that are played or have been studied."""


def tree_files(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Complete tree files and folders, which the shell finds, and ready-made trees."""
    return [CompletionItem(incomplete, type="tree"), *trees(ctx, param, incomplete)]


def files_and_trees(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Complete files and folders, which the shell finds, and ready-made trees."""
    return [*files(ctx, param, incomplete), *trees(ctx, param, incomplete)]


def trees(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete ready-made trees."""
    return _filter(incomplete, dict.fromkeys(ready_made.names(), ""))


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete files and folders, which the shell finds."""
    return [CompletionItem(incomplete, type="file")]


def folders(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Complete folders, which the shell finds."""
    return [CompletionItem(incomplete, type="dir")]


def strategies(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Complete strategies, each with its rule."""
    from mmtree.strategies.catalogue import ROWS

    return _filter(incomplete, {row.name: row.rule for row in ROWS})


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Complete the aliases of rules and the common rules."""
    return _filter(incomplete, {**ALIASES, **{text: _describe(text) for text in COMMON_RULES}})


def _describe(text: str) -> str:
    game = parse_rules(text)
    distinct = ", none twice" if game.distinct else ""
    black = "" if game.whites else ", only black pegs answered"
    house = text.split("-")[1:]
    colors = game.colors - game.holes
    words = [f"{format_count(game.pegs, 'peg')}, {colors} colours{distinct}{black}", *house]
    return "; ".join(words)


def _filter(incomplete: str, words: Mapping[str, str]) -> list[CompletionItem[str]]:
    return [
        CompletionItem(word, help=line)
        for word, line in words.items()
        if word.startswith(incomplete.lower())
    ]
