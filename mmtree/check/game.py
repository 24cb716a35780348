"""A game as the checker sees it: its secrets, its guesses and their answers.

A code is a row of bytes. The byte of a peg is its colour, that of a letter its place in the
alphabet. A question or secret of a table is its number in four bytes. Only the data of the rules
are used, such as word lists and cells, so that an error in their answers cannot confirm itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import permutations, product

from mmtree.check.feedback import answer, marks
from mmtree.errors import RulesError
from mmtree.game.rules import Rules, check_known
from mmtree.game.table_rules import TableRules
from mmtree.game.word_rules import WordRules

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_BASES = {"places": 3, "right": 2}
_NUMBER = 4


class Game:
    """The game of some rules.

    Attributes:
        rules: the rules.
        width: the number of bytes of a row.
    """

    def __init__(self, rules: Rules) -> None:
        check_known(rules, "checks")
        self.rules = rules
        self.width = _NUMBER if isinstance(rules, TableRules) else rules.pegs

    @cached_property
    def _words(self) -> frozenset[bytes]:
        return frozenset(self.first_guesses())

    def row(self, code: int) -> bytes:
        """Return the row of a code number.

        Raises:
            RulesError: it is not the number of a code that may be guessed.
        """
        rules = self.rules
        if isinstance(rules, TableRules):
            if code >= len(rules.questions) + len(rules.secret_names):
                raise RulesError(f"{code} is not the number of a code of {rules}")
            return code.to_bytes(_NUMBER, "big")
        row = bytes(rules.digits(code))
        if isinstance(rules, WordRules) and row not in self._words:
            raise RulesError(f"{code} is not the number of a word of {rules}")
        return row

    def colors(self, row: bytes) -> tuple[int, ...]:
        """Return a row as the colours of its code."""
        table = isinstance(self.rules, TableRules)
        return (int.from_bytes(row, "big"),) if table else tuple(row)

    def secrets(self) -> Iterator[bytes]:
        """Yield the row of each secret, in rising order of codes with pegs."""
        rules = self.rules
        if isinstance(rules, TableRules):
            first = len(rules.questions)
            for place in range(len(rules.secret_names)):
                yield (first + place).to_bytes(_NUMBER, "big")
        elif isinstance(rules, WordRules):
            yield from self._spell(rules, rules.secret_words)
        elif rules.distinct or rules.distinct_secrets:
            yield from map(bytes, permutations(range(rules.colors - rules.holes), rules.pegs))
        else:
            yield from map(bytes, product(range(rules.colors - rules.holes), repeat=rules.pegs))

    def first_guesses(self) -> Iterator[bytes]:
        """Yield the row of each word, question or named secret that may be guessed first."""
        rules = self.rules
        if isinstance(rules, TableRules):
            for code in range(len(rules.questions)):
                yield code.to_bytes(_NUMBER, "big")
            if not rules.identified:
                yield from self.secrets()
        elif isinstance(rules, WordRules):
            yield from self._spell(rules, (*rules.secret_words, *rules.other_words))

    @staticmethod
    def _spell(rules: WordRules, words: tuple[str, ...]) -> Iterator[bytes]:
        places = {letter: place for place, letter in enumerate(rules.alphabet)}
        return (bytes(places[letter] for letter in word) for word in words)

    def is_question(self, row: bytes) -> bool:
        """Whether a row is a question of a table, which no secret answers as its own name."""
        rules = self.rules
        return isinstance(rules, TableRules) and int.from_bytes(row, "big") < len(rules.questions)

    @cached_property
    def answer(self) -> Callable[[bytes, bytes], int]:
        """The function that answers a guess at another secret."""
        rules = self.rules
        if isinstance(rules, TableRules):
            return self._look_up
        if rules.answers in ("pegs", "black"):
            whites = rules.whites
            return lambda guess, secret: answer(guess, secret, whites)
        base = _BASES[rules.answers]
        return lambda guess, secret: marks(guess, secret, base)

    def _look_up(self, guess: bytes, secret: bytes) -> int:
        rules = self.rules
        assert isinstance(rules, TableRules)
        if not self.is_question(guess):
            return len(rules.texts) - 1 - (guess != secret)
        place = int.from_bytes(secret, "big") - len(rules.questions)
        return rules.cells[int.from_bytes(guess, "big") * len(rules.secret_names) + place]

    def text(self, row: bytes) -> str:
        """Return a row in letters, or the name of a question or secret."""
        rules = self.rules
        if isinstance(rules, TableRules):
            return (*rules.questions, *rules.secret_names)[int.from_bytes(row, "big")]
        return "".join(rules.symbol(color) or _LETTERS[color] for color in row)

    def answer_text(self, value: int) -> str:
        """Return the text of an answer."""
        rules = self.rules
        if isinstance(rules, TableRules):
            return rules.texts[value]
        if rules.answers in ("pegs", "black"):
            return f"{value // 10}b{value % 10}w"
        base = _BASES[rules.answers]
        signs = "-+" if base == 2 else "-~+"
        return "".join(signs[value // base**at % base] for at in reversed(range(rules.pegs)))
