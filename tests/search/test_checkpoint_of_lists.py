"""The checkpoint of a word game contains its lists: it is shown, resumed, and not mixed up."""

import numpy as np
import pytest

from mmtree import CheckpointError, build_tree, word_rules
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.solved_parts import SolvedParts
from mmtree.tree.file import encode

from support.environment import needs_native
from support.synthetic_words import synthetic_words

pytestmark = needs_native
SEARCH = "Prices(unit=1, last=None, surcharge=0)"
RULES = word_rules(*synthetic_words(300, 800))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The tree of an uninterrupted search, and its checkpoint."""
    path = tmp_path_factory.mktemp("whole") / "a"
    return encode(build_tree("koyama-lai", RULES, checkpoint=path)), path


@pytest.mark.parametrize("seed", range(4))
def test_resume_from_some_parts_gives_same_tree(whole, tmp_path, seed):
    [(_, parts)] = Checkpoint(whole[1], RULES).searches.values()
    chosen = np.random.default_rng(seed).random(len(parts)) < 0.5
    plans = np.repeat(chosen, parts.records["length"])
    some = Checkpoint(tmp_path / "a", RULES)
    some.keep(SEARCH)(SolvedParts(parts.records[chosen], parts.plans[plans]).packed)
    some.write()
    assert encode(build_tree("koyama-lai", RULES, checkpoint=tmp_path / "a")) == whole[0]


def test_checkpoint_is_shown_without_the_lists(whole, mmtree):
    result = mmtree("info", whole[1])
    assert result.status == 0
    assert "rules     words: 300 secrets" in result.out


def test_lists_of_the_same_name_are_told_apart(whole):
    other = word_rules(*synthetic_words(300, 801))
    with pytest.raises(CheckpointError, match=r"a checkpoint for rules .*, expected words"):
        build_tree("koyama-lai", other, checkpoint=whole[1])
