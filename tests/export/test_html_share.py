"""A game is shared: as a link from a web server, in words or as a text from a file, or by hand."""

import pytest

from mmtree import PegRules, build_tree, parse_code

from support.webpage import (
    ALPHABET,
    CLIPBOARD,
    SERVED,
    challenge,
    follow,
    go,
    heading,
    press,
    reload,
    type_letters,
    wait_for_address,
)

SENT = "A game or challenge that was sent to you"
REFUSED = "The browser did not copy this: copy it yourself"


def copied(page):
    """Return the copied text, once the page has announced it."""
    page.locator("#toast").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def open_sent(page, text):
    """Paste a text in the mode Play or on the first screen and open it."""
    if page.locator(".home").count():
        page.get_by_text(SENT).first.click()
    page.get_by_label(SENT).fill(text)
    press(page, "Open")
    wait_for_address(page)


def read_codes(page, texts):
    """Return the secret of each address of a challenge, None if there is none."""
    return page.evaluate(
        """(texts) => texts.map((text) => {
          history.replaceState(null, "", `#play/${text}`);
          mmtree.app.follow();
          return mmtree.app.state.secret ?? null;
        })""",
        texts,
    )


def begun_challenge(page, words):
    """Begin a game, guess once and copy the challenge; return its short code."""
    press(page, "Begin")
    secret = page.evaluate("mmtree.app.state.secret")
    type_letters(page, parse_code("AABB", words.rules), words)
    press(page, "Challenge a friend")
    return challenge(words.rules, secret)


def secret_of(page, words):
    press(page, "Give up")
    return words.read(page.locator(".desk .code").get_attribute("aria-label"))


@pytest.mark.slow
def test_page_from_server_copies_link(show, knuth, words):
    page = show(knuth, "guide/AABB/11", served=True, **CLIPBOARD)
    press(page, "Copy this game")
    assert copied(page) == f"{SERVED}#guide/AABB/11"
    assert page.locator("#toast").inner_text() == "The link is copied."
    go(page, "play")
    code = begun_challenge(page, words)
    assert copied(page) == f"{SERVED}#play/{code}"
    secret = secret_of(page, words)
    go(page, f"play/{code}")
    assert page.get_by_text("A friend set this code for you.").is_visible()
    assert secret_of(page, words) == secret


@pytest.mark.slow
def test_page_from_file_copies_words_with_a_short_code(show, knuth, words):
    """Because a link to a file would not work on other machines."""
    page = show(knuth, "play", **CLIPBOARD)
    code = begun_challenge(page, words)
    text = copied(page)
    assert text == f"I set you a Mastermind code: open page.html, Play, enter {code}."
    assert page.locator("#toast").inner_text().strip() == f"Copied: {text}"
    secret = secret_of(page, words)
    other = show(knuth)
    for sent in (code, f" {code.lower()}\n", text, f"{SERVED}#play/{code}"):
        go(other, "play")
        open_sent(other, sent)
        assert other.get_by_text("A friend set this code for you.").is_visible(), sent
        assert secret_of(other, words) == secret
        assert other.url.endswith(f"#play/{code}/end")


@pytest.mark.slow
def test_page_from_file_also_copies_a_link_to_the_published_page(show, knuth, koyama_lai, words):
    page = show(knuth, "guide/AABB/11", address=SERVED, **CLIPBOARD)
    press(page, "Copy this game")
    game = copied(page)
    assert game == f"{SERVED}#tree/guide/AABB/11"
    assert page.locator("#toast").inner_text() == "The link is copied."
    go(page, "play")
    code = begun_challenge(page, words)
    page.locator("#toast", has_text=f"enter {code}").wait_for()
    text = copied(page)
    assert text.endswith(f", enter {code}.\n{SERVED}#tree/play/{code}")
    published = show({"other": koyama_lai, "tree": knuth}, game.partition("#")[2], served=True)
    assert published.evaluate("mmtree.app.tree.id") == "tree"
    assert published.evaluate("mmtree.app.state.rows.length") == 1
    other = show(knuth)
    open_sent(other, text)
    assert other.get_by_text("A friend set this code for you.").is_visible()


