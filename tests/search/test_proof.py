"""Certificates as the native kernel writes them: true ones are accepted, false ones are not written."""

from dataclasses import replace

import msgpack
import pytest

from mmtree import build_tree, save
from mmtree.check.proof.checker import check_data
from mmtree.errors import KernelError
from mmtree.game.code import format_code
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.game.read_table import read_table
from mmtree.search.exact import Search
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.proof import Statement, write_certificate

from support.environment import needs_native
from support.other_games import OTHER_GAMES

PRICES = {
    "expected": Prices(),
    "within 4": Prices(last=4),
    "within 5": Prices(last=5),
    "fewest at 5": Prices(1000, 5, 1),
}
UNPROVED = ("nozero", "identified", "words-identified", "table-words")
OTHERS = {
    name: rules for name, rules in OTHER_GAMES.items() if name not in UNPROVED and not rules.wide
}
GAMES = OTHERS | {
    text: parse_rules(text)
    for text in (
        *("1p2c", "1p36c", "2p2c", "2p7c", "3p2c", "3p5c", "4p3c", "5p2c", "6p2c"),
        *("2p2c-distinct", "3p3c-distinct", "3p6c-distinct", "4p5c-distinct"),
        *("2p5c-black", "3p4c-black", "4p2c-black", "3p3c-distinct-black", "3p5c-distinct-black"),
        *("3p3c-black-holes", "3p4c-black-consistent", "3p4c-black-distinct-secrets"),
        *("3p4c-right", "2p3c-right-holes", "3p4c-right-distinct", "3p3c-right-consistent"),
        *("3p2c-holes-places", "4p3c-consistent"),
    )
}


def certificate(*statements):
    return b"".join(write_certificate(statements))


@pytest.mark.slow(after=72)
@needs_native
@pytest.mark.parametrize("prices", PRICES.values(), ids=PRICES)
@pytest.mark.parametrize("game", GAMES)
def test_least_price_is_proved_and_no_higher_one(game, prices):
    rules = GAMES[game]
    prices = replace(prices, free=int(rules.identified))
    table = CodeTable(rules)
    price = Search(table, prices).solve(table.secrets).price
    statement = Statement(rules, prices, price)
    data = certificate(statement)
    if not rules.classic:
        described = msgpack.packb(rules.to_map())
        assert data.startswith(b"mmtree proof 2\n%d\n" % len(described) + described)
    (shown,) = check_data(data, "a").statements
    assert shown.bound == (None if price >= INFINITE else price)
    assert data == certificate(statement)
    if price < INFINITE:
        for higher in (price + 1, INFINITE):
            with pytest.raises(ValueError, match="a price below the limit"):
                certificate(Statement(rules, prices, higher))


@needs_native
def test_later_cells_refer_to_earlier_records():
    """The checker refuses wrong references, so it is enough that there are some."""
    rules = PegRules(4, 5)
    data = certificate(Statement(rules, Prices(), 2463))
    assert check_data(data, "a").statements[0].records == 45
    assert len(data) == 1835


@needs_native
def test_opening_is_the_only_first_guess():
    rules = PegRules(3, 2)
    for opening, price in ((0, 21), (1, 18)):
        (shown,) = check_data(
            certificate(Statement(rules, Prices(), price, opening)), "a"
        ).statements
        assert shown.opening == format_code(opening, rules)
        with pytest.raises(ValueError, match="a price below the limit"):
            certificate(Statement(rules, Prices(), price + 1, opening))


def test_numpy_kernel_writes_none(monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    with pytest.raises(KernelError, match="a certificate needs the native kernel"):
        certificate(Statement(PegRules(2, 2), Prices(), 8))


@needs_native
@pytest.mark.parametrize(
    ("options", "gap", "limits"),
    [({}, "0.99", ""), ({"opening": "AAAB"}, "1.00", " (expected, opened AAAB)")],
)
def test_certificate_of_a_tree_with_a_gap_shows_its_bound(tmp_path, mmtree, options, gap, limits):
    save(build_tree("koyama-lai", "4p5c", gap=0.01, **options), tmp_path / "near.mmtree")
    assert "near: did you mean near.mmtree?" in mmtree("prove", "near").err
    assert mmtree("prove", "near.mmtree").status == 0
    out = mmtree("verify", "near.mmtree", "--proof", "near.proof").out
    assert "near.mmtree: holds" in out
    assert f"gap       at most {gap} % above the least total{limits}: that is proved by the" in out


def test_too_few_questions_are_proved_too_few(tmp_path):
    """One of seven secrets is in a cell that no second question divides; build agrees."""
    rows = ("0002100", "0002111", "2000000", "1020100", "0100002", "0001200")
    answers = "\n".join(f"q{at},{','.join(row)}" for at, row in enumerate(rows))
    (tmp_path / "a.csv").write_text(f",{','.join('abcdefg')}\n{answers}\n")
    rules = read_table(str(tmp_path / "a.csv"), items="columns", end="identified")
    data = b"".join(write_certificate([Statement(rules, Prices(last=2, free=1), INFINITE)]))
    assert check_data(data, "a.proof").statements[0].bound is None
