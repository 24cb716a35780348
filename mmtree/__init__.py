"""mmtree: a decision-tree compiler and offline lookup kit for Mastermind.

Playing from a tree needs only the standard library and msgpack. Every name is imported when it is
first asked for, so that ``import mmtree`` costs nothing and the command is soon there.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the name tells type checkers; typing itself takes a while to import
if TYPE_CHECKING:
    from typing import Any

    from mmtree.check.verify import verify
    from mmtree.errors import (
        CheckpointError,
        CodeError,
        DrawingError,
        ExpectationError,
        FeedbackError,
        KernelError,
        MmtreeError,
        NoTreeError,
        RulesError,
        SizeError,
        StrategyError,
        TreeError,
        TreeFileError,
    )
    from mmtree.game.code import format_code, parse_code
    from mmtree.game.feedback import feedback, format_feedback, parse_feedback
    from mmtree.game.rules import Rules
    from mmtree.play.codebreaker import Codebreaker
    from mmtree.play.codemaker import Codemaker
    from mmtree.search.prices import Objective
    from mmtree.strategies.builder import build_tree
    from mmtree.tree.file import load, save
    from mmtree.tree.tree import Node, StrategyTree

__version__ = "0.1.0"

__all__ = [
    "CheckpointError",
    "CodeError",
    "Codebreaker",
    "Codemaker",
    "DrawingError",
    "ExpectationError",
    "FeedbackError",
    "KernelError",
    "MmtreeError",
    "NoTreeError",
    "Node",
    "Objective",
    "Rules",
    "RulesError",
    "SizeError",
    "StrategyError",
    "StrategyTree",
    "TreeError",
    "TreeFileError",
    "build_tree",
    "feedback",
    "format_code",
    "format_feedback",
    "load",
    "parse_code",
    "parse_feedback",
    "save",
    "verify",
]

_HOMES = {
    "Codebreaker": "play.codebreaker",
    "Codemaker": "play.codemaker",
    "Node": "tree.tree",
    "Objective": "search.prices",
    "Rules": "game.rules",
    "StrategyTree": "tree.tree",
    "build_tree": "strategies.builder",
    "feedback": "game.feedback",
    "format_code": "game.code",
    "format_feedback": "game.feedback",
    "load": "tree.file",
    "parse_code": "game.code",
    "parse_feedback": "game.feedback",
    "save": "tree.file",
    "verify": "check.verify",
}
"""The module of each name but the errors."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'mmtree' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"mmtree.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value
