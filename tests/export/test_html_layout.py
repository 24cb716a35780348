"""The layout of the page: bars to scale, and the scroll position after each change."""

from itertools import product

import pytest

from support.webpage import bar_widths, click, follow, go, press_digits, wait_for_address

PHONE = {"viewport": {"width": 360, "height": 800}}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_bars_are_to_scale(locale, knuth, show):
    """The row of the played game has a longer text, but the same scale."""
    page = show(knuth, "guide", locale=locale)
    most = max(knuth.histogram)
    for width, game in product((320, 360, 390, 768, 1280), ("AABB/40", "AABB/00/CCDE/00/FFFF/40")):
        page.set_viewport_size({"width": width, "height": 800})
        go(page, f"guide/{game}")
        widths = bar_widths(page.locator(".histogram"))
        longest = max(widths)
        assert longest >= 60
        expected = [max(1, longest * count / most) for count in knuth.histogram]
        assert widths == pytest.approx(expected, abs=0.1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def view(page):
    """Return how far the page is scrolled, and whether the current guess is completely in view."""
    wait_for_address(page)
    return page.evaluate(
        """() => {
          const box = document.querySelector(".row.current")?.getBoundingClientRect();
          return [scrollY, !box || (box.top > -1 && box.bottom < innerHeight + 1)];
        }"""
    )


def scroll_down(page):
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 100


@pytest.mark.slow
def test_mode_opens_at_the_top(knuth, koyama_lai, show):
    page = show({"knuth": knuth, "best": koyama_lai}, viewport={"width": 360, "height": 400})
    for mode in ("Help me beat a real board", "Let me guess a secret", "See the whole strategy"):
        scroll_down(page)
        follow(page.get_by_role("link", name=mode))
        assert view(page) == [0, True]
        scroll_down(page)
        follow(page.get_by_role("link", name="mmtree, to the start"))
        assert view(page) == [0, True]


@pytest.mark.slow
def test_link_in_table_opens_at_the_top(knuth, show):
    page = show(knuth, "explore", **PHONE, reduced_motion="reduce")
    scroll_down(page)
    page.get_by_role("table").get_by_role("link").last.click()
    assert view(page) == [0, True]


@pytest.mark.slow
def test_current_guess_stays_in_view(knuth, words, show):
    page = show(knuth, "guide", viewport={"width": 360, "height": 600})
    for given in (1, 10, 11):
        scroll_down(page)
        click(page, given, knuth.rules)
        assert view(page)[1]
    go(page, "guide/" + "AABB/11/" * 30)
    assert view(page)[1]
    press_digits(page, 11, words.rules)
    assert view(page)[1]
    page.get_by_role("button", name="New game").click()
    assert view(page)[1]
