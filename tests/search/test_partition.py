"""Cell sizes counted for many guesses at once equal the sizes of the split cells."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.search import partition
from mmtree.search.partition import cell_sizes, split

TABLES = {text: CodeTable(parse_rules(text)) for text in ("4p3c", "3p5c-distinct", "3p3c-black")}


@settings(deadline=None)
@given(st.sampled_from(sorted(TABLES)), st.data())
def test_counted_and_split_sizes_agree(text, data):
    table = TABLES[text]
    ranks = st.lists(st.integers(0, table.rules.secrets - 1), min_size=1, unique=True).map(sorted)
    secrets, guesses = (np.array(data.draw(ranks)) for _ in range(2))
    sizes = cell_sizes(table, secrets, guesses)
    for column, guess in zip(sizes.T, guesses, strict=True):
        cells = dict(split(table, secrets, int(guess)))
        assert [len(cells.get(value, ())) for value in table.rules.feedbacks] == column.tolist()
        assert sorted(np.concatenate(list(cells.values()))) == secrets.tolist()


@pytest.mark.parametrize("block", [1, 100, 1 << 30])
def test_sizes_do_not_depend_on_the_chunk_size(monkeypatch, block):
    table = CodeTable(PegRules())
    everything = np.arange(1296)
    plain = cell_sizes(table, everything, everything[:50])
    monkeypatch.setattr(partition, "_BLOCK", block)
    assert (cell_sizes(table, everything, everything[:50]) == plain).all()
    assert plain.sum(axis=0).tolist() == [1296] * 50
