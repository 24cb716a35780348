"""Certificates that no strategy costs less; mmtree/check/proof/README.md defines the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mmtree.counts import format_count
from mmtree.errors import KernelError
from mmtree.game.code import format_code
from mmtree.game.codes import Codes
from mmtree.game.rules import Rules, check_classic
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import kernel
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchReport


@dataclass(frozen=True)
class Statement:
    """A statement of a certificate: no strategy has a price below a bound.

    Attributes:
        rules: the game.
        prices: the price list.
        bound: the bound; ``INFINITE`` if no strategy keeps within the last guess allowed.
        opening: the only opening allowed, as a code number; None for all.

    Raises:
        RulesError: the rules are not classic.
    """

    rules: Rules
    prices: Prices
    bound: int
    opening: int | None = None

    def __post_init__(self) -> None:
        check_classic(self.rules, "prove: certificates")

    @property
    def opened(self) -> str:
        """The opening in letters, or ``-``."""
        return "-" if self.opening is None else format_code(self.opening, self.rules)

    def __str__(self) -> str:
        prices = self.prices
        opened = "" if self.opening is None else f" opened {self.opened}"
        within = ""
        if prices.last is not None:
            within = f" finds every secret within {format_count(prices.last, 'guess')}"
        what = "price" if prices.surcharge or prices.unit > 1 else "total"
        total = "" if self.bound >= INFINITE else f" has a {what} below {self.bound}"
        both = " and" if within and total else ""
        return f"no strategy for {self.rules}{opened}{within}{both}{total}"


def write_certificate(
    statements: Iterable[Statement], report: SearchReport | None = None
) -> Iterator[bytes]:
    """Yield a certificate in pieces, the same bytes on every machine.

    Args:
        statements: what it shows, at least one, all for the same rules.
        report: called as the search proceeds.

    Raises:
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
        ValueError: a statement is false.
    """
    if kernel() == "numpy":
        raise KernelError("a certificate needs the native kernel; the NumPy kernel writes none")
    codes = None
    for statement in statements:
        prices, bound = statement.prices, str(statement.bound)
        if codes is None:
            codes = Codes(statement.rules)
            yield f"mmtree proof 1\n{statement.rules}\n".encode()
        rank = None if statement.opening is None else codes.rank(statement.opening)
        records, _ = NativeSearch(codes, prices).prove(statement.bound, rank, report)
        if statement.bound >= INFINITE:
            bound = "none"
        head = f"{prices.unit} {prices.last or 0} {prices.surcharge} {statement.opened} {bound}\n"
        yield head.encode() + records
