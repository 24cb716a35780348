"""The registry of styles, and the sizes of papers."""

from pathlib import Path

import pytest

from mmtree.show.sheets import styles
from mmtree.show.sheets.styles import MM, PAPERS, STYLES


@pytest.mark.parametrize("style", STYLES)
def test_style_has_the_template_of_its_name(style):
    template = Path(styles.__file__).with_name(f"{style}.typ")
    assert template.exists() == bool(STYLES[style].papers)
    assert set(STYLES[style].papers) <= PAPERS.keys()


def test_paper_sizes():
    """Each A size is half of the previous one (ISO 216), each ANSI size twice the previous one."""
    millimetres = [tuple(round(side / MM) for side in PAPERS[f"a{n}"]) for n in range(5)]
    assert millimetres[0] == (841, 1189)
    assert millimetres[1:] == [(high // 2, wide) for wide, high in millimetres[:-1]]
    american = [PAPERS[name] for name in ("letter", "tabloid", "ansi-c", "ansi-d")]
    assert american[0] == (8.5 * 72, 11 * 72)
    assert american[1:] == [(high, 2 * wide) for wide, high in american[:-1]]
