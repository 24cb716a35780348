"""The first screen, the rules on the page, and its layout: width, bars, scroll position, print."""

import re
from itertools import product

import pytest

from mmtree import load

from support.environment import TREES
from support.webpage import (
    bar_widths,
    click,
    follow,
    go,
    guess_of,
    press,
    press_digits,
    reload,
    wait_for_address,
)

PHONE = {"viewport": {"width": 360, "height": 800}}
GUIDE, PLAY = "Help me beat a real board", "Let me guess a secret code"
SCREENS = [
    *("", "knuth/guide", "knuth/guide/AABB/11", "knuth/guide/AABB/40"),
    *("knuth/guide/AABB/00/AABB/10", "knuth/play", "knuth/play/~uz0f/AABB"),
    *("knuth/play/~uz0f/AABB/AABB/CDEF/end",),
    *("knuth/explore", "knuth/AABB/10/ACDD/=FEDC", "knuth/AABB/=FEDC/+best"),
    *("knuth/AABB/00/CCDE/=FEDC/+best", "bulls/guide", "bulls/guide/0123/11", "bulls/play"),
    *("super/guide", "super/guide/AABCD/11"),
]
"""Screens of a page of several trees."""
SIZES = ((320, "17px"), (360, "34px"), (640, "17px"), (740, "17px"))
"""The least width, text of twice the size, and widths where a second column begins."""


@pytest.fixture(scope="module")
def trees(knuth, koyama_lai):
    names = {"bulls": "koyama-lai-bulls-and-cows", "super": "koyama-lai-5p8c"}
    more = {short: load(TREES / f"{name}.mmtree") for short, name in names.items()}
    return {"best": koyama_lai, "knuth": knuth, **more}


def background(page, place):
    """Return the background colour of the first element that a selector finds."""
    style = "(one) => getComputedStyle(one).backgroundColor"
    return page.locator(place).first.evaluate(style)


@pytest.mark.slow
def test_first_screen_has_everything_above_the_fold(trees, show):
    page = show(trees, **PHONE)
    shown = [page.get_by_role("heading", name="Crack any Mastermind code in 6 guesses")]
    for name in (GUIDE, PLAY):
        link = page.get_by_role("link", name=name)
        box = link.bounding_box()
        assert (box["height"] >= 56, box["width"]) == (True, 332)
        shown.append(link)
    shown += [
        page.get_by_role("link", name="See the whole strategy"),
        page.locator(".games summary"),
    ]
    boxes = [each.bounding_box() for each in shown]
    assert max(box["y"] + box["height"] for box in boxes) <= 800


@pytest.mark.slow
def test_games_have_names_and_strategies_plain_words(trees, show):
    within = load(TREES / "koyama-lai-max5-4p6c.mmtree")
    page = show({"best": trees["best"], "within": within, **trees})
    page.locator(".games summary").click()
    heads = page.locator(".games").get_by_role("heading").all_inner_texts()
    assert heads == [
        "Mastermind, 4 pegs, 6 colours",
        "Bulls and Cows, 4 digits, no digit twice",
        "Super Mastermind, 5 pegs, 8 colours",
    ]
    links = [
        link.inner_text().splitlines()[0]
        for link in page.locator(".games").get_by_role("link").all()
    ]
    assert links == [
        *("fewest guesses on average", "never more than 5 guesses", "knuth"),
        *("fewest guesses on average", "never more than 7 guesses"),
    ]
    promises = page.locator(".games span").filter(has_text=re.compile("^at most")).all_inner_texts()
    averages = ["4.3403", "4.3410", "4.48", "5.21", "5.44"]
    assert [re.search(r"([\d.]+) on average", text)[1] for text in promises] == averages
    follow(page.locator(".games").get_by_role("link").last)
    assert (
        page.locator(".games summary")
        .inner_text()
        .startswith("Super Mastermind, 5 pegs, 8 colours")
    )
    follow(page.get_by_role("link", name=GUIDE))
    assert page.url.endswith("#super/guide")


