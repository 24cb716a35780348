"""A decision-tree compiler and offline lookup kit for Mastermind.

A strategy is run to completion over every secret, and its whole tree is kept: guess, feedback,
guess … From the tree one plays without any search:

    >>> import mmtree
    >>> tree = mmtree.build_tree("knuth", "4p6c")
    >>> tree
    <StrategyTree of knuth for 4p6c: 1378 nodes>
    >>> tree.total, tree.average, tree.max
    (5801, Fraction(5801, 1296), 5)
    >>> player = mmtree.Codebreaker(tree)
    >>> str(player.guess)
    'AABB'
    >>> player.observe(11)  # 1 black and 1 white peg; True once all are black
    False
    >>> str(player.guess)
    'AACD'

- build_tree makes a tree (Objective says what an exact search minimises), save and load keep it in
  a file, and verify checks such a file by a second route. For a file can stand the name of a
  ready-made tree: load("knuth-4p6c").
- StrategyTree has rules, figures and nodes; Node is a view on one of them.
- Codebreaker plays from a tree and tells which answer may have been wrong; Codemaker answers
  guesses.
- Rules are read by Rules.parse, codes by parse_code, feedback by parse_feedback; feedback compares
  two codes. A Code and a Feedback equal the numbers that files hold, which are accepted, too, and
  print as AABC and 2b1w; format_code writes digits or colour names.
- Whatever is refused raises an MmtreeError, or a TypeError where an argument is of a wrong type.

Playing from a tree needs only the standard library and msgpack. Every name is imported when it is
first asked for, so that ``import mmtree`` costs nothing and the command is soon there.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the name tells type checkers; typing itself takes a while to import
if TYPE_CHECKING:
    from typing import Any

    from mmtree.check.verify import verify
    from mmtree.errors import (
        CertificateError,
        ChartError,
        CheckpointError,
        ChipError,
        ClusterError,
        CodeError,
        DrawingError,
        ExpectationError,
        ExportError,
        FeedbackError,
        FitError,
        GameFileError,
        KernelError,
        MissingError,
        MmtreeError,
        NotationError,
        NoTreeError,
        OpeningsFileError,
        RulesError,
        SheetError,
        SizeError,
        SlowError,
        StrategyError,
        TreeError,
        TreeFileError,
    )
    from mmtree.game.code import Code, format_code, parse_code
    from mmtree.game.feedback import Feedback, feedback, format_feedback, parse_feedback
    from mmtree.game.rules import Rules
    from mmtree.play.codebreaker import Codebreaker
    from mmtree.play.codemaker import Codemaker
    from mmtree.search.prices import Objective
    from mmtree.strategies.builder import BuildInterrupted, build_tree
    from mmtree.tree.file import load, save
    from mmtree.tree.tree import Node, StrategyTree

__version__ = "0.1.0"

__all__ = [
    "BuildInterrupted",
    "CertificateError",
    "ChartError",
    "CheckpointError",
    "ChipError",
    "ClusterError",
    "Code",
    "CodeError",
    "Codebreaker",
    "Codemaker",
    "DrawingError",
    "ExpectationError",
    "ExportError",
    "Feedback",
    "FeedbackError",
    "FitError",
    "GameFileError",
    "KernelError",
    "MissingError",
    "MmtreeError",
    "NoTreeError",
    "Node",
    "NotationError",
    "Objective",
    "OpeningsFileError",
    "Rules",
    "RulesError",
    "SheetError",
    "SizeError",
    "SlowError",
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
    "BuildInterrupted": "strategies.builder",
    "Code": "game.code",
    "Codebreaker": "play.codebreaker",
    "Codemaker": "play.codemaker",
    "Feedback": "game.feedback",
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
"""The module of each name that is not in mmtree.errors."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'mmtree' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"mmtree.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What is there, and what is imported only when it is asked for."""
    return sorted({*globals(), *__all__})
