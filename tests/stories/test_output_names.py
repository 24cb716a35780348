"""The default names of output files: no two kinds of output have equal names."""

from collections import Counter
from pathlib import Path

import pytest

from mmtree import load
from mmtree.export.targets import TARGETS, export
from mmtree.research.notations.notations import NOTATIONS
from mmtree.show.sheets.styles import STYLES

from support.environment import KNUTH


@pytest.mark.slow
def test_sheets_and_drawings_have_distinct_names(mmtree, program):
    """The files have the cheapest format; other formats differ in the suffix."""
    program("dot")
    ways = [("sheet", "--style", style, "--format", "txt") for style in STYLES]
    ways += [("dot", *part) for part in ((), ("--from", "11"), ("--guesses", 1))]
    names = [mmtree(command, KNUTH, *way).out.split()[-1] for command, *way in ways]
    stems = Counter(Path(name).stem for name in names)
    assert len(stems) == len(ways) == 12
    assert all(stem.startswith("knuth-4p6c") for stem in stems)


@pytest.mark.slow
def test_players_have_distinct_names():
    tree = load(KNUTH)
    names = Counter(path for target in TARGETS for path in export(tree, target))
    assert set(names.values()) == {1}


def test_notations_have_distinct_names(mmtree):
    """Each has its own suffix, which no other output has."""
    names = {mmtree("export", KNUTH, "--to", to).out.split()[-1] for to in NOTATIONS}
    assert names == {f"knuth-4p6c.{to}" for to in NOTATIONS}
