"""What the literature claims: the published figures of ``claims.toml``, with their sources."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmtree.game.rules import MAX_COLORS, Rules

if TYPE_CHECKING:
    from mmtree.tree.tree import Proof, Strategy

KINDS = ("tree", "expectation", "same", "bound", "value", "formula")
"""What a claim can be about; each is a table of the file."""


@dataclass(frozen=True)
class Formula:
    """A figure for every number of colours, as polynomials in it.

    Attributes:
        of: ``total`` or ``max``: the least that any strategy tree has.
        first, last: the numbers of colours it is held against.
        even, odd: the polynomial for even and for odd numbers, highest power first.
        over: what it is divided by, and rounded down.
        printed: how it is printed.
    """

    of: str
    first: int
    last: int
    even: tuple[int, ...]
    odd: tuple[int, ...]
    over: int
    printed: str

    def value(self, colors: int) -> int:
        """The figure for so many colours."""
        value = 0
        for coefficient in self.odd if colors % 2 else self.even:
            value = value * colors + coefficient
        return value // self.over


@dataclass(frozen=True)
class Published:
    """A published claim.

    Attributes:
        kind: one of ``KINDS``.
        rules: what game it is about; of a formula with ``*`` for the number of colours.
        source: who claims it, and the year.
        strategy, options: whose tree it is about; empty where it is about all strategies.
        opening: the first guess in letters, where the claim depends on it; empty for any.
        total, max, average, histogram: the figures; None or empty where nothing is published. The
            average is as printed.
        value: the value of the game, a fraction; empty where none is published.
        formula: the figures of a formula.
        like: the strategy that ranks guesses alike.
        real_opening: of a bound: for first guesses that are codes, whose cells are counted.
        differs: why it does not hold, where a reason can be shown.
        tried: what was tried, where it could not be reproduced.
        shown: the computation that shows the reason, or what was tried.
    """

    kind: str
    rules: str
    source: str
    strategy: str = ""
    options: Mapping[str, int | str | bool] = field(default_factory=dict)
    opening: str = ""
    total: int | None = None
    max: int | None = None
    average: str = ""
    histogram: tuple[int, ...] = ()
    value: str = ""
    formula: Formula | None = None
    like: str = ""
    real_opening: bool = False
    differs: str = ""
    tried: str = ""
    shown: str = ""

    @property
    def verdict(self) -> str:
        """What is known of it: whether it holds."""
        return "differs" if self.differs else "not reproduced" if self.tried else "holds"

    @property
    def objective(self) -> str:
        """What an exact search has to minimise, in the words of a proof; empty for others."""
        if self.strategy != "koyama-lai" or self.kind != "tree":
            return ""
        words = "worst, then expected" if self.options.get("worst_first") else "expected"
        most = self.options.get("max_guesses")
        return words if most is None else f"{words}, at most {most}"

    @property
    def subject(self) -> str:
        """What it is about, in a few words."""
        if self.formula:
            return f"least {self.formula.of}, n colours"
        if self.kind == "bound":
            return "bound by counting" + (", first guess a code" if self.real_opening else "")
        if self.kind == "same":
            return f"{self.strategy} ranks as {self.like}"
        if self.kind == "expectation":
            return f"{self.strategy}, over all games"
        if self.kind == "value":
            return "both sides at their best"
        return ", ".join([self.strategy, *self._case])

    @property
    def case(self) -> str:
        """The same without the strategy, and with the rules."""
        if self.kind == "tree":
            return ", ".join([self.rules, *self._case])
        return f"{self.rules}, {self.subject.removeprefix(self.strategy).strip(' ,')}"

    @property
    def _case(self) -> list[str]:
        """The options and the opening."""
        most = self.options.get("max_guesses")
        words = ["least max"] if self.options.get("worst_first") else []
        words += [f"at most {most}"] if most else []
        return [*words, f"opened {self.opening}"] if self.opening else words

    @property
    def figures(self) -> str:
        """The figures as they are listed."""
        if self.formula:
            return "a formula"
        if self.value:
            return f"value {self.value}"
        return figures(self.total, self.average, self.max, self.histogram) or "yes"

    def covers(self, rules: Rules) -> bool:
        """Whether it says anything about these rules."""
        formula = self.formula
        if formula is None:
            return Rules.parse(self.rules) == rules
        within = formula.first <= rules.colors <= formula.last
        return within and Rules.parse(self.of_colors(rules.colors)) == rules

    def of_colors(self, colors: int) -> str:
        """The rules of a formula for so many colours."""
        return self.rules.replace("*", str(colors))

    @property
    def games(self) -> str:
        """The rules as they are listed."""
        if self.formula is None:
            return self.rules
        return f"{self.of_colors(self.formula.first)} to {self.of_colors(self.formula.last)}"


def figures(total: int | None, average: str, most: int | None, histogram: tuple[int, ...]) -> str:
    """Figures as they are listed, those left out that are missing."""
    told = [] if total is None else [f"total {total}"]
    told += [f"average {average}"] if average else []
    told += [] if most is None else [f"max {most}"]
    return ", ".join([*told, " ".join(map(str, histogram))] if histogram else told)


def _read() -> tuple[dict[str, str], tuple[Published, ...]]:
    """The sources, each with where it was published, and the claims, those of one game together."""
    with open(Path(__file__).with_name("claims.toml"), "rb") as file:
        tables = tomllib.load(file)
    sources = tables.pop("sources")
    claims = [_claim(kind, dict(row)) for kind, rows in tables.items() for row in rows]
    games = list(dict.fromkeys(claim.rules for claim in claims))
    return sources, tuple(sorted(claims, key=lambda claim: games.index(claim.rules)))


def _claim(kind: str, row: dict[str, Any]) -> Published:
    """A row of the file; ``formula`` gathers what only formulas have."""
    assert kind in KINDS
    if kind == "formula":
        first, last = row.pop("colors")
        assert 2 <= first <= last <= MAX_COLORS
        even, odd = tuple(row.pop("even")), tuple(row.pop("odd"))
        of, over, printed = row.pop("of"), row.pop("over"), row.pop("printed")
        row["formula"] = Formula(of, first, last, even, odd, over, printed)
    row["histogram"] = tuple(row.pop("histogram", ()))
    return Published(kind, **row)


SOURCES, PUBLISHED = _read()


def published(strategy: Strategy, rules: str, opening: str, proof: Proof | None) -> list[Published]:
    """The claims about a tree, those left out that are known not to hold.

    A tree that claims an optimum is held against the published one, whatever its strategy is
    called; and one that bears the name of an exact strategy, even if it claims no optimum, but for
    those that say how far from it they are.

    Args:
        strategy: what the tree was made by.
        rules: as written, ``4p6c``.
        opening: the first guess in letters.
        proof: from the tree file.
    """

    options = {name: value for name, value in strategy.options.items() if name != "opening"}

    def applies(claim: Published) -> bool:
        if claim.objective and proof and proof.optimal:
            return claim.objective == proof.objective
        if claim.strategy != strategy.name or claim.opening not in ("", opening):
            return False
        if claim.objective:
            return not proof or (claim.objective == proof.objective and "slack" not in options)
        return claim.options == options

    known = [
        claim
        for claim in PUBLISHED
        if claim.kind == "tree"
        and claim.verdict == "holds"
        and claim.rules == rules
        and applies(claim)
    ]
    # Without a proof there is no telling which objective is meant: the first one is.
    meant = known[0].objective if known and proof is None else None
    return [claim for claim in known if meant in (None, claim.objective)]