@pytest.mark.slow
def test_page_of_one_tree_begins_as_one_of_several_does(knuth, words, show):
    page = show(knuth, **PHONE)
    assert page.get_by_role("heading", level=1).inner_text().startswith("Crack any Mastermind code")
    follow(page.get_by_role("link", name=GUIDE))
    assert guess_of(page, words) == knuth.root.guess
    pad = page.get_by_role("group", name="Answers").bounding_box()
    assert pad["y"] + pad["height"] <= 800
    click(page, 11, knuth.rules)
    assert page.url.endswith("#guide/AABB/11")
    assert page.get_by_role("link", name=re.compile("^Continue")).count() == 0
    follow(page.get_by_role("link", name="mmtree, to the start"))
    assert page.get_by_role("link", name="Continue: guess 2").is_visible()


@pytest.mark.slow
def test_only_an_open_game_is_continued(trees, show):
    page = show(trees)
    for ended in ("knuth/guide/AABB/40", "knuth/play/~uz0f/AABB/end"):
        go(page, "knuth/guide/AABB/11")
        go(page, "")
        first = page.get_by_role("main").get_by_role("link").first
        assert first.inner_text() == "Continue: guess 2"
        go(page, ended)
        go(page, "")
        assert page.get_by_role("link", name=re.compile("^Continue")).count() == 0


@pytest.mark.slow
def test_meaning_of_answers_can_be_hidden_and_shown_again(trees, show):
    page = show(trees, "knuth/guide")
    meaning = page.get_by_role("main").get_by_text("right colour, wrong place")
    assert meaning.is_visible()
    press(page, "Hide this")
    assert meaning.count() == 0
    go(page, "knuth/guide/AABB/11")
    reload(page)
    assert meaning.count() == 0
    press(page, "How to play")
    dialog = page.get_by_role("dialog", name="How to play")
    assert dialog.get_by_text("right colour, wrong place").is_visible()
    assert dialog.get_by_text("2. Tap the answer you get.").is_visible()


@pytest.mark.slow
def test_answers_are_one_stop_of_the_tab_key_with_labelled_rows(knuth, show):
    page = show(knuth, "guide")
    answers = page.locator(".answer")
    assert answers.evaluate_all("(all) => all.filter((one) => one.tabIndex === 0).length") == 1
    answers.nth(3).focus()
    assert answers.nth(3).get_attribute("tabindex") == "0"
    assert answers.evaluate_all("(all) => all.filter((one) => one.tabIndex === 0).length") == 1
    heads = page.locator(".head").all_inner_texts()
    assert heads == ["", *"01234", *"01234"]


@pytest.mark.slow
def test_bulls_and_cows_has_digits_and_words(trees, show):
    page = show(trees, "bulls/guide")
    assert page.locator("#current .peg text").all_text_contents() == ["0", "1", "2", "3"]
    assert page.get_by_text("cow: right digit, wrong place").is_visible()
    assert page.get_by_text("1. Say these digits.").is_visible()
    press(page, "1 bull, 2 cows")
    change = page.get_by_role("button", name="Change the answer to guess 1: 1 bull, 2 cows")
    assert change.inner_text().split("\n") == ["1 bull", "2 cows"]
    go(page, "bulls/play")
    page.get_by_role("button", name="Begin").click()
    page.keyboard.type("9017")
    assert page.locator(".places .peg text").all_text_contents() == ["9", "0", "1", "7"]


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "sizes"), [("de-DE", SIZES), ("en-GB", SIZES[:1])])
def test_nothing_overflows(locale, sizes, trees, show):
    """No code breaks, either; English is tried at the narrowest width, as German has longer words."""
    page = show(trees, locale=locale, reduced_motion="reduce")
    for width, text in sizes:
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
        for screen in SCREENS:
            go(page, screen)
            wide = page.evaluate(
                """() => [...document.querySelectorAll("main *")]
                  .filter((item) => item.checkVisibility() && !item.closest(".unseen"))
                  .filter((item) => item.getBoundingClientRect().right > innerWidth + 0.5)
                  .map((item) => item.outerHTML.slice(0, 100))"""
            )
            assert (screen, wide) == (screen, [])
            tops = """(codes) => codes.map(({ children }) =>
              new Set([...children].map((peg) => peg.getBoundingClientRect().top)).size)"""
            rows = page.locator(".row").locator(".code, .places")
            assert set(rows.evaluate_all(tops)) <= {1}, screen
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen


