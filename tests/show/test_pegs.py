"""The mark on a peg is legible."""

import pytest

from mmtree.show.pegs import fill, luminance, mark


@pytest.mark.parametrize("color", range(36))
def test_contrast_is_at_least_wcag_aa(color):
    lighter, darker = sorted((luminance(fill(color)), luminance(mark(fill(color)))), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_luminance_of_black_and_white():
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)
