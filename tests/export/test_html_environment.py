"""The environment of the page: languages, settings, addresses, media."""

import pytest

from support.webpage import click, follow, go, press_digits, reload, reload_with, said

STORED = [
    *("", "{", "5", "null", "[]", '"x"', '{"settings":null}', '{"settings":5,"last":5}'),
    *('{"last":{}}', '{"last":"guide"}', '{"last":"javascript:alert(1)"}'),
    *('{"settings":{"language":5,"theme":5,"symbols":5}}', '{"last":"#guide/AABBC/10"}'),
    '{"settings":{"language":"xx","theme":"\\"><b>","symbols":"x"}}',
]
ADDRESSES = {
    "2. Tap the answer you get.": [
        *("guide/", "guide/AABB", "guide/AABB/", "guide/AABB/99", "guide/AABB/-1"),
        *("guide/AABB/31", "guide/aabb/11", "guide/AABBB/11", "guide/AAB/11"),
        *("guide/%41ABB/11", "guide/<b>/11", "guide/GGGG/00"),
    ],
    "Crack any Mastermind code": [
        *("constructor", "__proto__", "tree", "settings", "%", "%00", "##guide", "\u202e", "👍"),
        *("FFFF", "FFFF/10", "GGGG", "<img src=x onerror=alert(1)>"),
    ],
    "The answer to guess 2?": ["guide//AABB/11", "guide/AABB/11/x/y", "guide/AABB/11/ABCD"],
    "The answer to guess 301?": ["guide/" + "AABB/11/" * 300],
    "Found with guess 1!": ["guide/AABB/40/AABB/40", "guide/AABB/40/x"],
    "A codemaker who dodges": [
        *("play/", "play/~", "play/~-1", "play/~" + "z" * 99, "play/~" + "9" * 999),
        *("play/AABB", "play/end", "play/<img src=x>"),
    ],
}
"""Headings that are shown, and addresses that lead to them."""
WHOLE = {"guide/", "tree", "guide//AABB/11", "guide/" + "AABB/11/" * 300, "play/"}
"""Those of them that lack nothing."""


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("locale", "language", "heading", "hint"),
    [
        ("en-GB", "en", "The answer to guess 2?", "One of 1,296 codes"),
        ("de-AT", "de", "Die Antwort auf Zug 2?", "Einer von 1.296 Codes"),
        ("fr-FR", "fr", "La réponse à l’essai 2\u202f?", "Un des 1\u202f296 codes"),
        ("nl-NL", "en", "The answer to guess 2?", "One of 1,296 codes"),
    ],
)
def test_page_uses_the_language_of_the_browser(locale, language, heading, hint, knuth, show):
    page = show(knuth, "guide/AABB/11", locale=locale)
    assert page.locator("html").get_attribute("lang") == language
    assert page.get_by_role("heading", level=2).inner_text() == heading
    go(page, "play")
    assert page.get_by_text(hint).count() == 1


@pytest.mark.slow
def test_settings_apply_at_once_and_are_stored(knuth, show):
    page = show(knuth, "guide/AABB/11")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()
    page.get_by_role("radio", name="dunkel").check()
    page.get_by_role("radio", name="1 2 3").check()
    page.get_by_role("button", name="Fertig").click()
    for _ in range(2):
        assert page.locator("html").get_attribute("lang") == "de"
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
        assert page.locator(".board .peg text").first.text_content() == "1"
        assert page.url.endswith("#guide/AABB/11")
        reload(page)
    go(page, "play")
    page.get_by_role("button", name="Los").first.click()
    page.keyboard.type("1623")
    put = page.get_by_role("group", name="Dein Code").get_by_role("button")
    names = [place.get_attribute("aria-label") for place in put.all()]
    assert [name.partition(": ")[2] for name in names] == ["rot", "lila", "grün", "blau"]


@pytest.mark.slow
def test_foreign_local_storage_does_no_harm(knuth, show):
    page = show(knuth)
    for stored in STORED:
        reload_with(page, stored)
        assert page.get_by_role("heading", level=1).inner_text().startswith("Crack"), stored
        links = page.get_by_role("main").get_by_role("link").all()
        assert all(link.get_attribute("href").startswith("#") for link in links), stored


@pytest.mark.slow
def test_invalid_addresses_are_ignored(knuth, show):
    page = show(knuth)
    for leads_to, fragments in ADDRESSES.items():
        for fragment in fragments:
            go(page, fragment)
            heading = page.get_by_role("heading").all_inner_texts()[-1]
            assert heading.startswith(leads_to), fragment
            notes = page.get_by_role("alert").all_inner_texts()
            damaged = ["Part of this link is damaged and was left out."]
            assert notes == ([] if fragment in WHOLE else damaged), fragment
    go(page, "guide/AABB/99")
    page.keyboard.type("11")
    assert page.get_by_role("alert").count() == 0


@pytest.mark.slow
def test_several_trees_in_one_page(knuth, koyama_lai, show):
    page = show({"Knuth 4p6c": knuth, "other": koyama_lai}, "other/guide/AABC/11")
    assert page.get_by_role("heading", level=2).inner_text() == "The answer to guess 2?"
    home = page.get_by_role("link", name="mmtree, to the start")
    follow(home)
    assert page.locator(".games summary").inner_text() == "Mastermind, 4 pegs, 6 colours · change"
    page.locator(".games summary").click()
    cards = page.get_by_role("main").get_by_role("list").get_by_role("link")
    assert [card.get_attribute("href") for card in cards.all()] == ["#knuth-4p6c", "#other"]
    assert cards.locator("[aria-current]").count() == 0
    assert cards.nth(1).get_attribute("aria-current") == "true"
    follow(cards.nth(0))
    page.locator(".games summary").click()
    assert cards.nth(0).get_attribute("aria-current") == "true"
    follow(page.get_by_role("navigation").get_by_role("link", name="Guide"))
    assert page.url.endswith("#knuth-4p6c/guide")
    click(page, 11, knuth.rules)
    assert page.url.endswith("#knuth-4p6c/guide/AABB/11")


@pytest.mark.slow
def test_reduced_motion_is_respected(knuth, show):
    page = show(knuth, "AABB", reduced_motion="reduce")
    frame = """async () => {
      location.hash = "AABB/10/ACDD";
      await new Promise((done) => addEventListener("hashchange", done, { once: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return mmtree.app.frame.to - mmtree.app.frame.from;
    }"""
    assert page.evaluate(frame) == knuth.root.child(10).secrets_left


def test_page_without_javascript_shows_notice(browser, knuth, page_file):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_file(knuth).as_uri())
    assert page.get_by_role("main").inner_text().startswith("This page needs JavaScript")
    context.close()


@pytest.mark.slow
def test_announcements_of_one_mode_do_not_appear_in_another(knuth, show):
    page = show(knuth, "guide")
    press_digits(page, 11, knuth.rules)
    assert said(page).startswith("208 codes still possible.")
    go(page, "play")
    assert said(page) == ""