@pytest.mark.slow
def test_friends_code_stays_one_until_a_new_game(show, knuth, words):
    page = show(knuth, f"play/{challenge(knuth.rules, 8)}")
    type_letters(page, parse_code("AABB", words.rules), words)
    reload(page)
    notice = page.get_by_text("A friend set this code for you.")
    assert notice.is_visible()
    type_letters(page, parse_code("AABC", words.rules), words)
    assert heading(page) == "Found with guess 2!"
    press(page, "New game")
    press(page, "Begin")
    assert notice.count() == 0
    assert "#play/~" in page.url


@pytest.mark.slow
def test_mistyped_codes_are_refused(show, knuth):
    """One wrong letter, or two neighbours in the wrong order."""
    page, code = show(knuth), challenge(knuth.rules, 8)
    wrong = {
        code[:i] + letter + code[i + 1 :]
        for i in range(len(code))
        for letter in ALPHABET + "01ILO-"
    }
    wrong |= {code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(len(code) - 1)}
    wrong |= {code[:-1], code + code[0], challenge(PegRules(5, 8), 8), challenge(PegRules(4, 5), 8)}
    wrong = sorted(wrong - {code})
    assert read_codes(page, wrong) == [None] * len(wrong)
    go(page, "play")
    for text in ("", "hello", "hello, I set you a code", wrong[0], "K7F2O"):
        open_sent(page, text)
        refused = page.get_by_text(
            "This page has no such code. Check its letters: 0, 1, I, L and O"
        )
        assert refused.is_visible(), text
        assert page.evaluate("location.hash") == "#play"


def test_short_codes_differ_by_more_than_a_slip():
    codes = {challenge(PegRules(4, 6), place) for place in range(1296)}
    assert len(codes) == 1296
    for code in codes:
        for i, letter in enumerate(code):
            assert (
                not {code[:i] + other + code[i + 1 :] for other in ALPHABET.replace(letter, "")}
                & codes
            )
        swapped = {code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(len(code) - 1)}
        assert swapped & codes <= {code}


@pytest.mark.slow
def test_challenges_as_links_are_read_and_other_texts_refused(show, knuth, words):
    page = show(knuth, "play")
    for text in ("#tree/play/~mk91", "play/~mk91", f"{SERVED}#play/~mk91"):
        open_sent(page, text)
        assert secret_of(page, words) == parse_code("AABC", words.rules)
        press(page, "New game")
    for text in ("#", "#other/play/~abc", "#tree/play/~", "#play"):
        open_sent(page, text)
        refused = page.get_by_text("This is not a game of this page. Paste the whole text")
        assert refused.is_visible(), text
        assert page.evaluate("location.hash") == "#play"
        page.reload()


@pytest.mark.slow
def test_text_selects_its_tree(show, knuth, koyama_lai, words):
    small = build_tree("knuth", "3p4c-distinct")
    trees = {"small": small, "knuth": knuth, "best": koyama_lai}
    page = show(trees)
    for shown, opened in (("", "knuth"), ("best", "best"), ("small", "knuth")):
        go(page, shown)
        open_sent(page, challenge(knuth.rules, 8))
        assert page.url.partition("#")[2].startswith(f"{opened}/play/")
        assert secret_of(page, words) == parse_code("AABC", words.rules)
        go(page, "small")
    other = show({"best": koyama_lai}, "guide/AABC/11", **CLIPBOARD)
    press(other, "Copy this game")
    open_sent(page, copied(other))
    assert page.url.endswith("#best/guide/AABC/11")


@pytest.mark.slow
@pytest.mark.parametrize("served", [True, False])
def test_text_is_shown_when_browser_cannot_copy(served, show, knuth):
    page = show(knuth, "guide/AABB/11", served=served)
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
