"""The page's words for codes and answers in English, and a game with it, played as people play."""

from __future__ import annotations

from mmtree import Rules, feedback
from mmtree.game.code import format_code
from mmtree.show.pegs import pegs_of


class Words:
    """How the page names codes and answers to those who do not see them."""

    def __init__(self, rules: Rules, names: str | None = None) -> None:
        self.rules = rules
        self.colors = [peg.name or peg.symbol for peg in pegs_of(rules, names)]

    def code(self, code: int) -> str:
        """The name of a code."""
        return ", ".join(self.colors[color] for color in self.rules.digits(code))

    def read(self, name: str) -> int:
        """The code that has such a name."""
        return self.rules.number(tuple(map(self.colors.index, name.split(", "))))

    def answer(self, feedback: int) -> str:
        """The name of an answer."""
        black, white = divmod(feedback, 10)
        return f"{black} black, {white} white" if self.rules.whites else f"{black} black"


def wait(page):
    """Waits until the page is shown: the script of the page does that in one go."""
    page.locator("header nav").wait_for()


def reload(page):
    """Loads the page anew, once the browser knows the address that the page has given itself."""
    address = page.evaluate("location.href")
    page.wait_for_url(lambda known: known == address)
    page.reload()
    wait(page)


def go(page, fragment):
    """Goes to another address of the page, as if it had been typed."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    settle(page)


def follow(link):
    """Clicks a link within the page."""
    link.click()
    settle(link.page)


def settle(page):
    """Waits until the page has heard of a new address: that takes two turns at most."""
    page.evaluate("() => new Promise((done) => setTimeout(() => setTimeout(done)))")


def press_digits(page, feedback, rules):
    """Types an answer."""
    black, white = divmod(feedback, 10)
    page.keyboard.press(str(black))
    if rules.whites:
        page.keyboard.press(str(white))


def press_arrows(page, feedback, rules):
    """Goes to an answer by the arrow keys, from wherever the focus is, and chooses it."""
    at = int(page.locator(":focus").get_attribute("data-answer"))
    (black, white), (wanted, whites) = divmod(at, 10), divmod(feedback, 10)
    turn = "ArrowDown" if wanted > black else "ArrowUp"
    for key in ["ArrowLeft"] * white + [turn] * abs(wanted - black) + ["ArrowRight"] * whites:
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def click(page, feedback, rules):
    """Clicks an answer."""
    answer(page, feedback, rules).click()


def tap(page, feedback, rules):
    """Touches an answer."""
    answer(page, feedback, rules).tap()


def answer(page, feedback, rules):
    """The button of an answer, with or without a reason why it is grey."""
    name = Words(rules).answer(feedback)
    return page.get_by_role("group", name="Answers").get_by_role("button", name=name)


def said(page):
    """What was told last to those who listen; said twice, a blank differs."""
    return page.locator("#said").inner_text().strip()


def guess_of(page, words):
    """The guess that is to be answered."""
    return words.read(page.locator("#current").get_by_role("img").get_attribute("aria-label"))


def guided_game(page, secret, words, give):
    """Answers the page's guesses until it has found the secret: the guesses, and the answers."""
    rows: list[tuple[int, int]] = []
    while not rows or rows[-1][1] != words.rules.all_black:
        guess = guess_of(page, words)
        rows.append((guess, feedback(guess, secret, words.rules)))
        give(page, rows[-1][1], words.rules)
    return rows


def enter(page, code, words):
    """Clicks the colours of a code, and OK."""
    for color in words.rules.digits(code):
        palette(page).get_by_role("button").nth(color).click()
    page.get_by_role("button", name="OK").click()


def touch(page, code, words):
    """Touches the colours of a code, and OK."""
    for color in words.rules.digits(code):
        palette(page).get_by_role("button").nth(color).tap()
    page.get_by_role("button", name="OK").tap()


def type_letters(page, code, words):
    """Types a code in letters, and Enter."""
    page.keyboard.type(format_code(code, words.rules).lower())
    page.keyboard.press("Enter")


def palette(page):
    """The colours to choose from."""
    return page.get_by_role("group", name="Colours")


def own_game(page, words, put, guess_next):
    """Guesses until the secret of the page is found: the guesses, and what the page answered.

    The next guess is guess_next(rows), the rows so far.
    """
    rows = []
    while not rows or rows[-1][1] != words.rules.all_black:
        guess = guess_next(rows)
        put(page, guess, words)
        shown = page.locator(".table .board").get_by_role("listitem").nth(len(rows))
        code, answer = shown.get_by_role("img").all()
        assert words.read(code.get_attribute("aria-label")) == guess
        name = answer.get_attribute("aria-label")
        (given,) = [one for one in words.rules.feedbacks if words.answer(one) == name]
        rows.append((guess, given))
    return rows


def pictures(place):
    """The names of all pictures there."""
    return [image.get_attribute("aria-label") for image in place.get_by_role("img").all()]


def cells(page):
    """The rows of the page's table: of each cell the name of its picture, or its text."""
    return [
        [(pictures(cell) or [cell.inner_text()])[0] for cell in row.locator("th, td").all()]
        for row in page.locator("tbody tr").all()
    ]
