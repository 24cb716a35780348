"""mmtree: a decision-tree compiler and offline lookup kit for Mastermind.

Playing from a tree needs only the standard library and msgpack; what builds and checks trees is
imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from mmtree.tree.file import load, save
from mmtree.tree.tree import Node, StrategyTree

if TYPE_CHECKING:
    from mmtree.check.verify import verify
    from mmtree.search.prices import Objective
    from mmtree.strategies.builder import build_tree

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

_LATER = {
    "build_tree": "mmtree.strategies.builder",
    "Objective": "mmtree.search.prices",
    "verify": "mmtree.check.verify",
}


def __getattr__(name: str) -> Any:
    """Import what builds and checks only when it is asked for."""
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'mmtree' has no attribute {name!r}")
