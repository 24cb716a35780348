"""The notations for whole trees, and functions that read and write them."""

import re
from dataclasses import dataclass
from importlib import import_module
from operator import itemgetter
from typing import Any

from mmtree.counts import format_count
from mmtree.errors import NotationError, RulesError, TreeError
from mmtree.game.code import Symbols
from mmtree.game.rules import Rules, check_classic
from mmtree.progress import OnProgress, ignore
from mmtree.research.notations.detect_rules import detect_rules
from mmtree.research.notations.expand import OmittedGuesses, TreeExpander
from mmtree.research.notations.printed_tree import Text
from mmtree.research.notations.written_answers import read_answers
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

SYMBOLS: tuple[Symbols, ...] = ("letters", "digits", "digits1")
"""The ways that texts write codes. Each code is one word, so colour names are excluded."""

NAME = "imported"
"""The strategy name of an imported tree, which ``mmtree verify`` ignores."""


@dataclass(frozen=True)
class Notation:
    """One notation.

    Attributes:
        about: a description in one line.
        module: in :mod:`mmtree.research.notations`, with ``read(text)``, which returns a printed
            tree or raises a NotationError; ``write(tree, symbols)``, which yields lines or raises a
            CodeError if the symbols are too few; and ``default_symbols(rules)`` unless the default
            is letters.
        endings: the endings of its files; the first is used for writing.
        pattern: what its texts begin with, if no other notation has it.
    """

    about: str
    module: str
    endings: tuple[str, ...]
    pattern: str


NOTATIONS = {
    "irving": Notation(
        "n (guess: c, c, …; …), as Knuth, Irving, Neuwirth, Koyama and Lai print it",
        "irving",
        ("irving",),
        r"[0-9]+\s*\(",
    ),
    "punchcard": Notation(
        "numbered lines with a column for each answer, for people without a computer",
        "punchcard",
        ("punchcard",),
        r"[XOxo-]+([ \t]+[XOxo-]+)+[ \t]*[\r\n]",
    ),
    "yaml": Notation(
        "lists and mappings, for other programs", "yaml_text", ("yaml", "yml"), r"---\s|- |\["
    ),
    "tree-json": Notation(
        'nested {"guess": …, "children": {answer: …}}, for other programs; any game',
        "json_text",
        ("json",),
        r"\{",
    ),
    "tree-flat": Notation(
        "a line for each position: answers so far, guess; codes and words",
        "flat_text",
        ("flat",),
        r"\S+[ \t]*([\r\n]|$)",
    ),
    "tree-rows": Notation(
        "numbered rows: guess, and guess or row after each answer; codes and words",
        "row_text",
        ("rows",),
        r"#[0-9]+\s*:",
    ),
    "tree-lines": Notation(
        "a line for each game, without what the line above has; codes and words",
        "game_text",
        ("tree",),
        r"\S+[ \t]+\S",
    ),
}


def detect_notation(data: bytes, path: str) -> str:
    """Return the notation of a text by its first line, or else by the ending of its name.

    Raises:
        NotationError: neither tells it; or as :class:`Text`.
    """
    text = Text(data, path).text.lstrip()
    for name, notation in NOTATIONS.items():
        if re.match(notation.pattern, text):
            return name
    for ending, name in notation_of_endings().items():
        if path.lower().endswith(ending):
            return name
    names = ", ".join(NOTATIONS)
    raise NotationError(path, None, f"unknown notation: give --from {names}")


def notation_of_endings() -> dict[str, str]:
    """Return the notation for each ending of a file name."""
    return {f".{end}": name for name, row in NOTATIONS.items() for end in row.endings}


