"""The values that a shell offers: each is a ``shell_complete`` of parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from mmtree.game.names import ALIASES
from mmtree.tree import ready_made

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]

COMMON_RULES = (
    *("4p6c", "4p6c-distinct", "4p6c-black", "4p5c", "4p7c", "4p8c", "4p10c-distinct"),
    *("5p5c", "5p6c", "5p7c", "5p8c", "3p9c", "3p10c"),
    *("4p6c-distinct-secrets", "4p6c-holes", "4p6c-places", "4p6c-consistent"),
)
"""Rules that are played or have been studied."""


def _complete(words: Callable[[], Iterable[str]] = tuple, *found: str) -> Complete:
    """Return a function that offers words, and what the shell finds: ``file`` or ``dir``."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        items = [CompletionItem(incomplete, type=kind) for kind in found]
        begun = [word for word in words() if word.startswith(incomplete.lower())]
        return items + [CompletionItem(word) for word in begun]

    return complete


def _strategies() -> Iterable[str]:
    from mmtree.strategies.catalogue import NAMES

    return NAMES


files = _complete(tuple, "file")
folders = _complete(tuple, "dir")
trees = _complete(ready_made.names)
tree_files = _complete(ready_made.names, "file")
strategies = _complete(_strategies)
rules = _complete(lambda: (*ALIASES, *COMMON_RULES))
