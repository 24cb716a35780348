"""What is seen of the page: bars to scale, and the view after each change."""

import pytest

from webpage import go


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_bars_are_to_scale(width, locale, knuth, show):
    """The row of this game has a longer text, and yet the same scale."""
    page = show(knuth, "guide", viewport={"width": width, "height": 800}, locale=locale)
    most = max(knuth.histogram)
    for guesses in (1, 4):
        go(page, "guide/AABB/40" if guesses == 1 else "guide/AABB/00/CCDE/00/FFFF/40")
        widths = page.locator(".histogram .bar").evaluate_all(
            "(bars) => bars.map((bar) => bar.getBoundingClientRect().width)"
        )
        longest = max(widths)
        assert longest >= 60
        expected = [max(1, longest * count / most) for count in knuth.histogram]
        assert widths == pytest.approx(expected, abs=0.1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
