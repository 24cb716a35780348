"""Certificates that no strategy costs less; mmtree/check/proof/README.md defines the file."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgpack

from mmtree.counts import format_count
from mmtree.errors import KernelError
from mmtree.game.code import format_code
from mmtree.game.codes import Codes
from mmtree.game.rules import Rules
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import kernel
from mmtree.search.native_game import are_compared
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchReport

LIMITED = 4096
"""Games of more codes have certificates of version 3, which are smaller: 4p9c takes 0.88 of the
bytes, 5p8c below 170000 0.08. The others stay simpler to check by hand."""


@dataclass(frozen=True)
class Statement:
    """A statement of a certificate: no strategy has a price below a bound.

    Attributes:
        rules: the game.
        prices: the price list.
        bound: the bound; ``INFINITE`` if no strategy keeps within the last guess allowed.
        opening: the only opening allowed, as a code number; None for all.
    """

    rules: Rules
    prices: Prices
    bound: int
    opening: int | None = None

    def __str__(self) -> str:
        prices = self.prices
        opened = within = ""
        if self.opening is not None:
            opened = f" opened {format_code(self.opening, self.rules)}"
        if prices.last is not None:
            within = f" finds every secret within {format_count(prices.last, self.rules.move)}"
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
        KernelError: the native kernel is missing or not in use, and the game is searched by it; or
            the game is none that certificates know.
        SizeError: the search needs more memory than there is.
        ValueError: a statement is false.
    """
    codes, statements, limited = None, list(statements), False
    for statement in statements:
        rules, prices, bound = statement.rules, statement.prices, str(statement.bound)
        unknown = rules.nozero or rules.needs_history or rules.asked or rules.weights
        if unknown or (rules.identified and not rules.only_asks):
            raise KernelError(f"there are no certificates of games such as {rules}")
        if prices.since is not None and rules.identified:
            raise KernelError(
                f"there are no certificates of the most within some guesses for {rules}, which "
                "ends when one secret is left"
            )
        if kernel() == "numpy" and not rules.identified:
            raise KernelError("a certificate needs the native kernel; the NumPy kernel writes none")
        if codes is None:
            codes = Codes(rules)
            finite = any(one.bound < INFINITE for one in statements)
            limited = rules.classic and rules.secrets > LIMITED and finite
            yield _begin(rules, 3 if limited else 1)
        rank, opened = None, "-"
        if statement.opening is not None:
            rank = codes.rank(statement.opening)
            opened = format_code(statement.opening, rules) if rules.classic else str(rank)
        records = _write_records(codes, prices, statement.bound, rank, report, limited)
        if statement.bound >= INFINITE:
            bound = "none"
        since = "" if prices.since is None else f"@{prices.since}"
        head = f"{prices.unit} {prices.last or 0} {prices.surcharge}{since} {opened} {bound}\n"
        yield head.encode() + records


def _begin(rules: Rules, version: int) -> bytes:
    """Return the beginning of a certificate: its version, if it is not 2, and its game."""
    if rules.classic:
        return f"mmtree proof {version}\n{rules}\n".encode()
    described: bytes = msgpack.packb(rules.to_map())
    return f"mmtree proof 2\n{len(described)}\n".encode() + described


def _write_records(
    codes: Codes,
    prices: Prices,
    bound: int,
    opening: int | None,
    report: SearchReport | None,
    limited: bool,
) -> bytes:
    """Return the records of a statement; the opening is a rank."""
    rules = codes.rules
    if rules.identified:
        from mmtree.game.code_table import CodeTable
        from mmtree.search.identifying_proof import IdentifyingProof

        return IdentifyingProof(CodeTable(rules), prices).write(bound, opening, report)
    openings = None if opening is None else array("I", [opening])
    head = unchanged = b""
    if rules.uses_pegs and not are_compared(rules):
        unchanged = bytes([*range(rules.pegs), *range(rules.colors)])
        if opening is None:
            openings, head = _find_openings(rules)
    return NativeSearch(codes, prices).prove(bound, openings, report, limited, head, unchanged)


def _find_openings(rules: Rules) -> "tuple[array[int], bytes]":
    """Return openings that the renamings of a game map to all others, and those renamings.

    The kernel looks the answers of such a game up, and knows of no renaming.

    Returns:
        The lowest opening of each class, as a rank; and the head of a record that lists renamings
        which generate all that keep every answer.
    """
    pegs, colors = tuple(range(rules.pegs)), tuple(range(rules.colors))
    renamings = []
    if rules.permuting == "always":
        renamings += [(_swap(pegs, peg), colors) for peg in pegs[1:]]
    if rules.renaming != "never":
        renamings += [
            (pegs, _swap(colors, color)) for color in colors[1 : len(colors) - rules.holes]
        ]
    openings, seen = array("I"), set()
    for rank, code in enumerate(rules.codes()):
        waiting = [rules.digits(code)]
        if waiting[0] in seen or (rules.consistent and not rules.is_secret(code)):
            continue
        openings.append(rank)
        while waiting:
            digits = waiting.pop()
            if digits not in seen:
                seen.add(digits)
                waiting += [
                    tuple(color[digits[peg]] for peg in source) for source, color in renamings
                ]
    head = bytes([2 * len(renamings)]) + b"".join(
        bytes(source + color) for source, color in renamings
    )
    return openings, head


def _swap(items: tuple[int, ...], second: int) -> tuple[int, ...]:
    """Exchange an item, a place among rising numbers, with the one before."""
    return (*items[: second - 1], second, second - 1, *items[second + 1 :])
