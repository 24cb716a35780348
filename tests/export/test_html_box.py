"""The colours of the user's box: set in the settings, stored, and shown on all pegs."""

import json

import pytest

from mmtree import build_tree
from mmtree.show.pegs import BOX, pegs_of

from support.webpage import Words, go, guess_of, reload, reload_with

PARTS = ("name", "fill", "ink", "radii", "hole")
DEFAULT = ["red", "green", "blue", "yellow", "orange", "purple"]


def looks(page, tree=0):
    """Return the looks of a tree's pegs on the page."""
    return page.evaluate("(tree) => mmtree.app.trees[tree].looks", tree)


def names(page, tree=0):
    return [look["name"] for look in looks(page, tree)]


def expected(rules, box):
    """Return the looks of a box as mmtree defines them."""
    return [
        {**{part: getattr(peg, part) for part in PARTS}, "radii": list(peg.radii)}
        for peg in pegs_of(rules, ",".join(box))
    ]


def swatch(page, letter):
    return page.get_by_role("button", name=f"Colour {letter}: ")


def settings(page):
    page.get_by_role("button", name="Settings").click()


def close(page):
    page.get_by_role("button", name="Done").click()


def picture(page):
    """Return the picture of the tree, once it is drawn."""
    script = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(script)
    return page.evaluate("document.querySelector('canvas').toDataURL()")


@pytest.mark.slow
def test_swatch_goes_through_the_free_colours(knuth, show):
    page = show(knuth)
    settings(page)
    assert page.get_by_text("Tap a colour to change it.").is_visible()
    free = ["red", "black", "white", "silver", "brown", "pink", "turquoise"]
    back = [*free[-2::-1], free[-1]]
    keys = {"Enter": free[1:], "ArrowRight": free, "ArrowLeft": back}
    for key, colors in (*keys.items(), ("ArrowDown", free[:1]), ("ArrowUp", free[-1:])):
        for name in colors:
            swatch(page, "A").press(key)
            assert names(page) == [name, *DEFAULT[1:]]
            assert page.locator(":focus").get_attribute("aria-label") == f"Colour A: {name}, change"


@pytest.mark.slow
def test_box_is_stored_and_on_all_pegs(knuth, show):
    page = show(knuth, "explore", reduced_motion="reduce")
    before = picture(page)
    settings(page)
    swatch(page, "A").click()
    swatch(page, "B").press("ArrowLeft")
    swatch(page, "B").press("ArrowLeft")
    close(page)
    box = ["black", "turquoise", *DEFAULT[2:]]
    assert picture(page) != before
    reload(page)
    assert looks(page) == expected(knuth.rules, box)
    go(page, "guide")
    assert guess_of(page, Words(knuth.rules, ",".join(box))) == knuth.root.guess
    assert page.locator("#current .peg path").first.get_attribute("fill") == "#101010"
    go(page, "play")
    page.get_by_role("button", name="Begin").click()
    assert page.get_by_role("button", name="B turquoise").is_visible()
    go(page, "explore")
    settings(page)
    page.get_by_role("button", name="Reset").click()
    close(page)
    assert looks(page) == expected(knuth.rules, DEFAULT)
    assert picture(page) == before


@pytest.mark.slow
def test_box_fits_every_game(knuth, show):
    small = build_tree("lexicographic", "2p8c")
    page = show({"knuth": knuth, "small": small})
    settings(page)
    swatch(page, "A").press("ArrowRight")  # black, which is H in the other game
    assert names(page, 1) == ["black", *DEFAULT[1:], "white", "red"]
    page.get_by_role("button", name="For the colour-blind").click()
    assert looks(page) == expected(knuth.rules, BOX[:6])
    assert looks(page, 1) == expected(small.rules, BOX[:8])


@pytest.mark.slow
def test_own_colours_of_the_page_come_first_and_holes_stay(show):
    tree = build_tree("lexicographic", "2p3c")
    page = show(tree, names="ruby=#e3256b,empty,red=#aa0000")
    own = looks(page)
    settings(page)
    assert page.locator("dialog .palette").get_by_role("button").count() == 2
    swatch(page, "A").click()
    assert names(page) == ["black", "empty", "red"]
    assert looks(page)[1:] == own[1:]
    swatch(page, "C").press("ArrowLeft")
    assert names(page) == ["black", "empty", "ruby"]
    assert looks(page)[2]["fill"] == "#e3256b"
    assert [look["radii"] for look in looks(page)] == [look["radii"] for look in own]


FOREIGN = [
    *(("", DEFAULT), ("constructor,,red,red,__proto__,<b>", DEFAULT), (" black,BLACK", DEFAULT)),
    *(("green,green", ["green", "red", *DEFAULT[2:]]), (",".join(BOX * 9), list(BOX[:6]))),
    *((5, DEFAULT), (["black"], DEFAULT), (None, DEFAULT)),
]


@pytest.mark.slow
def test_foreign_box_is_filled_up(knuth, show):
    page = show(knuth)
    for stored, box in FOREIGN:
        reload_with(page, json.dumps({"settings": {"box": stored}}))
        assert names(page) == box, stored


@pytest.mark.slow
def test_games_without_box_have_no_setting(knuth, show):
    """Colours past the palette have no names; the digits of bulls and cows have no colours."""
    trees = {text: build_tree("lexicographic", text) for text in ("2p11c", "2p10c-distinct")}
    page = show({**trees, "knuth": knuth})
    before = looks(page), looks(page, 1)
    for fragment in ("tree-2p11c", "tree-2p10c-distinct"):
        go(page, fragment)
        settings(page)
        assert page.get_by_role("group", name="Colours of my box").count() == 0
        close(page)
    go(page, "knuth")
    settings(page)
    page.get_by_role("button", name="For the colour-blind").click()
    assert names(page, 2) == list(BOX[:6])
    assert (looks(page), looks(page, 1)) == before


@pytest.mark.slow
def test_settings_with_box_fit_a_small_screen(knuth, show):
    page = show(knuth, viewport={"width": 320, "height": 500})
    settings(page)
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
    close(page)
    assert dialog.count() == 0
