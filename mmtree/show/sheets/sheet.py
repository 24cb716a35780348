"""The content of a strategy sheet in any style: rows, pegs, figures and instructions."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mmtree.errors import CodeError, SheetError
from mmtree.game.code import format_code
from mmtree.game.feedback import feedback, format_feedback
from mmtree.game.rules import Rules
from mmtree.show.pegs import Peg, pegs_of
from mmtree.show.sheet_rows import Cell, Rows, SheetRow
from mmtree.show.sheets.short_notation import ShortNotation
from mmtree.show.sheets.styles import GAMES, STYLES, SheetSymbols
from mmtree.show.texts import MAX_TITLE, Language, Texts, is_title, proof_text
from mmtree.tree.file import checksum
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True)
class Step:
    """One guess of a game played from the sheet.

    Attributes:
        row: the number of its row; 0 for a last code, and in the short notation.
        guess: the code number guessed.
        feedback: the answer it gets; all black ends the game.
    """

    row: int
    guess: int
    feedback: int


class Sheet:
    """The content of a strategy sheet.

    Args:
        style: one of :data:`mmtree.show.sheets.styles.STYLES`.
        names: the colours of the user's box, as in :func:`mmtree.show.pegs.pegs_of`.
        symbols: the symbols of codes; ``pegs`` are letters in formats that cannot draw. None is
            ``pegs``, or ``digits`` for bulls and cows, and for ten colours in a style that prefers
            them.
        title: the headline; None for one made from the figures.
        source: the publication of the strategy; empty if unknown.
        language: of all texts.

    Raises:
        CodeError: the names do not fit, or the rules have too many colours for the symbols.
        SheetError: the style is unknown or cannot show the game, or the title is too long or cannot
            be printed.
        TreeError: the nodes are not a strategy tree.
    """

    def __init__(
        self,
        tree: StrategyTree,
        style: str,
        *,
        names: str | None = None,
        symbols: SheetSymbols | None = None,
        title: str | None = None,
        source: str = "",
        language: Language = "en",
    ) -> None:
        if style not in STYLES:
            raise SheetError(f"unknown style {style!r}: there are {', '.join(STYLES)}")
        self.tree = tree
        self.rules: Rules = tree.rules
        self.style = style
        if not GAMES[STYLES[style].draws](tree.rules):
            other = [name for name, row in STYLES.items() if GAMES[row.draws](tree.rules)]
            raise SheetError(
                f"a {STYLES[style].called or style} is for {STYLES[style].draws}, not for "
                f"{tree.rules}: take --style {', '.join(other[:-1])} or {other[-1]}"
            )
        if symbols in ("digits", "digits1") and not tree.rules.uses_pegs:
            raise CodeError(f"{tree.rules} has no colours to number: leave out --symbols {symbols}")
        digits = STYLES[style].digits or self.rules.nozero or self.rules.distinct
        digits = digits and names is None and self._colors == 10
        self.symbols: SheetSymbols = symbols or ("digits" if digits else "pegs")
        self._names = names
        self.pegs: tuple[Peg, ...] = pegs_of(tree.rules, names, language)
        self.rows = Rows(tree)
        if title is not None and not is_title(title):
            raise SheetError(f"the title must have 1 to {MAX_TITLE} printable characters")
        self.texts = Texts(language, self._games)
        bulls = self.part == "digit" and tree.rules.distinct
        most = tree.figures.max
        self.title = title or self.texts(
            "headlineDigits" if bulls else "headline", n=most, max=most
        )
        self.source = source
        self.code(tree.root.guess)  # refuses symbols that these rules are too large for

    def code(self, number: int) -> str:
        """Return a code in letters or digits."""
        return format_code(
            number, self.rules, "letters" if self.symbols == "pegs" else self.symbols
        )

    @property
    def drawn(self) -> bool:
        """Whether codes are drawn as pegs, or words as letters on tiles."""
        return self.symbols == "pegs" and not self.in_texts

    @property
    def in_texts(self) -> bool:
        """Whether codes and answers are shown as texts, since answers have no drawing."""
        return self.rules.kind.uses_text

    @property
    def _colors(self) -> int:
        """The number of colours, without the empty place; 0 for other games."""
        return self.rules.colors - self.rules.holes if self.rules.uses_pegs else 0

    @property
    def _games(self) -> list[str]:
        """The sections of texts for the rules."""
        rules = self.rules
        sections = {
            "house": not rules.classic,
            "words": not (rules.uses_pegs or rules.uses_names),
            "marks": rules.kind.levels > 0,
            "right": rules.kind.levels == 2,
            "texts": self.in_texts and not rules.uses_names,
            "table": rules.uses_names,
            "questions": rules.only_asks,
        }
        return [name for name, holds in sections.items() if holds]

    @property
    def subline(self) -> str:
        """The rules in words, and the average number of guesses, which a worksheet asks for."""
        if self.style == "worksheet":
            return self.in_words
        average = self.texts.decimal(float(self.tree.figures.average))
        return f"{self.in_words} · {self.texts('onAverage', average=average)}"

    @property
    def in_words(self) -> str:
        """The rules in a player's words."""
        rules, texts = self.rules, self.texts
        digits = self.part == "digit"
        if digits:
            words = [texts("digitsOf", n=rules.pegs)]
        else:
            holes = sum(peg.hole for peg in self.pegs[: self._colors])
            colors = texts("colorsOrEmpty" if holes else "colorsOf", n=self._colors - holes)
            words = [texts("pegsOf", n=rules.pegs, colors=colors, secrets=rules.secrets)]
        if rules.distinct:
            words.append(texts("digitsDistinct" if digits else "distinct"))
        if not rules.whites:
            words.append(texts("blackOnly"))
        house = {
            "distinctSecrets": rules.distinct_secrets,
            "emptyPlaces": rules.holes,
            "noZero": rules.nozero,
            "consistentOnly": rules.consistent,
            "hardOnly": rules.hard,
            "weighted": bool(rules.weights),
        }
        words += [texts(name) for name, holds in house.items() if holds]
        return ", ".join(words)

    @cached_property
    def checksum(self) -> str:
        """``SHA-256`` and its first eight hexadecimal digits, of the file that mmtree writes."""
        return f"SHA-256 {checksum(self.tree)[:8]}"

    @property
    def foot(self) -> str:
        """The facts for researchers: rules, strategy, source, proof, exact average, tree."""
        tree, texts = self.tree, self.texts
        source = self.source.replace(" and ", f" {texts('and')} ")
        source = f" ({source})" if source else ""
        proof = self.proof_in_words
        says = "" if proof or tree.provenance.verified else f", {texts('saysFile')}"
        parts = [
            "mmtree",
            str(self.rules),
            f"{tree.strategy.name}{source}{says}",
            proof,
            texts("fraction", total=tree.figures.total, secrets=tree.figures.weight),
            self.checksum,
        ]
        return " · ".join(filter(None, parts))

    @property
    def proof_in_words(self) -> str:
        """The proved property, marked if only the file says so; empty if nothing is proved."""
        name, gaps = proof_text(self.tree) or ("", {})
        if not name:
            return ""
        text = self.texts(name, n=gaps.get("max"), **gaps)
        return text if self.tree.provenance.proved else f"{text}, {self.texts('saysFile')}"

    @cached_property
    def has_pairs(self) -> bool:
        """Whether two last codes follow an answer."""
        return 2 in self.tree.extent[1:]

    @property
    def numbered(self) -> bool:
        """Whether the rows have numbers."""
        return STYLES[self.style].numbered

    @property
    def legend(self) -> list[tuple[str, str]]:
        """Symbol and name of every colour that has a name; digits need none of the palette."""
        if self._names is None and self.symbols not in ("pegs", "letters"):
            return []
        names = self.texts.colors
        return [
            (self.code_symbol(color), names.get(peg.name, peg.name))
            for color, peg in enumerate(self.pegs)
            if peg.name
        ]

    @cached_property
    def answers(self) -> tuple[int, ...]:
        """All answers of the tree but all black, in canonical order."""
        return tuple(sorted({cell.feedback for row in self.rows for cell in row.cells}))

    def plays(self, cell: Cell) -> tuple[int, ...]:
        """Return the guess of the row that follows an answer, or the last codes to play."""
        return (self.rows[cell.row].guess,) if cell.row else cell.codes

    def answer(self, feedback: int) -> str:
        """Format an answer in digits: black pegs, then white pegs if the rules have them.

        Other answers are in marks or in words; where a secret is only identified, its last answer
        is empty.
        """
        if not self.rules.kind.counts:
            last = self.rules.only_asks and feedback == self.rules.all_right
            return "" if last else format_feedback(feedback, self.rules)
        return f"{feedback:02}" if self.rules.whites else str(feedback // 10)

    def from_left(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the pegs of a code, or the marks of an answer, in the order from the left."""
        return parts[::-1] if self.rules.right_to_left else parts

    def code_symbol(self, color: int) -> str:
        """Return the letter or digit of one colour; −1 is the last."""
        color %= self.rules.colors
        if self.symbols in ("digits", "digits1") and not self.rules.symbol(color):
            return str(color + (self.symbols == "digits1"))
        return self.pegs[color].symbol

    @property
    def part(self) -> str:
        """The parts of a code, in the player's words."""
        digits = self.symbols == "digits" and self._names is None and self._colors == 10
        digits = digits and self.rules.kind.counts > 0
        return "digit" if digits else "colour"

    @property
    def numbers_colors(self) -> bool:
        """Whether the player has to number the colours of the box."""
        digits = self.symbols in ("digits", "digits1")
        return digits and self._names is None and self.part == "colour"

    @cached_property
    def notation(self) -> ShortNotation:
        """The tree in the short notation."""
        return ShortNotation(self.tree)

    @property
    def paragraphs(self) -> Iterator[str]:
        """The paragraphs of the short notation."""
        return self.notation.paragraphs(self.answer, self.code)

    @cached_property
    def example(self) -> tuple[Step, ...]:
        """A short game with, if possible, a row that is not the next one and two last codes."""
        if self.style == "short":
            return tuple(Step(0, *guess) for guess in self.notation.game(self._last_code()))
        ways: list[tuple[SheetRow, ...]] = [(self.rows[1],)]
        ends: list[tuple[tuple[SheetRow, ...], Cell]] = []
        # Prefer games over three rows; else take the shortest.
        while ways and (len(ways[0]) <= 3 or not ends):
            ends += [(way, cell) for way in ways for cell in way[-1].cells if cell.codes]
            ways = [(*way, self.rows[c.row]) for way in ways for c in way[-1].cells if c.row]
        # With two last codes, of many rows, and with an arrow that leads far.
        best, last = max(
            ends,
            key=lambda end: (
                len(end[1].codes),
                len(end[0]),
                end[0][-1].number - end[0][-2:][0].number,
            ),
        )
        guesses = [(row.number, row.guess) for row in best] + [(0, code) for code in last.codes]
        answers = (feedback(guess, last.codes[-1], self.rules) for _, guess in guesses)
        return tuple(Step(*guess, answer) for guess, answer in zip(guesses, answers, strict=True))

    def _last_code(self) -> int:
        """Return a secret whose game enters nested parentheses, if there are any."""
        node = self.tree.root
        while further := self.notation.printed(node):
            node = max(further.values(), key=lambda child: len(self.notation.printed(child)))
        return max(self.tree.guess[node.index : node.index + self.tree.extent[node.index]])
