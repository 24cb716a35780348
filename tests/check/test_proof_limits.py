"""Certificates of version 3: what their bounds count, and that the native kernel writes them."""

import numpy as np
import pytest

from mmtree import ProofError, parse_rules
from mmtree.check.proof.checker import check_data
from mmtree.check.proof.codes import Codes
from mmtree.check.proof.limits import LEVELS, CellLimits
from mmtree.search import proof
from mmtree.search.native_game import native_game
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.proof import Statement, write_certificate

from support.environment import linux, needs_native
from support.naive_proofs import header

RULES = ["2p3c", "3p5c", "4p4c", "6p2c", "4p3c-black", "4p5c-distinct", "3p3c-distinct-black"]
STATEMENTS = {
    "4p4c": [(Prices(), 905)],
    "4p6c": [(Prices(last=4), INFINITE), (Prices(last=5), 5626)],
    "4p5c-distinct": [(Prices(), 462)],
    "3p4c-black": [(Prices(), 280)],
}


@needs_native
@pytest.mark.parametrize("text", RULES)
def test_checker_counts_what_the_search_counts(text):
    """They share no code: the checker counts the first guesses of each pattern only."""
    rules = parse_rules(text)
    limits = CellLimits(Codes(rules))
    cells, found = native_game(rules).cell_limits()
    assert list(cells)[:-1] == limits.cells.tolist()
    found = np.frombuffer(found, np.uint64).reshape(32, 65)[1:, 1 : len(cells) + 1]
    whole = np.minimum(found, rules.secrets).astype(np.int64)
    assert len(whole) == LEVELS
    assert (whole == np.minimum(limits.found[:, 1:], rules.secrets)).all()


@pytest.fixture
def written(monkeypatch):
    """Writes certificates of version 3 for small games, too."""
    monkeypatch.setattr(proof, "LIMITED", 0)
    return lambda *statements: b"".join(write_certificate(statements))


@linux
@needs_native
@pytest.mark.slow(after=1)
@pytest.mark.parametrize("text", STATEMENTS)
def test_both_checkers_accept_what_the_kernel_writes(written, check_in_c, text):
    rules = parse_rules(text)
    data = written(*(Statement(rules, prices, bound) for prices, bound in STATEMENTS[text]))
    assert data.startswith(f"mmtree proof 3\n{text}\n".encode())
    shown = check_data(data, "a").statements
    assert [one.bound or INFINITE for one in shown] == [bound for _, bound in STATEMENTS[text]]
    result = check_in_c(data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("\n") == len(shown)


def accepts(data):
    try:
        check_data(data, "a")
    except ProofError:
        return False
    return True


@linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "opening"),
    [("4p6c", "AABC"), ("4p5c-distinct", "ABCD"), ("4p6c-black", "AABC"), ("4p7c", "ABCD")],
)
def test_both_checkers_show_the_same_bounds_without_records(check_in_c, rules, opening):
    """The cells of an opening add up to a bound, which version 3 raises."""

    def record(version, bound):
        return header(rules, version) + f"1 0 0 {opening} {bound}\n\0\0".encode()

    low, high = 0, 1 << 15
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if accepts(record(3, middle)) else (low, middle)
    assert not accepts(record(1, low))
    assert [check_in_c(record(3, bound)).returncode for bound in (low, low + 1)] == [0, 1]


@needs_native
def test_limits_save_records(written, monkeypatch):
    statement = Statement(parse_rules("4p7c"), Prices(), 11228)
    limited = written(statement)
    monkeypatch.undo()
    assert len(limited) < 0.95 * len(written(statement))
    assert written(statement).startswith(b"mmtree proof 1\n")


@needs_native
def test_too_few_guesses_need_no_limits(written):
    statement = Statement(parse_rules("4p6c"), Prices(last=4), INFINITE)
    assert written(statement).startswith(b"mmtree proof 1\n")
