"""Even raising: the cells of large sets are searched in another order, with the same answers."""

import numpy as np
import pytest

from mmtree import Rules
from mmtree.game.table import CodeTable
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import INFINITE, Prices

from support.environment import needs_native


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize(
    ("rules", "prices"),
    [
        ("4p6c", Prices()),
        ("4p6c", Prices(last=5)),
        ("4p6c", Prices(1000, 6, 1)),
        ("4p6c-black", Prices()),
        ("3p10c", Prices(last=7)),
    ],
)
@pytest.mark.parametrize("above", [None, 1, 0, -30])
def test_search_of_large_sets_equals_reference(rules, prices, above):
    """The search and its simplest form search all secrets, more than 1000, with limits near the least price."""
    table = CodeTable(Rules.parse(rules))
    secrets = np.arange(len(table.numbers))
    price = NativeSearch(table, prices).solve(secrets).price
    limit = INFINITE if above is None else price + above
    expected = NativeSearch(table, prices, plain=True).solve(secrets, limit=limit)
    for jobs in 1, 2:
        found = NativeSearch(table, prices, None, jobs).solve(secrets, limit=limit)
        assert (found.price, found.guesses) == (expected.price, expected.guesses)
    assert found.price == (price if limit > price else INFINITE)
