"""Plays on the exported page as users do, and reads its English names of codes and answers."""

from __future__ import annotations

import json
import math
from datetime import date
from itertools import islice

from mmtree import Rules, feedback
from mmtree.game.code import format_code
from mmtree.show.pegs import pegs_of

from support.environment import ROOT, needed

AXE = ROOT / "node_modules/axe-core/axe.min.js"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
"""Options of a browser whose clipboard can be read."""
SERVED = "http://localhost/page.html"
"""The address of a page as if from a web server."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The symbols of short codes."""


class Words:
    """The accessible names of codes and answers on the page."""

    def __init__(self, rules: Rules, names: str | None = None) -> None:
        self.rules = rules
        self.in_digits = names is None and rules.distinct and rules.colors == 10
        self.colors = [peg.name or peg.symbol for peg in pegs_of(rules, names)]
        if self.in_digits:
            self.colors = [str(digit) for digit in range(10)]

    def code(self, code: int) -> str:
        """Return the name of a code."""
        return ", ".join(self.colors[color] for color in self.rules.digits(code))

    def read(self, name: str) -> int:
        """Return the code with a name."""
        return self.rules.number(tuple(map(self.colors.index, name.split(", "))))

    def answer(self, feedback: int) -> str:
        """Return the name of an answer."""
        black, white = divmod(feedback, 10)
        if self.in_digits:
            return f"{black} bull{'s' * (black != 1)}, {white} cow{'s' * (white != 1)}"
        return f"{black} black, {white} white" if self.rules.whites else f"{black} black"


def wait(page):
    """Wait until the page is shown, which its script does in one task."""
    page.locator("header nav").wait_for()


def reload(page):
    """Reload the page, after the browser has recorded the address that the page set."""
    address = page.evaluate("location.href")
    page.wait_for_url(lambda known: known == address)
    page.reload()
    wait(page)


def reload_with(page, stored):
    """Reload the page with a text in its local storage, which the page finds there as it starts."""
    page.add_init_script(f"localStorage.setItem('mmtree', {json.dumps(stored)})")
    reload(page)


def go(page, fragment):
    """Go to another address of the page, as if it were typed."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    wait_for_address(page)


def follow(link):
    """Click a link within the page."""
    link.click()
    wait_for_address(link.page)


def press(page, name):
    """Click a button."""
    page.get_by_role("button", name=name, exact=True).click()


def wait_for_address(page):
    """Wait until the page has handled a new address, which takes at most two tasks."""
    page.evaluate("() => new Promise((done) => setTimeout(() => setTimeout(done)))")


def press_digits(page, feedback, rules):
    """Type an answer."""
    black, white = divmod(feedback, 10)
    page.keyboard.press(str(black))
    if rules.whites:
        page.keyboard.press(str(white))


def press_arrows(page, feedback, rules):
    """Move from the focused answer to another by the arrow keys, and choose it."""
    at = int(page.locator(":focus").get_attribute("data-answer"))
    (black, white), (wanted, whites) = divmod(at, 10), divmod(feedback, 10)
    turn = "ArrowDown" if wanted > black else "ArrowUp"
    for key in ["ArrowLeft"] * white + [turn] * abs(wanted - black) + ["ArrowRight"] * whites:
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def click(page, feedback, rules):
    """Click an answer."""
    answer(page, feedback, rules).click()


def tap(page, feedback, rules):
    """Tap an answer."""
    answer(page, feedback, rules).tap()


def answer(page, feedback, rules):
    """Return the button of an answer, with or without the reason why it is grey."""
    name = Words(rules).answer(feedback)
    return page.get_by_role("group", name="Answers").get_by_role("button", name=name)


def heading(page):
    """Return the first heading of what the user can do now."""
    return page.get_by_role("heading", level=2).first.inner_text()


def said(page):
    """Return the last announcement to screen readers, without the blank that marks a repetition."""
    return page.locator("#said").inner_text().strip()


def guess_of(page, words):
    """Return the guess that awaits an answer."""
    return words.read(page.locator("#current").get_by_role("img").get_attribute("aria-label"))


def guided_game(page, secret, words, give):
    """Answer the page's guesses until it has found the secret; return guesses and answers."""
    rows: list[tuple[int, int]] = []
    while not rows or rows[-1][1] != words.rules.all_right:
        guess = guess_of(page, words)
        rows.append((guess, feedback(guess, secret, words.rules)))
        give(page, rows[-1][1], words.rules)
    return rows


