"""What every strategy sheet says, whatever it looks like: rows, pegs, figures, how to read it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from mmtree.errors import SheetError
from mmtree.game.code import format_code
from mmtree.game.feedback import feedback
from mmtree.game.rules import Rules
from mmtree.show.notation import Notation
from mmtree.show.pegs import Peg, pegs_of
from mmtree.show.rows import Cell, Row, Rows
from mmtree.show.sheets.styles import STYLES
from mmtree.tree.file import checksum
from mmtree.tree.tree import Proof, StrategyTree

SheetSymbols = Literal["letters", "digits", "digits1", "pegs"]
SHEET_SYMBOLS: tuple[SheetSymbols, ...] = get_args(SheetSymbols)


MAX_TITLE = 120
"""Characters of the longest title."""


@dataclass(frozen=True)
class Step:
    """One guess of a game played from the sheet.

    Attributes:
        row: number of the row it is read from; 0 in the short notation, which has none.
        guess: the code number guessed.
        feedback: the answer it gets; all black ends the game.
    """

    row: int
    guess: int
    feedback: int


class Sheet:
    """A strategy tree made ready to be printed.

    Args:
        tree: the strategy tree.
        style: one of :data:`mmtree.show.sheets.styles.STYLES`.
        names: the colours of the box at home, as in :func:`mmtree.show.pegs.pegs_of`.
        symbols: how codes are written; ``pegs`` are drawn where the format can, letters elsewhere.
        title: the headline; None makes one from the rules.
        source: where the strategy was published; empty where that is unknown.

    Raises:
        CodeError: the names do not fit, or the rules have too many colours for the symbols.
        SheetError: the style is unknown, or the title is too long or cannot be printed.
        TreeError: the nodes are no strategy tree.
    """

    def __init__(
        self,
        tree: StrategyTree,
        style: str,
        *,
        names: str | None = None,
        symbols: SheetSymbols = "pegs",
        title: str | None = None,
        source: str = "",
    ) -> None:
        if style not in STYLES:
            raise SheetError(f"unknown style {style!r}: there are {', '.join(STYLES)}")
        self.tree = tree
        self.rules: Rules = tree.rules
        self.style = style
        self.symbols = symbols
        self._names = names
        self.pegs: tuple[Peg, ...] = pegs_of(tree.rules, names)
        self.rows = Rows(tree, by_turn=style == "table")
        if title is not None and (len(title) > MAX_TITLE or not title.isprintable()):
            raise SheetError(f"a title has at most {MAX_TITLE} characters that can be printed")
        self.own_title = title is not None
        self.title = title if title is not None else f"{self._game}, {self._in_words}"
        self.source = source
        self.code(tree.root.guess)  # refuses symbols that these rules are too large for

    def code(self, number: int) -> str:
        """A code in letters or digits."""
        return format_code(
            number, self.rules, "letters" if self.symbols == "pegs" else self.symbols
        )

    @property
    def drawn(self) -> bool:
        """True where codes are drawn as pegs."""
        return self.symbols == "pegs"

    @cached_property
    def checksum(self) -> str:
        """The first eight hexadecimal digits of the SHA-256 of the file that mmtree writes."""
        return checksum(self.tree)[:8]

    @property
    def strategy(self) -> str:
        """The strategy, its source and what was proved of it, in a line that says who says so."""
        tree = self.tree
        source = f" ({self.source})" if self.source else ""
        proof = _proved(tree.proof, tree.total) if tree.proof and tree.proof.optimal else ""
        says = "" if tree.trusted else ", says the tree file"
        return f"{tree.strategy.name}{source}{proof}{says}"

    @property
    def promise(self) -> str:
        """The greatest and the average number of guesses, in a line."""
        figures = self.tree.figures
        return (
            f"at most {figures.max} guesses, on average {float(figures.average):.4f} "
            f"({figures.total}/{figures.secrets})"
        )

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What is to be known of the strategy: a name and a text each."""
        return [
            ("rules", f"{self._in_words} ({self.rules})"),
            ("strategy", self.strategy),
            ("promise", self.promise),
            ("tree", f"{self.checksum} (SHA-256)"),
        ]

    @property
    def row_word(self) -> str:
        """What a row is called on this sheet; empty where rows have no numbers."""
        return STYLES[self.style].row

    @property
    def _game(self) -> str:
        return "Bulls and cows" if self.thing == "digit" and self.rules.distinct else "Mastermind"

    @property
    def _in_words(self) -> str:
        """The rules as a player would say them."""
        rules = self.rules
        if self.thing == "digit":
            words = f"{rules.pegs} digit{'s' * (rules.pegs > 1)}"
        else:
            holes = sum(peg.hole for peg in self.pegs)
            colors = rules.colors - holes
            words = f"{rules.pegs} peg{'s' * (rules.pegs > 1)}, "
            words += f"{colors} colour{'s' * (colors > 1)}{' or empty' * holes}"
        if rules.distinct:
            words += ", none twice"
        if not rules.whites:
            words += ", answered in black only"
        return words

    @property
    def numbered(self) -> bool:
        """True where the rows have numbers."""
        return bool(self.row_word)

    @property
    def legend(self) -> list[tuple[str, str]]:
        """Symbol and name of every colour that has a name; digits need none of the palette."""
        if self._names is None and not self.drawn and self.symbols != "letters":
            return []
        return [
            (self.code_symbol(color), peg.name) for color, peg in enumerate(self.pegs) if peg.name
        ]

    @cached_property
    def answers(self) -> tuple[int, ...]:
        """The answers after which the game goes on anywhere, in canonical order."""
        return tuple(sorted({cell.feedback for row in self.rows for cell in row.cells}))

    def answer(self, feedback: int) -> str:
        """An answer in digits: black pegs, then white pegs where the rules have them."""
        return f"{feedback:02}" if self.rules.whites else str(feedback // 10)

    def code_symbol(self, color: int) -> str:
        """The letter or digit of one colour; −1 is the last."""
        if self.symbols in ("digits", "digits1"):
            color %= self.rules.colors
            return str(color + (self.symbols == "digits1"))
        return self.pegs[color].symbol

    @property
    def thing(self) -> str:
        """What a code is made of, for the player."""
        digits = self.symbols == "digits" and self._names is None and self.rules.colors == 10
        return "digit" if digits else "colour"

    @property
    def numbers_colors(self) -> bool:
        """True where the player has to number the colours of the box."""
        digits = self.symbols in ("digits", "digits1")
        return digits and self._names is None and self.thing == "colour"

    @cached_property
    def notation(self) -> Notation:
        """The tree in the short notation."""
        return Notation(self.tree)

    @cached_property
    def example(self) -> tuple[Step, ...]:
        """A short game that shows, if the tree has them, a way to another row and two last codes
        to play in order."""
        ways: list[tuple[Row, ...]] = [(self.rows[1],)]
        ends: list[tuple[tuple[Row, ...], Cell]] = []
        # Two rows show how to go on; where no way ends there, the shortest that does.
        while len(ways[0]) <= 2 or not ends:
            ends += [(way, cell) for way in ways for cell in way[-1].cells if cell.codes]
            ways = [(*way, self.rows[c.row]) for way in ways for c in way[-1].cells if c.row]
            if not ways:
                break
        best, last = max(ends, key=lambda end: (len(end[1].codes), min(len(end[0]), 2)))
        secret = last.codes[-1]
        if self.style == "short":
            return tuple(Step(0, guess, answer) for guess, answer in self.notation.game(secret))
        guesses = [(row.number, row.guess) for row in best]
        guesses += [(best[-1].number, code) for code in last.codes]
        return tuple(
            Step(number, guess, feedback(guess, secret, self.rules)) for number, guess in guesses
        )


def _proved(proof: Proof, total: int) -> str:
    """What was proved, as a player would say it; nothing where the total tells otherwise."""
    words = {
        "expected": "best on average",
        "worst, then expected": "best in the worst case, then on average",
    }.get(proof.objective)
    if most := re.fullmatch(r"expected, at most (\d+)", proof.objective):
        words = f"best on average within {most[1]} guesses"
    # Any other price is not the total, so that a file could say what it likes.
    return f", proved {words}" if words and proof.upper_bound == total else ""
