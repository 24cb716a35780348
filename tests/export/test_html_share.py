"""A game is shared: as a link from a web server, as a text from a file, or by hand."""

import pytest

from mmtree import parse_code

from support.webpage import follow, guess_of, press, type_letters, wait, wait_for_address

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
SENT = "A game or challenge that was sent to you"
REFUSED = "The browser did not copy this: copy it yourself"
SERVED = "http://localhost/page.html"


@pytest.fixture
def serve(browser, page_file):
    """Opens a page as if from a web server: serve(trees, "guide")."""
    contexts = []

    def open_page(trees, fragment=""):
        context = browser.new_context(**CLIPBOARD)
        contexts.append(context)
        body = page_file(trees).read_bytes()
        context.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html"))
        opened = context.new_page()
        opened.goto(f"{SERVED}#{fragment}")
        wait(opened)
        return opened

    yield open_page
    for context in contexts:
        context.close()


def copied(page):
    """Return the copied text, once the page has announced it."""
    page.locator("#toast").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def open_sent(page, text):
    """Paste a text on the first screen and open it."""
    page.get_by_label(SENT).fill(text)
    press(page, "Open")
    wait_for_address(page)


def begun_challenge(page, words):
    """Begin a game, guess once and copy the challenge; return the fragment before the guess."""
    press(page, "Begin")
    begun = page.evaluate("location.hash")
    type_letters(page, parse_code("AABB", words.rules), words)
    press(page, "Challenge a friend")
    return begun


def secret_of(page, words):
    press(page, "Give up")
    return words.read(page.locator(".desk .code").get_attribute("aria-label"))


@pytest.mark.slow
def test_page_from_server_copies_link(serve, knuth, words):
    page = serve(knuth, "guide/AABB/11")
    press(page, "Copy this game")
    assert copied(page) == f"{SERVED}#guide/AABB/11"
    assert page.locator("#toast").inner_text() == "The link is copied."
    page = serve(knuth, "play")
    begun = begun_challenge(page, words)
    assert copied(page) == SERVED + begun


@pytest.mark.slow
def test_page_from_file_copies_text_for_another_page(show, knuth, words):
    """Because a link to a file would not work on other machines."""
    page = show(knuth, "play", **CLIPBOARD)
    begun = begun_challenge(page, words)
    text = copied(page)
    assert text == begun.replace("#play", "#tree/play")
    toast = page.locator("#toast").inner_text()
    assert toast.startswith(f"Copied: {text}\nThis page is a file, so there is no link.")
    other = show(knuth)
    open_sent(other, f" {text}\n")
    assert other.get_by_role("heading", level=2).inner_text() == "Your guess 1"
    assert secret_of(other, words) == secret_of(page, words)


def test_guided_game_opens_from_text(show, knuth, words):
    page = show(knuth, "guide/AABB/11", **CLIPBOARD)
    press(page, "Copy this game")
    other = show(knuth)
    open_sent(other, copied(page))
    assert guess_of(other, words) == guess_of(page, words)


@pytest.mark.slow
def test_text_selects_its_tree(show, knuth, koyama_lai, words):
    page = show({"best": koyama_lai}, "play", **CLIPBOARD)
    begun_challenge(page, words)
    text = copied(page)
    both = show({"knuth": knuth, "best": koyama_lai})
    open_sent(both, text)
    assert secret_of(both, words) == secret_of(page, words)
    assert both.url.partition("#")[2].startswith("best/play/~")


@pytest.mark.slow
def test_invalid_text_is_refused(show, knuth):
    page = show(knuth)
    for text in ("", "#", "hello", "#other/play/~abc", "#tree/play/~", "#play"):
        open_sent(page, text)
        refused = page.get_by_text("This is not a game of this page. Paste the whole text")
        assert refused.is_visible(), text
        assert page.evaluate("location.hash") == ""
        page.reload()


@pytest.mark.slow
@pytest.mark.parametrize("served", [True, False])
def test_text_is_shown_when_browser_cannot_copy(served, serve, show, knuth):
    page = (serve if served else show)(knuth, "guide/AABB/11")
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error(); }; }")
    press(page, "Copy this game")
    dialog = page.get_by_role("dialog", name=REFUSED)
    text = f"{SERVED}#guide/AABB/11" if served else "#tree/guide/AABB/11"
    assert dialog.get_by_role("textbox", name=REFUSED).input_value() == text
    assert page.evaluate("getSelection().toString()") == text
    assert page.get_by_text("The link is copied").count() == 0
    page.keyboard.press("Escape")
    page.locator("[data-focus=share]:focus").wait_for()
    follow(page.get_by_role("link", name="mmtree, to the start"))
