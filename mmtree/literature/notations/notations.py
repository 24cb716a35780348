"""The notations that there are, and how a tree goes from one to a tree file and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from mmtree.arguments import expect
from mmtree.errors import NotationError
from mmtree.game.code import Symbols
from mmtree.game.rules import Rules
from mmtree.literature.notations.detect_rules import game_of
from mmtree.literature.notations.expand import Grower, Progress
from mmtree.literature.notations.omitted_guesses import Filler
from mmtree.literature.notations.printed_tree import Outline
from mmtree.literature.notations.text import Text, counted
from mmtree.tree.tree import Strategy, StrategyTree

SYMBOLS: tuple[Symbols, ...] = ("letters", "digits", "digits1")
"""How texts write codes: each is one word, so that colours have no names."""

NAME = "imported"
"""The strategy that an imported tree names; ``mmtree verify`` knows that it says nothing."""


@dataclass(frozen=True)
class Notation:
    """One notation.

    Attributes:
        about: who prints so, in a line.
        module: in :mod:`mmtree.literature.notations`; it has ``read(text)``, which returns an
            outline, ``write(tree, symbols)``, which yields lines, and ``symbols_of(rules)``.
        endings: of the names of its files, that which is written first.
    """

    about: str
    module: str
    endings: tuple[str, ...]


NOTATIONS = {
    "irving": Notation(
        "n (guess: c, c, …; …), as Knuth, Irving, Neuwirth, Koyama and Lai print it",
        "irving",
        ("irving",),
    ),
    "braces": Notation("{AB:{10:{AC:{…}},02:BA,…}}, all in one line", "braces", ("braces",)),
    "punchcard": Notation(
        "numbered lines with a column for each answer, for people without a computer",
        "punchcard",
        ("punchcard",),
    ),
    "yaml": Notation("lists and mappings, for other programs", "yaml_text", ("yaml", "yml")),
}


def text_endings() -> dict[str, str]:
    """The notation that each ending of a file's name tells."""
    return {f".{end}": name for name, row in NOTATIONS.items() for end in row.endings}


@dataclass(frozen=True)
class Imported:
    """A tree that was read from a text.

    Attributes:
        tree: the tree; its strategy is called ``imported``.
        symbols: how the text writes codes.
        order: how it orders the answers, where it is not as Knuth does.
        in_order: parts of three secrets or more that are not printed, and in which the first code
            in order was played, since none is cheaper.
        cheapest: those in which the cheapest guesses were played, since nothing is implied.
        uneven: guesses printed as if they split the rest into single secrets, which they do not.
    """

    tree: StrategyTree
    symbols: Symbols
    order: str
    in_order: int
    cheapest: int
    uneven: int

    def told(self) -> list[str]:
        """What was found or filled in without being printed, in lines."""
        digits = {"digits": "digits from 0", "digits1": "digits from 1"}
        lines = [f"codes in {digits[self.symbols]}"] if self.symbols in digits else []
        if self.order:
            lines.append(f"answers in another order than Knuth's: {self.order}")
        if self.in_order:
            parts = counted(self.in_order, "part is", "parts are")
            lines.append(f"{parts} not printed: codes in order, since nothing is cheaper")
        if self.cheapest:
            parts = counted(self.cheapest, "part is", "parts are")
            lines.append(f"{parts} not printed, and no rule implied: the cheapest guesses")
        if self.uneven:
            guesses = counted(self.uneven, "guess stands", "guesses stand")
            lines.append(f"{guesses} without answers, but some of them leave several secrets")
        return lines


def read_tree(
    data: bytes,
    notation: str,
    path: str = "text",
    rules: Rules | None = None,
    symbols: Symbols | None = None,
    progress: Progress | None = None,
) -> Imported:
    """The tree of a text.

    Args:
        data: the text, in UTF-8.
        notation: one of :data:`NOTATIONS`.
        path: what the text is called in errors.
        rules: the rules it must be of; None to find them.
        symbols: how it writes codes; None to find that.
        progress: called with the secrets found, all secrets, and nothing.

    Raises:
        NotationError: the text is no tree in this notation and of these rules, or does not tell
            its rules; or the notation is unknown.
    """
    expect(bytes, data, "data", "the bytes of a text")
    module = _module(notation)
    read: Callable[[Text], Outline] = module.read
    outline = read(Text(data, path, rules))
    game, signs, codes = game_of(outline, rules, symbols)
    strategy = Strategy(NAME, {"notation": notation})
    failed: tuple[int, NotationError] | None = None
    for meant, order in outline.readings:
        trial = Grower(outline, game, signs, codes, meant, Filler(game, search=False))
        try:
            tree = trial.tree(strategy)
        except NotationError as error:
            if failed is None or failed[0] < trial.grown:  # the likelier reading
                failed = trial.grown, error
            continue
        filler = Filler(game)
        if trial.filler.in_order:
            tree = Grower(outline, game, signs, codes, meant, filler).tree(strategy, progress)
        return Imported(tree, signs, order, filler.in_order, filler.cheapest, trial.uneven)
    assert failed
    raise failed[1]


def write_tree(tree: StrategyTree, notation: str, symbols: Symbols | None = None) -> bytes:
    """The text of a tree, in UTF-8; read back, it gives the same guesses.

    Args:
        tree: the tree.
        notation: one of :data:`NOTATIONS`.
        symbols: how codes are written; None for what is usual in the notation.

    Raises:
        NotationError: the notation is unknown, or has no place for such symbols.
        CodeError: the rules have too many colours for these symbols.
    """
    expect(StrategyTree, tree, "tree", "a StrategyTree")
    module = _module(notation)
    if symbols is not None and symbols not in SYMBOLS:
        told = f"codes are one word each: there are {', '.join(SYMBOLS)}"
        raise NotationError(notation, None, told)
    write: Callable[[StrategyTree, Symbols], Iterator[str]] = module.write
    lines = write(tree, symbols or module.symbols_of(tree.rules))
    return "".join(f"{line}\n" for line in lines).encode()


def _module(notation: str) -> Any:
    if notation not in NOTATIONS:
        raise NotationError(notation, None, f"no notation: there are {', '.join(NOTATIONS)}")
    return import_module(f"mmtree.literature.notations.{NOTATIONS[notation].module}")