def enter(page, code, words, press="click"):
    """Click the colours of a code and OK."""
    for color in words.rules.digits(code):
        getattr(palette(page).get_by_role("button").nth(color), press)()
    getattr(page.get_by_role("button", name="Guess", exact=True), press)()


def touch(page, code, words):
    """Tap the colours of a code and OK."""
    enter(page, code, words, "tap")


def type_letters(page, code, words):
    """Type a code in letters and press Enter."""
    page.keyboard.type(format_code(code, words.rules).lower())
    page.keyboard.press("Enter")


def palette(page):
    """Return the group of colours to choose from."""
    return page.get_by_role("group", name="Colours")


def own_game(page, words, put, guess_next):
    """Guess until the secret of the page is found; return guesses and answers.

    ``guess_next(rows)`` returns the next guess, given the rows so far.
    """
    rows = []
    while not rows or rows[-1][1] != words.rules.all_right:
        guess = guess_next(rows)
        put(page, guess, words)
        shown = page.locator(".table .board").get_by_role("listitem").nth(len(rows))
        code, answer = shown.get_by_role("img").all()
        assert words.read(code.get_attribute("aria-label")) == guess
        name = answer.get_attribute("aria-label")
        (given,) = [value for value in words.rules.feedbacks if words.answer(value) == name]
        rows.append((guess, given))
    return rows


def pictures(place):
    """Return the names of all images in an element."""
    return [image.get_attribute("aria-label") for image in place.get_by_role("img").all()]


def cells(page):
    """Return the rows of the page's table: for each cell the name of its image, or its text."""
    return [
        [(pictures(cell) or [cell.inner_text()])[0] for cell in row.locator("th, td").all()]
        for row in page.locator("tbody tr").all()
    ]


def bar_widths(place):
    """Return the widths of the bars in an element."""
    return place.locator(".bar").evaluate_all(
        "(bars) => bars.map((bar) => bar.getBoundingClientRect().width)"
    )


def violations(page):
    """Return what axe-core finds wrong for people with disabilities, with the first place of each."""
    needed(AXE.exists(), "axe-core")
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {AXE.read_text()} }}")
    return page.evaluate(
        "async () => (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html])"
    )


def challenge(rules: Rules, place: int) -> str:
    """Return the short code of the secret at a place in the list of codes."""
    length = max(3, math.ceil(math.log(rules.secrets, 31) - 1e-9))
    number = (place * 17977 + 12345) % 31**length
    game = (rules.pegs + 29 * (rules.colors + rules.distinct) + 4 * (not rules.whites)) % 31
    digits = [game, *(number // 31**i % 31 for i in range(length))]
    digits.append(sum(digit * i for i, digit in enumerate(digits, 2)) % 31)
    return "".join(ALPHABET[digit] for digit in digits)


def code_of_day(rules: Rules, day: date) -> int:
    """Return the code of a day as the page defines it: FNV-1a, and fmix32 of MurmurHash3."""
    value = 0x811C9DC5
    for byte in f"{day} {rules}".encode():
        value = (value ^ byte) * 0x01000193 % 2**32
    value = (value ^ value >> 16) * 0x85EBCA6B % 2**32
    value = (value ^ value >> 13) * 0xC2B2AE35 % 2**32
    place = (value ^ value >> 16) % rules.secrets
    return next(islice(rules.secret_codes(), place, None))
