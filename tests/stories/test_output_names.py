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
def test_outputs_have_distinct_names(mmtree, program):
    """Sheets and drawings have the cheapest format; other formats differ in the suffix."""
    program("dot")
    ways = [("sheet", "--style", style, "--format", "txt") for style in STYLES]
    ways += [("dot", *part) for part in ((), ("--from", "11"), ("--guesses", 1))]
    names = [mmtree(command, KNUTH, *way).out.split()[-1] for command, *way in ways]
    stems = Counter(Path(name).stem for name in names)
    assert len(stems) == len(ways) == 12
    assert all(stem.startswith("knuth-4p6c") for stem in stems)
    tree = load(KNUTH)
    players = Counter(path for target in TARGETS for path in export(tree, target))
    assert set(players.values()) == {1}
    endings = {to: notation.endings[0] for to, notation in NOTATIONS.items()}
    assert len(set(endings.values())) == len(endings)  # no other output has them
    for to, ending in endings.items():
        assert mmtree("export", KNUTH, "--to", to).out.endswith(f" knuth-4p6c.{ending}\n")
