"""The rules of a game: what can be guessed, what can be the secret, and how a guess is answered.

The rest of mmtree asks rules four questions, here in this order: which codes may be guessed
(:meth:`Rules.codes`), which of them can be the secret (:meth:`Rules.is_secret`), what a guess is
answered (:attr:`Rules.answer`), and what may be exchanged without changing an answer
(:attr:`Rules.kind`). :class:`Rules` are those of pegs and colours;
:class:`mmtree.game.words.WordRules` and :class:`mmtree.game.answer_table.TableRules` are others.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import ClassVar, Literal

from mmtree.arguments import expect, shortened, whole_number
from mmtree.counts import format_count
from mmtree.errors import RulesError
from mmtree.game.kinds import KINDS, Kind, Prepared, check_answers

ALIASES = {"mastermind": "4p6c", "super": "5p8c", "bulls-and-cows": "4p10c-distinct"}
MAX_PEGS = 9
MAX_COLORS = 36

_WRITTEN = re.compile(r"([0-9]+)p([0-9]+)c((?:-[a-z]+)*)")


HOUSE_RULES = {
    "distinct-secrets": "no colour twice in a secret, but in guesses",
    "holes": "guesses may leave places empty",
    "consistent": "a guess must be a code that can still be the secret",
    "places": "each place is answered: right, elsewhere or nowhere",
    "right": "each place is answered: right or wrong",
}
"""Some suffixes of the text of rules, with their meaning."""

SUFFIXES = ("distinct", "distinct-secrets", "holes", "consistent", "black")
"""The suffixes in their order; those of the other kinds of answers follow."""


@dataclass(frozen=True)
class Rules:
    """Rules of one game, written ``4p6c``, ``4p10c-distinct`` or ``4p6c-black``.

    Attributes:
        pegs: length of a code, 1 to 9.
        colors: number of colours, 2 to 36; with holes, the last one is the empty place.
        distinct: no colour may occur twice in a code (secret or guess).
        whites: False when the codemaker answers with black pegs only.
        distinct_secrets: no colour occurs twice in a secret; guesses may repeat colours.
        holes: guesses may leave places empty, which no secret does. Niedermayer 1997 calls an
            empty place of secrets and guesses a seventh colour; that is 4p7c.
        consistent: each guess must be a code that can still be the secret.
        answers: what is answered, one of `answer_kinds`: "pegs", "places" or "right".

    Raises:
        RulesError: a number is out of range, there are too few colours for distinct codes, or the
            answers do not fit a byte.
    """

    pegs: int = 4
    colors: int = 6
    distinct: bool = False
    whites: bool = True
    distinct_secrets: bool = False
    holes: bool = False
    consistent: bool = False
    answers: str = "pegs"

    answer_kinds: ClassVar[tuple[str, ...]] = tuple(
        kind for kind in KINDS if kind not in ("black", "table")
    )
    """The kinds of answers that the rules can have; "black" is that of pegs without whites."""

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):
            try:
                number = whole_number(getattr(self, name), name)  # also converts NumPy's integers
            except TypeError as error:
                raise RulesError(str(error)) from None
            object.__setattr__(self, name, number)
        switches = ("distinct", "whites", "distinct_secrets", "holes", "consistent")
        if not all(isinstance(getattr(self, name), bool) for name in switches):
            raise RulesError(f"{', '.join(switches)} must be True or False")
        if self.answers not in self.answer_kinds:
            kinds = " or ".join(self.answer_kinds)
            raise RulesError(f"unknown answers {shortened(self.answers)}: use {kinds}")
        if not 1 <= self.pegs <= MAX_PEGS:
            raise RulesError(
                f"{format_count(self.pegs, 'peg')}: the number of pegs must be from 1 to {MAX_PEGS}"
            )
        self._check_colors()
        if self.answers != "pegs":  # 9 pegs have 54
            check_answers(self)

    def __hash__(self) -> int:  # quick, as caches ask for it all the time
        return hash((self.pegs, self.colors, self.answers))

    def _check_colors(self) -> None:
        colors = self.colors - self.holes
        if not colors >= 2 or self.colors > MAX_COLORS:
            raise RulesError(
                f"{format_count(colors, 'colour')}: the number of colours must be from 2 to "
                f"{MAX_COLORS - self.holes}"
            )
        if (self.distinct or self.distinct_secrets) and colors < self.pegs:
            raise RulesError(
                f"{self}: {self.pegs} pegs of distinct colours need at least {self.pegs} colours"
            )
        if self.distinct and (self.distinct_secrets or self.holes):
            raise RulesError(
                f"{self}: distinct forbids any guess that repeats a colour or a hole: "
                "use distinct-secrets, which restricts the secrets only"
            )
        if self.holes and self.consistent:
            raise RulesError(f"{self}: a guess with a hole is never consistent: leave out holes")
        if not self.whites and self.answers != "pegs":
            raise RulesError(f"{self}: give black or {self.answers}, not both")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules such as ``4p6c``, ``4p10c-distinct``, ``4p6c-black-consistent`` or an alias.

        Raises:
            RulesError: the text does not have that form, or its numbers are out of range.
            TypeError: it is no text.
        """
        expect(str, text, "rules", "them as text, as '4p6c'")
        written, match = text.strip().lower(), match_form(text)
        kinds = [kind for kind in Rules.answer_kinds if kind != "pegs"]
        longest_first = sorted([*SUFFIXES, *kinds], key=len, reverse=True)
        suffixes = re.findall("|".join(longest_first), match[3]) if match else []
        chosen = [kind for kind in suffixes if kind in kinds] or ["pegs"]
        if (
            not match
            or match[3] != "".join(f"-{suffix}" for suffix in suffixes)
            or len(set(suffixes)) < len(suffixes)
            or len(chosen) > 1
        ):
            near = difflib.get_close_matches(written, ALIASES, n=1)
            near += [alias for alias in ALIASES if written and alias.startswith(written)]
            if turned := re.fullmatch(r"([1-9])p([0-9]+)|([0-9]+)c([1-9])p", written):
                near = [f"{turned[1] or turned[4]}p{turned[2] or turned[3]}c"]
            hint = f"did you mean {near[0]!r}?" if near else f"or an alias: {', '.join(ALIASES)}"
            raise RulesError(
                f"unknown rules {text!r:.60}: write PEGSpCOLORSc as in 4p6c, optionally followed "
                f"by -{', -'.join([*SUFFIXES, *kinds][:-1])} or -{kinds[-1]} ({hint})"
            )
        if len(match[1] + match[2]) > 9:  # int() refuses thousands of digits
            raise RulesError(
                f"rules {text!r:.40}: use 1 to {MAX_PEGS} pegs and 2 to {MAX_COLORS} colours"
            )
        named = {name.replace("-", "_"): name in suffixes for name in SUFFIXES}
        whites, colors = not named.pop("black"), int(match[2]) + named["holes"]
        return cls(int(match[1]), colors, whites=whites, answers=chosen[0], **named)

    def __str__(self) -> str:
        parts = [f"{self.pegs}p{self.colors - self.holes}c"]
        parts += [name for name in SUFFIXES if getattr(self, name.replace("-", "_"), False)]
        parts += [] if self.whites else ["black"]
        parts += [] if self.answers == "pegs" else [self.answers]
        return "-".join(parts)

    @property
    def classic(self) -> bool:
        """Whether secrets and guesses are the same codes, any may be guessed, and pegs answer."""
        house = self.distinct_secrets or self.holes or self.consistent
        return type(self) is Rules and self.answers == "pegs" and not house

    @property
    def secrets(self) -> int:
        """Number of secrets."""
        colors = self.colors - self.holes
        if self.distinct or self.distinct_secrets:
            return math.perm(colors, self.pegs)
        return int(colors**self.pegs)

    @property
    def guesses(self) -> int:
        """Number of codes that may be guessed, secrets included."""
        return self.secrets if self.distinct else int(self.colors**self.pegs)

    def codes(self) -> Iterator[int]:
        """Yield all codes that may be guessed, in ascending order, as base-``colors`` numbers."""
        if not self.distinct:
            yield from range(self.guesses)
            return
        for digits in permutations(range(self.colors), self.pegs):
            yield self._number(digits)

    def secret_codes(self) -> Iterator[int]:
        """Yield all secrets in ascending order."""
        every = self.distinct_secrets or self.holes
        return filter(self.is_secret, self.codes()) if every else self.codes()

    def is_secret(self, code: int) -> bool:
        """Return whether a code that may be guessed can be the secret."""
        if not (self.distinct_secrets or self.holes):
            return True
        digits = self.digits(code)
        hole = self.colors - 1 if self.holes else self.colors
        return hole not in digits and not (self.distinct_secrets and len(set(digits)) < self.pegs)

    @cached_property
    def kind(self) -> Kind:
        """The kind of answers, which also says what may be exchanged without changing them."""
        return KINDS[self.answers if self.whites else "black"]

    @property
    def renaming(self) -> Literal["together", "separately", "never"]:
        """Which colours can be renamed without changing an answer, as for a :class:`Kind`."""
        alike = self.distinct or self.distinct_secrets
        return "together" if alike and self.kind.renaming == "separately" else self.kind.renaming

    @property
    def permuting(self) -> Literal["always", "opening", "never"]:
        """Whether pegs can be permuted without changing an answer, as for a :class:`Kind`."""
        return self.kind.permuting

    @property
    def answer(self) -> Callable[[Prepared, Prepared], int]:
        """The function that answers a guess at a secret, both as :meth:`prepare` returns them."""
        return self.kind.answer

    def prepare(self, code: int) -> Prepared:
        """Convert a code for :attr:`answer`.

        Raises:
            RulesError: the number is not a code of these rules.
        """
        return self.kind.prepare(self.digits(code), self)

    @property
    def all_right(self) -> int:
        """The answer to the right guess; 10·pegs where pegs answer."""
        return self.feedbacks[-1]

    @cached_property
    def feedbacks(self) -> tuple[int, ...]:
        """Every answer that these rules allow, in canonical (ascending) order, all right last."""
        return tuple(self.kind.values(self))

    @property
    def identified(self) -> bool:
        """Whether the game ends when one secret is left, which then need not be guessed."""
        return False

    @property
    def move(self) -> Literal["guess", "question"]:
        """The word for a code that is played."""
        return "question" if self.identified else "guess"

    @property
    def look(self) -> Literal["pegs", "tiles", "text"]:
        """How codes are drawn: as coloured pegs, as letters on tiles, or as text."""
        return "pegs"

    def marks(self, answer: int) -> tuple[int, ...]:
        """Return the mark of each place: 2 right, 1 elsewhere, 0 neither; empty for others."""
        marked = self.kind.look == "marks"
        return tuple(map("-~+".index, self.kind.format(answer, self))) if marked else ()

    def symbol(self, color: int) -> str | None:
        """Return the symbol of a colour, where these rules have their own; else None."""
        return "." if self.holes and color == self.colors - 1 else None

    def for_player(self, guesses: Collection[int]) -> tuple[Rules, dict[int, int]]:
        """Return the least rules that suffice to play these guesses, and their numbers there."""
        return replace(self, consistent=False), {code: code for code in guesses}

    def named(self, text: str) -> int | None:
        """Return the code of a text, where these rules name codes in their own way; else None."""
        return None

    def digits(self, code: int) -> tuple[int, ...]:
        """Return the colours 0 … colors−1 of a code, first peg first.

        Raises:
            RulesError: the number is not a code of these rules (a repeated colour included).
            TypeError: it is not a whole number.
        """
        if type(code) is not int:
            code = whole_number(code, "code", "its number, as parse_code reads it")
        rest, colors, pegs = code, self.colors, [0] * self.pegs
        for at in range(self.pegs - 1, -1, -1):
            pegs[at] = rest % colors
            rest //= colors
        if rest or (self.distinct and len(set(pegs)) < self.pegs):
            raise RulesError(f"{code} is not the number of a code of {self}")
        return tuple(pegs)

    def number(self, digits: tuple[int, ...]) -> int:
        """Return the number of a code given as colours 0 … colors−1, first peg first.

        Raises:
            RulesError: the colours are not a code of these rules.
            TypeError: one of them is not a whole number.
        """
        expect((tuple, list), digits, "digits", "the colours of a code, as (0, 0, 1, 2)")
        colors = tuple(whole_number(color, "colour") for color in digits)
        code = self._number(colors)
        if not all(0 <= color < self.colors for color in colors) or self.digits(code) != colors:
            raise RulesError(f"{colors} are not the colours of a code of {self}")
        return code

    def _number(self, digits: tuple[int, ...]) -> int:
        code = 0
        for color in digits:
            code = code * self.colors + color
        return code


def match_form(text: str) -> re.Match[str] | None:
    """Match a text with the form of rules, such as 4p6c-black or an alias."""
    written = text.strip().lower()
    alias = next(filter(written.startswith, ALIASES), "")
    return _WRITTEN.fullmatch(ALIASES.get(alias, "") + written.removeprefix(alias))


def check_classic(rules: Rules, subject: str) -> None:
    """Check that rules are classic, which a subject, such as "certificates", is limited to.

    Raises:
        RulesError: they are not.
    """
    if not rules.classic:
        raise RulesError(
            f"{subject} are for codes in pegs without house rules, such as 4p6c or 4p6c-black: "
            f"{rules} is another game"
        )