@dataclass(frozen=True)
class ImportedTree:
    """A tree that was read from a text.

    Attributes:
        tree: the tree, with the strategy name ``imported``.
        symbols: how the text writes codes.
        order: the order of the answers, empty if it is Knuth's.
        in_order: the number of unprinted positions of three or more secrets that are guessed in
            order, since nothing is cheaper.
        cheapest: the number of those with the cheapest guesses, since no rule is implied.
        uneven: guesses printed as if they split the rest into single secrets, although they do not.
        misprints: answers that are taken from the secrets found after them.
    """

    tree: StrategyTree
    symbols: Symbols
    order: str
    in_order: int
    cheapest: int
    uneven: int
    misprints: int = 0

    def describe(self) -> list[str]:
        """Describe in lines what was deduced from the text or added to it."""
        digits = {"digits": "digits from 0", "digits1": "digits from 1"}
        pegs = self.tree.rules.uses_pegs
        lines = [f"codes in {digits[self.symbols]}"] if pegs and self.symbols in digits else []
        if self.order:
            lines.append(f"answers in another order than Knuth's: {self.order}")
        for count, what, text in (
            (self.in_order, "position", "not printed: guessed in order, since nothing is cheaper"),
            (
                self.cheapest,
                "position",
                "not printed, and no rule is implied: cheapest guesses used",
            ),
            (self.uneven, "guess", "printed without answers, but leave several secrets after one"),
            (self.misprints, "answer", "misprinted: taken from the secrets found after them"),
        ):
            if count:
                lines.append(f"{format_count(count, what)} {'is' if count == 1 else 'are'} {text}")
        return lines


def read_tree(
    data: bytes,
    notation: str,
    path: str = "text",
    rules: Rules | None = None,
    symbols: Symbols | None = None,
    progress: OnProgress = ignore,
) -> ImportedTree:
    """Read the tree of a text.

    Args:
        data: the text, in UTF-8.
        notation: one of :data:`NOTATIONS`.
        path: the name of the text in error messages.
        rules: the rules of the tree; None to deduce them.
        symbols: how the text writes codes; None to deduce it.
        progress: called with the secrets found, and all secrets.

    Raises:
        NotationError: the text is not a tree in this notation and of these rules, its rules cannot
            be deduced, or the notation is unknown.
        RulesError: the notation is not for these rules.
    """
    module = _module(notation)
    if rules is not None:
        _check_game(rules, notation)
    printed = Text(data, path, rules)
    module.read(printed)
    game, signs, codes = detect_rules(printed, rules, symbols)
    misprints = read_answers(printed, game, codes)
    strategy = Strategy(NAME, {"notation": notation})
    failed: list[tuple[int, NotationError]] = []
    for meant, order in printed.readings:
        omitted = OmittedGuesses(game)
        trial = TreeExpander(printed, game, signs, codes, meant, omitted)
        try:
            tree = trial.build(strategy, progress)
        except NotationError as error:
            failed.append((trial.nodes, error))
            continue
        except TreeError as error:
            raise NotationError(path, None, str(error)) from None
        counts = omitted.in_order, omitted.cheapest, trial.uneven
        return ImportedTree(tree, signs, order, *counts, misprints)
    raise max(failed, key=itemgetter(0))[1]  # of the likeliest reading


def write_tree(tree: StrategyTree, notation: str, symbols: Symbols | None = None) -> bytes:
    """Return the text of a tree, in UTF-8; reading it gives the same guesses.

    Args:
        notation: one of :data:`NOTATIONS`.
        symbols: how codes are written; None for the default of the notation.

    Raises:
        NotationError: the notation is unknown, or does not support the symbols.
        CodeError: the rules have too many colours for these symbols.
        RulesError: the notation is not for these rules.
    """
    module = _module(notation)
    _check_game(tree.rules, notation)
    if symbols is not None and symbols not in SYMBOLS:
        reason = f"symbols {symbols!r} are not supported: use one of {', '.join(SYMBOLS)}"
        raise NotationError(notation, None, reason)
    if symbols is None:
        default = getattr(module, "default_symbols", None)
        symbols = default(tree.rules) if default else "letters"
    return "".join(f"{line}\n" for line in module.write(tree, symbols)).encode()


def _check_game(rules: Rules, notation: str) -> None:
    """Only notations called tree- are for all games, and only JSON for names of several words."""
    if not notation.startswith("tree-"):
        check_classic(rules, f"{notation}: trees in this notation")
    elif rules.uses_names and notation != "tree-json":
        raise RulesError(f"{notation}: names in the table {rules} may have blanks: use tree-json")


def _module(notation: str) -> Any:
    if notation not in NOTATIONS:
        raise NotationError(notation, None, f"unknown notation: use one of {', '.join(NOTATIONS)}")
    return import_module(f"mmtree.research.notations.{NOTATIONS[notation].module}")
