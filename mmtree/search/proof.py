"""Certificates that no strategy costs less; mmtree/check/proof/README.md defines the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mmtree.errors import KernelError
from mmtree.game.code import format_code
from mmtree.game.table import CodeTable
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import kernel
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import Report


@dataclass(frozen=True)
class Statement:
    """What a certificate shows: no strategy has a price below a bound.

    Attributes:
        prices: the price list.
        bound: the bound; ``INFINITE`` if no strategy keeps within the last guess allowed.
        opening: the rank of the only opening allowed; None for all.
    """

    prices: Prices
    bound: int
    opening: int | None = None


def write_certificate(
    table: CodeTable, statements: Sequence[Statement], report: Report | None = None
) -> Iterator[bytes]:
    """Yield a certificate in pieces, the same bytes on every machine.

    Args:
        table: the codes.
        statements: what it shows, at least one.
        report: called as the search proceeds.

    Raises:
        KernelError: the native kernel is missing or not in use.
        SizeError: the search needs more memory than there is.
        ValueError: a statement is false.
    """
    if kernel() == "numpy":
        raise KernelError("a certificate needs the native kernel; the NumPy kernel writes none")
    yield f"mmtree proof 1\n{table.rules}\n".encode()
    for statement in statements:
        prices = statement.prices
        search = NativeSearch(table, prices)
        records, _ = search.prove(statement.bound, statement.opening, report)
        opening, bound = "-", "none"
        if statement.opening is not None:
            opening = format_code(int(table.numbers[statement.opening]), table.rules)
        if statement.bound < INFINITE:
            bound = str(statement.bound)
        head = f"{prices.unit} {prices.last or 0} {prices.surcharge} {opening} {bound}\n"
        yield head.encode() + records