@pytest.mark.slow
def test_board_is_narrow_and_answers_stand_next_to_it(knuth, show):
    page = show(knuth, "guide/AABB/11")
    for width, height in ((800, 360), (768, 1024), (1280, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".board").bounding_box()
        pad = page.get_by_role("group", name="Answers").bounding_box()
        assert board["width"] <= 420
        assert pad["x"] > board["x"] + board["width"]


@pytest.mark.slow
def test_current_row_is_lighter_than_the_board(knuth, show):
    page = show(knuth, "guide/AABB/11")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        row, board = (
            sum(map(int, re.findall(r"\d+", background(page, place))))
            for place in (".row.current", ".board")
        )
        assert row > board


@pytest.mark.slow
def test_current_row_is_marked_in_forced_colours(knuth, show):
    page = show(knuth, "guide/AABB/11", forced_colors="active")
    style = "(row) => getComputedStyle(row).outlineStyle"
    assert page.locator(".row.current").evaluate(style) == "solid"
    go(page, "explore")
    swatches = page.locator(".swatch").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(swatches)) == knuth.max


@pytest.mark.slow
def test_hints_for_a_keyboard_need_one(knuth, show):
    """A touch screen has no pointer that hovers."""
    page = show(knuth, "guide")
    assert page.get_by_text("Or type two digits").is_visible()
    phone = show(knuth, "guide", **PHONE, has_touch=True, is_mobile=True)
    assert not phone.get_by_text("Or type two digits").is_visible()


@pytest.mark.slow
def test_message_covers_no_button(knuth, show):
    page = show(knuth, "guide/AABB/11", **PHONE, permissions=["clipboard-write"])
    press(page, "Copy this game")
    page.locator("#toast").wait_for()
    wait_for_address(page)
    covered = page.evaluate(
        """() => {
          const toast = document.querySelector("#toast").getBoundingClientRect();
          return [...document.querySelectorAll("button, a")].filter((item) => {
            const box = item.getBoundingClientRect();
            return box.width && box.top < toast.bottom && box.bottom > toast.top &&
              box.left < toast.right && box.right > toast.left;
          }).length;
        }"""
    )
    assert covered == 0
    click(page, 11, knuth.rules)
    assert page.locator("#toast").count() == 0


@pytest.mark.slow
def test_printout_is_white_and_has_no_buttons(knuth, show):
    page = show(knuth, "guide/AABB/11", color_scheme="dark")
    page.emulate_media(media="print")
    for place in ("html", ".board", ".row.current", ".plate"):
        assert background(page, place) in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"), place
    for hidden in ("header", ".pad", ".buttons"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".board").is_visible()
    go(page, "")
    ink = page.locator(".demo").evaluate("(board) => getComputedStyle(board).color")
    assert sum(map(int, re.findall(r"\d+", ink))) < 150


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
        follow(page.get_by_role("link", name="mmtree, to the start"))
        scroll_down(page)
        follow(page.get_by_role("link", name=mode))
        assert view(page) == [0, True]
        scroll_down(page)
    page.get_by_role("table").get_by_role("link").last.click()
    assert view(page) == [0, True]
    scroll_down(page)
    follow(page.get_by_role("link", name="mmtree, to the start"))
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
