"""Rules of games of pegs and colours, and their text, such as 4p6c or 4p10c-distinct."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, ClassVar

from mmtree.arguments import expect, shortened, whole_number
from mmtree.counts import format_count
from mmtree.errors import RulesError
from mmtree.game.answers import Answers, ColorRenaming, Permuting, number_of
from mmtree.game.peg_answers import KINDS
from mmtree.game.rules import MAX_COLORS, MAX_PEGS, Rules, check_hard

SWITCHES = ("distinct", "distinct_secrets", "holes", "nozero", "consistent", "hard", "identified")
"""The attributes of :class:`PegRules` that are True or False, in the order of their suffixes."""

ALIASES = {"mastermind": "4p6c", "super": "5p8c", "bulls-and-cows": "4p10c-distinct"}

_LATER_SWITCHES = ("nozero", "identified", "hard")
"""Those that files name only where they are True, as files without them are older."""

_WRITTEN = re.compile(r"([0-9]+)p([0-9]+)c((?:-[a-z]+)*)")


@dataclass(frozen=True)
class PegRules(Rules):
    """Rules of codes in pegs and colours, written ``4p6c``, ``4p10c-distinct`` or ``4p6c-black``.

    Attributes:
        pegs: length of a code, 1 to 9.
        colors: number of colours, 2 to 36; with holes, the last one is the empty place.
        distinct: no colour may occur twice in a code (secret or guess).
        answers: what is answered, one of :data:`mmtree.game.peg_answers.KINDS`.
        distinct_secrets: no colour occurs twice in a secret; guesses may repeat colours.
        holes: guesses may leave places empty, which no secret does. Niedermayer 1997 calls an
            empty place of secrets and guesses a seventh colour; that is 4p7c.
        nozero: no code begins with the first colour, the digit 0.
        consistent: each guess must be a code that can still be the secret.
        hard: each guess must use all hints so far.
        identified: the game ends when one secret is left, which need not be guessed.
        weights: how likely each secret is, as of :class:`Rules`.

    Raises:
        RulesError: a number is out of range, or there are too few colours for distinct codes.
    """

    pegs: int = 4
    colors: int = 6
    distinct: bool = False
    answers: str = "pegs"
    distinct_secrets: bool = False
    holes: bool = False
    consistent: bool = False
    nozero: bool = False
    identified: bool = False
    weights: tuple[int, ...] = ()
    hard: bool = False
    uses_pegs: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):
            try:
                number = whole_number(getattr(self, name), name)  # also converts NumPy's integers
            except TypeError as error:
                raise RulesError(str(error)) from None
            object.__setattr__(self, name, number)
        if not all(isinstance(getattr(self, name), bool) for name in SWITCHES):
            raise RulesError(f"{', '.join(SWITCHES)} must be True or False")
        if not isinstance(self.answers, str) or self.answers not in KINDS:
            kinds = " or ".join(KINDS)
            raise RulesError(f"unknown answers {shortened(self.answers)}: use {kinds}")
        if not 1 <= self.pegs <= MAX_PEGS:
            raise RulesError(
                f"{format_count(self.pegs, 'peg')}: the number of pegs must be from 1 to {MAX_PEGS}"
            )
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
        check_hard(self)
        if self.secrets < 2:
            raise RulesError(f"{self} has fewer than two secrets: nothing is to be found")
        self._check_weights()

    def __hash__(self) -> int:  # quick, as caches ask for it all the time
        return hash((self.pegs, self.colors, self.answers))

    def __str__(self) -> str:
        parts = [f"{self.pegs}p{self.colors - self.holes}c"]
        parts += [name.replace("_", "-") for name in SWITCHES if getattr(self, name)]
        parts += [] if self.answers == "pegs" else [self.answers]
        return "-".join(parts + ["weighted"] * bool(self.weights))

    @property
    def defined_by_text(self) -> bool:
        """Whether their text defines these rules: it says only whether there are weights."""
        return not self.weights

    def to_map(self) -> dict[str, Any]:
        """Return the values that define the rules; classic ones have no "kind"."""
        numbers = {"pegs": self.pegs, "colors": self.colors, "distinct": self.distinct}
        if self.classic:
            return numbers | {"whites": self.whites}
        house = {name: getattr(self, name) for name in ("distinct_secrets", "holes", "consistent")}
        house |= {name: True for name in _LATER_SWITCHES if getattr(self, name)}
        answers = "pegs" if self.answers == "black" else self.answers
        house |= {"answers": answers} | self._end_map()
        return {"kind": "pegs"} | numbers | {"whites": self.whites} | house

    @property
    def classic(self) -> bool:
        """Whether secrets and guesses are the same codes, any may be guessed, and pegs answer."""
        house = any(getattr(self, name) for name in SWITCHES[1:])
        return self.counts_pegs and not house and not self.weights

    @property
    def secrets(self) -> int:
        """Number of secrets."""
        colors = self.colors - self.holes
        distinct = self.distinct or self.distinct_secrets
        codes = math.perm(colors, self.pegs) if distinct else int(colors**self.pegs)
        return codes - self.nozero * codes // colors  # as many begin with each colour

    @property
    def guesses(self) -> int:
        """Number of codes that may be guessed, secrets included."""
        if self.distinct:
            return self.secrets
        return int(self.colors**self.pegs) - self.nozero * int(self.colors ** (self.pegs - 1))

    def codes(self) -> Iterator[int]:
        """Yield all codes that may be guessed, in ascending order, as base-``colors`` numbers."""
        if not self.distinct:
            end = int(self.colors**self.pegs)
            yield from range(end - self.guesses, end)
            return
        for digits in permutations(range(self.colors), self.pegs):
            if digits[0] or not self.nozero:
                yield number_of(digits, self.colors)

    def is_secret(self, code: int) -> bool:
        """Return whether a code that may be guessed can be the secret."""
        if not (self.distinct_secrets or self.holes):
            return True
        digits = self.digits(code)
        hole = self.colors - 1 if self.holes else self.colors
        return hole not in digits and not (self.distinct_secrets and len(set(digits)) < self.pegs)

    def _make_kind(self) -> Answers:
        return KINDS[self.answers](self.pegs, self.colors, self.distinct)

    @cached_property
    def uneven(self) -> bool:
        """Whether an exchange of colours or pegs changes weights."""
        if self.nozero or self.kind.renaming != "jointly":
            return super().uneven
        kinds = (tuple(sorted(Counter(self.digits(code)).values())) for code in self.secret_codes())
        found = set(zip(kinds, self.weights, strict=False))  # there may be no weights
        return len(found) > len({kind for kind, _ in found})

    @property
    def renaming(self) -> ColorRenaming:
        """Which colours can be renamed without changing an answer, as for :class:`Answers`.

        None, where the first one is another than the others: :mod:`mmtree.game.symmetry` knows it.
        """
        if self.nozero or self.uneven:
            return "never"
        distinct = self.distinct or self.distinct_secrets
        return "jointly" if distinct and self.kind.renaming == "separately" else self.kind.renaming

    @property
    def permuting(self) -> Permuting:
        """Whether pegs can be permuted without changing an answer, as for :class:`Answers`."""
        return "never" if self.nozero or self.uneven else self.kind.permuting

    def symbol(self, color: int) -> str | None:
        """Return the sign of a hole, or the digit where codes do not begin with 0; else None."""
        if self.holes and color == self.colors - 1:
            return "."
        return str(color) if self.nozero and self.colors - self.holes <= 10 else None


def match_form(text: str) -> re.Match[str] | None:
    """Match a text with the form of rules, such as 4p6c-black or an alias."""
    written = text.strip().lower()
    alias = next(filter(written.startswith, ALIASES), "")
    return _WRITTEN.fullmatch(ALIASES.get(alias, "") + written.removeprefix(alias))


def parse_rules(text: str) -> PegRules:
    """Read rules such as ``4p6c``, ``4p10c-distinct``, ``4p6c-black-consistent`` or an alias.

    Raises:
        RulesError: the text does not have that form, or its numbers are out of range.
        TypeError: it is no text.
    """
    expect(str, text, "rules", "them as text, as '4p6c'")
    written, match = text.strip().lower(), match_form(text)
    switches = [name.replace("_", "-") for name in SWITCHES]
    kinds = [kind for kind in KINDS if kind != "pegs"]
    longest_first = sorted([*switches, *kinds], key=len, reverse=True)
    suffixes = re.findall("|".join(longest_first), match[3]) if match else []
    chosen = [kind for kind in kinds if kind in suffixes]
    if (
        not match
        or match[3] != "".join(f"-{suffix}" for suffix in suffixes)
        or len(set(suffixes)) < len(suffixes)
        or len(chosen) > 1 + (chosen[:1] == ["black"])
    ):
        from difflib import get_close_matches

        near = _mend_suffixes(written, [*switches, *kinds])
        near += get_close_matches(written, ALIASES, n=1)
        near += [alias for alias in ALIASES if written and alias.startswith(written)]
        if turned := re.fullmatch(r"([1-9])p([0-9]+)|([0-9]+)c([1-9])p", written):
            near = [f"{turned[1] or turned[4]}p{turned[2] or turned[3]}c"]
        if near:
            raise RulesError(f"unknown rules {text!r:.60}: did you mean {near[0]!r}?")
        raise RulesError(
            f"unknown rules {text!r:.60}: write PEGSpCOLORSc as in 4p6c, optionally followed "
            f"by -{', -'.join([*switches, *kinds][:-1])} or -{kinds[-1]} "
            f"(or an alias: {', '.join(ALIASES)})"
        )
    if len(match[1] + match[2]) > 9:  # int() refuses thousands of digits
        raise RulesError(
            f"rules {text!r:.40}: use 1 to {MAX_PEGS} pegs and 2 to {MAX_COLORS} colours"
        )
    if len(chosen) > 1:
        raise RulesError(f"{written}: give {chosen[0]} or {chosen[1]}, not both")
    named: dict[str, Any] = {name: name.replace("_", "-") in suffixes for name in SWITCHES}
    colors = int(match[2]) + named["holes"]
    return PegRules(int(match[1]), colors, answers=chosen[0] if chosen else "pegs", **named)


def _mend_suffixes(written: str, suffixes: list[str]) -> list[str]:
    """Return the rules that a text with wrong suffixes is nearest to, if there are any."""
    from difflib import get_close_matches

    known = list(dict.fromkeys("-".join(suffixes).split("-")))
    first, *words = re.split("[-_ ]+", written)
    nearest = [*(get_close_matches(word, known, n=1) or [word] for word in words)]
    mended = "-".join([first, *(word for [word] in nearest)])
    with suppress(RulesError):
        return [mended] if mended != written and parse_rules(mended) else []
    return []
