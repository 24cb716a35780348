"""A decision-tree compiler and offline lookup kit for Mastermind.

A strategy is run for every secret, and its whole tree is stored: guess, feedback, guess … Playing
from the tree needs no search:

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

- build_tree builds a tree (Objective is the quantity that an exact search minimises), save and load
  write and read its file, and verify checks such a file with independent code. load also takes the
  name of a ready-made tree: load("knuth-4p6c").
- StrategyTree has rules, figures and nodes; Node is a view on one node.
- Codebreaker plays from a tree and lists the answers that may have been wrong; Codemaker answers
  guesses.
- Rules are read by parse_rules, codes by parse_code, feedback by parse_feedback; feedback compares
  two codes. A Code and a Feedback equal the numbers that files hold, which are accepted, too, and
  print as AABC and 2b1w; format_code writes digits or colour names.
- word_rules and table_rules make the rules of word games and of any questions with answers;
  read_words and read_table read them from lists and CSV.
- Wrong values raise an MmtreeError, and arguments of a wrong type a TypeError.

Playing from a tree needs only the standard library and msgpack. Every name is imported when it is
first used, so that ``import mmtree`` and the command start fast.
"""

TYPE_CHECKING = False  # type checkers know the name; importing typing would take a while
if TYPE_CHECKING:
    from typing import Any

    # "X as X" exports a name for type checkers; isort would write a line for each of them.
    # isort: off
    from mmtree.check.report import Finding as Finding, Report as Report
    from mmtree.check.verify import verify as verify
    from mmtree.errors import *  # noqa: F403
    from mmtree.game.answers import Answers as Answers
    from mmtree.game.code import Code as Code, format_code as format_code, parse_code as parse_code
    from mmtree.game.feedback import (
        Feedback as Feedback,
        feedback as feedback,
        format_feedback as format_feedback,
        parse_feedback as parse_feedback,
    )
    from mmtree.game.hints import Hint as Hint
    from mmtree.game.make_table import table_rules as table_rules
    from mmtree.game.objective import Objective as Objective
    from mmtree.game.peg_rules import PegRules as PegRules, parse_rules as parse_rules
    from mmtree.game.read_rules import read_words as read_words
    from mmtree.game.read_table import read_table as read_table
    from mmtree.game.rules import Rules as Rules
    from mmtree.game.table_rules import TableRules as TableRules
    from mmtree.game.word_rules import WordRules as WordRules, word_rules as word_rules
    from mmtree.play.codebreaker import Codebreaker as Codebreaker
    from mmtree.play.codemaker import Codemaker as Codemaker, random_secret as random_secret
    from mmtree.play.game_rows import Repair as Repair
    from mmtree.play.review import (
        Review as Review,
        ReviewedGuess as ReviewedGuess,
        review as review,
    )
    from mmtree.strategies.builder import (
        BuildInterrupted as BuildInterrupted,
        build_tree as build_tree,
    )
    from mmtree.tree.file import load as load, save as save
    from mmtree.tree.provenance import (
        Figures as Figures,
        Proof as Proof,
        Provenance as Provenance,
        Strategy as Strategy,
    )
    from mmtree.tree.tree import Node as Node, StrategyTree as StrategyTree
    # isort: on

__version__ = "0.1.0"

_PUBLIC = {
    "check.report": ["Finding", "Report"],
    "check.verify": ["verify"],
    "errors": [
        *("CertificateError", "ChartError", "CheckpointError", "ClusterError", "CodeError"),
        *("DrawingError", "ExpectationError", "ExportError", "FeedbackError", "GameFileError"),
        *("KernelError", "MmtreeError", "NotationError", "NoTreeError", "OpeningsFileError"),
        *("ProofError", "RulesError", "SheetError", "SizeError", "StrategyError", "TreeError"),
        "TreeFileError",
    ],
    "game.answers": ["Answers"],
    "game.code": ["Code", "format_code", "parse_code"],
    "game.feedback": ["Feedback", "feedback", "format_feedback", "parse_feedback"],
    "game.hints": ["Hint"],
    "game.make_table": ["table_rules"],
    "game.objective": ["Objective"],
    "game.peg_rules": ["PegRules", "parse_rules"],
    "game.read_rules": ["read_words"],
    "game.read_table": ["read_table"],
    "game.rules": ["Rules"],
    "game.table_rules": ["TableRules"],
    "game.word_rules": ["WordRules", "word_rules"],
    "play.codebreaker": ["Codebreaker"],
    "play.codemaker": ["Codemaker", "random_secret"],
    "play.game_rows": ["Repair"],
    "play.review": ["Review", "ReviewedGuess", "review"],
    "strategies.builder": ["BuildInterrupted", "build_tree"],
    "tree.file": ["load", "save"],
    "tree.provenance": ["Figures", "Proof", "Provenance", "Strategy"],
    "tree.tree": ["Node", "StrategyTree"],
}
"""The public names of each module; the imports above are for type checkers."""

_HOMES = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mmtree' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"mmtree.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, imported or not."""
    return sorted({*globals(), *__all__})
