"""The published figures of ``claims.toml``, with their sources."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from mmtree.counts import format_count
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import MAX_COLORS, Rules
from mmtree.tree.provenance import Proof, Strategy

KINDS = ("tree", "expectation", "same", "bound", "fewest", "value", "formula")
"""The kinds of claims; each is a table of the file."""


@dataclass(frozen=True)
class Formula:
    """A figure for every number of colours, as polynomials in it.

    Attributes:
        of: ``total`` or ``max``: the least that any strategy tree has.
        first, last: the range of the number of colours for which it is checked.
        even, odd: the polynomial for even and for odd numbers, highest power first.
        over: its divisor; the quotient is rounded down.
        printed: the formula as printed.
    """

    of: str
    first: int
    last: int
    even: tuple[int, ...]
    odd: tuple[int, ...]
    over: int
    printed: str

    def value(self, colors: int) -> int:
        """Return the figure for a number of colours."""
        value = 0
        for coefficient in self.odd if colors % 2 else self.even:
            value = value * colors + coefficient
        return value // self.over


@dataclass(frozen=True)
class Published:
    """A published claim.

    Attributes:
        kind: one of ``KINDS``.
        rules: the game, also by the name of its list of words; of a formula with ``*`` for the
            number of colours.
        source: author and year.
        strategy, options: the strategy; empty for a claim about all strategies.
        opening: the first guess in letters, if the claim depends on it; else empty.
        total, max, average, histogram: the figures; None or empty if not published. The average is
            as printed.
        at_max: the fewest secrets that need ``max`` guesses, if none needs more.
        value: the value of the game, a fraction; empty if not published.
        formula: the figures of a formula.
        like: the strategy that ranks guesses in the same order.
        real_opening: whether a bound counts the cells of the first guess.
        differs: the reason why the claim does not hold, if it can be computed.
        tried: the attempts to reproduce the claim, if they failed.
        shown: the computation that shows the reason or the attempts.
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
    at_max: int | None = None
    value: str = ""
    formula: Formula | None = None
    like: str = ""
    real_opening: bool = False
    differs: str = ""
    tried: str = ""
    shown: str = ""

    @property
    def verdict(self) -> str:
        """``holds``, ``differs`` or ``not reproduced``."""
        return "differs" if self.differs else "not reproduced" if self.tried else "holds"

    @property
    def objective(self) -> str:
        """The objective of an exact search, in the words of a proof; else empty."""
        if self.strategy != "koyama-lai" or self.kind != "tree":
            return ""
        words = "worst, then expected" if self.options.get("worst_first") else "expected"
        most = self.options.get("max_guesses")
        words += f", at most {most}" if most is not None else ""
        return words + (f", opened {self.opening}" if self.opening else "")

    @property
    def subject(self) -> str:
        """The subject of the claim, in a few words."""
        if self.formula:
            return f"least {self.formula.of}, n colours"
        if self.kind == "bound":
            return "bound by counting" + (", first guess a code" if self.real_opening else "")
        if self.kind == "same":
            return f"{self.strategy} ranks as {self.like}"
        if self.kind == "expectation":
            return f"{self.strategy}, over all games"
        if self.kind == "fewest":
            return f"fewest secrets found by guess {self.max}, the last"
        if self.kind == "value":
            return "both sides at their best"
        return ", ".join([self.strategy, *self._case])

    @property
    def case(self) -> str:
        """The subject with the rules, without the strategy."""
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
        """The figures in words."""
        if self.formula:
            return "a formula"
        if self.value:
            return f"value {self.value}"
        if self.at_max is not None:
            return format_count(self.at_max, "secret")
        return figures(self.total, self.average, self.max, self.histogram) or "yes"

    def covers(self, rules: Rules) -> bool:
        """Check whether the claim is about these rules."""
        formula = self.formula
        if self.rules in LISTS:
            return not rules.uses_pegs and _is_list(rules, self.rules)
        if formula is None:
            return parse_rules(self.rules) == rules
        within = formula.first <= rules.colors <= formula.last
        return within and parse_rules(self.of_colors(rules.colors)) == rules

    def of_colors(self, colors: int) -> str:
        """Return the rules of a formula for a number of colours."""
        return self.rules.replace("*", str(colors))

    @property
    def games(self) -> str:
        """The rules, or their range, in words."""
        if self.formula is None:
            return self.rules
        return f"{self.of_colors(self.formula.first)} to {self.of_colors(self.formula.last)}"


def figures(total: int | None, average: str, most: int | None, histogram: tuple[int, ...]) -> str:
    """Format figures, without missing ones."""
    words = [] if total is None else [f"total {total}"]
    words += [f"average {average}"] if average else []
    words += [] if most is None else [f"max {most}"]
    return ", ".join([*words, " ".join(map(str, histogram))] if histogram else words)


def _is_list(rules: Rules, name: str) -> bool:
    """Whether rules are a game of the list of words of this name, under any name."""
    found = {key: part for key, part in rules.to_map().items() if key not in ("name", "alphabet")}
    words = LISTS[name].split()
    if len(words) == 1:
        return sha256(repr(sorted(found.items())).encode()).hexdigest() == words[0]
    same = {"kind": "words", "answers": "places", "consistent": False, "guesses": ""}
    return found == same | {"secrets": " ".join(sorted(words))}


def _read() -> tuple[dict[str, str], dict[str, str], tuple[Published, ...]]:
    """Return the sources with their publications, the lists, and the claims grouped by game."""
    with open(Path(__file__).with_name("claims.toml"), "rb") as file:
        tables = tomllib.load(file)
    sources, lists = tables.pop("sources"), tables.pop("lists")
    claims = [
        _claim(kind, {**row, **case})
        for kind, rows in tables.items()
        for row in rows
        for case in row.pop("cases", [{}])
    ]
    games = list(dict.fromkeys(claim.rules for claim in claims))
    return sources, lists, tuple(sorted(claims, key=lambda claim: games.index(claim.rules)))


def _claim(kind: str, row: dict[str, Any]) -> Published:
    """Return the claim of a row of the file."""
    assert kind in KINDS
    if kind == "formula":
        first, last = row.pop("colors")
        assert 2 <= first <= last <= MAX_COLORS
        even, odd = tuple(row.pop("even")), tuple(row.pop("odd"))
        of, over, printed = row.pop("of"), row.pop("over"), row.pop("printed")
        row["formula"] = Formula(of, first, last, even, odd, over, printed)
    row["histogram"] = tuple(row.pop("histogram", ()))
    return Published(kind, **row)


SOURCES, LISTS, PUBLISHED = _read()


def claims_that_hold(rules: Rules) -> list[Published]:
    """Return the claims about trees of these rules that hold."""
    trees = [claim for claim in PUBLISHED if (claim.kind, claim.verdict) == ("tree", "holds")]
    return [claim for claim in trees if claim.covers(rules)]


def find_published(
    strategy: Strategy, rules: Rules, opening: str, proof: Proof | None
) -> list[Published]:
    """Return the claims about a tree that hold.

    A tree that claims an optimum is compared with the published one, whatever the name of its
    strategy. So is a tree of an exact strategy without a proof, unless the proof gives bounds.

    Args:
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
            return not proof
        return claim.options == options

    known = [claim for claim in claims_that_hold(rules) if applies(claim)]
    # Without a proof, the objective is unknown: take the first one.
    meant = known[0].objective if known and proof is None else None
    return [claim for claim in known if meant in (None, claim.objective)]
