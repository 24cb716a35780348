"""The kinds of answers to a guess: what the codemaker says, as a number that fits two bytes.

A kind is one class: the numbers that can occur, the answer to a guess, and how an answer is
written, read, drawn and explained. It knows how many pegs and colours a code has, but no rules.
:data:`mmtree.game.peg_answers.KINDS` lists the kinds that codes in pegs can have; the rest of
mmtree asks :attr:`mmtree.game.rules.Rules.kind`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

MAX_ANSWERS = 65_535
"""The most different answers that a game can have, that to the right guess included."""

BYTE_ANSWERS = 255
"""The most answers that are numbered in a byte: the native kernel, certificates, checkpoints and
packed trees mark a missing one by 255. Games of more are wide."""

Prepared = Any
"""A code in the form that the method `answer` of its kind takes."""

ColorRenaming = Literal["jointly", "separately", "never"]
Permuting = Literal["always", "opening", "never"]


@dataclass(frozen=True)
class Answers(ABC):
    """A kind of answers to guesses at codes.

    Attributes:
        pegs: the length of a code.
        colors: the number of colours.
        distinct: whether no code has a colour twice.
        name: the name of the kind, which follows rules as in ``4p6c-places``.
        example: how answers are written, for messages and explanations.
        renaming: "jointly" where all colours can be renamed without changing an answer,
            "separately" where those of each peg can, "never" where none can.
        permuting: "always" where pegs can be permuted without changing an answer, "opening" where
            that permutes the answers too, so that only first guesses are equivalent.
        counts: the numbers that an answer consists of, where it is drawn as pegs: 2 of black and
            white, 1 of black; else 0.
        levels: the different marks of a place, where an answer is drawn as a mark for each; else 0.
    """

    pegs: int
    colors: int
    distinct: bool = False

    name: ClassVar[str]
    example: ClassVar[str]
    renaming: ClassVar[ColorRenaming] = "never"
    permuting: ClassVar[Permuting] = "never"
    counts: ClassVar[int] = 0
    levels: ClassVar[int] = 0

    @property
    @abstractmethod
    def values(self) -> Sequence[int]:
        """The numbers of all answers that can occur, rising.

        The last one says that the guess is right, and only the secret itself gets it.
        """

    @staticmethod
    @abstractmethod
    def answer(guess: Prepared, secret: Prepared) -> int:
        """Return the answer to a guess at a secret, both as :meth:`prepare` returns them."""

    @abstractmethod
    def format(self, value: int) -> str:
        """Return the text of an answer."""

    @abstractmethod
    def parse(self, text: str) -> int | None:
        """Return the answer of a text; None where the text is no answer."""

    def prepare(self, digits: tuple[int, ...]) -> Prepared:
        """Convert the colours of a code for :meth:`answer`."""
        return digits

    def explain(self, language: str) -> str:
        """Return what the codemaker answers, for sheets and the page, where it is not drawn there.

        It is in English unless the kind has a text for the language, "en", "de" or "fr".
        """
        return self.example

    @property
    def uses_text(self) -> bool:
        """Whether answers are drawn as their texts, not as pegs or marks."""
        return not (self.counts or self.levels)

    def impossible(self, text: str, value: int, rules: object) -> str:
        """Return the message that no code of some rules gets an answer."""
        return f"feedback {text!r:.60} is impossible in {rules}"

    def unlikeliness(self, given: int, instead: int) -> int:
        """Return how unlikely it is that a person confuses two answers, from 0 on."""
        return 0

    def marks(self, value: int) -> tuple[int, ...]:
        """Return the mark of each place: 2 right, 1 elsewhere, 0 neither; empty for others."""
        return ()


def number_of(digits: Iterable[int], base: int) -> int:
    """Return the number with these digits."""
    number = 0
    for digit in digits:
        number = base * number + digit
    return number
