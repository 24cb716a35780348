"""The page is accessible: by keys only, with names for screen readers, in size and language."""

import re

import pytest

from mmtree import feedback, parse_code
from mmtree.play.codebreaker import Codebreaker

from support.expected_games import games
from support.webpage import go, press_arrows, said, violations, wait_for_address

SCREENS = [
    *("", "guide", "guide/AABB/11", "guide/AABB/40", "guide/AABB/00/AABB/10", "play"),
    *("guide/ABCD/04/EFAB/11", "play/today"),
    *("explore", "AABB/10/ACDD", "AABB/=FEDC/+other", "AABB/10/ACDD/=FEDC/+other"),
]
NARROW = {"viewport": {"width": 360, "height": 740}}
DESK = {"viewport": {"width": 1280, "height": 800}}
FOUND = re.compile(r'heading "Found with guess (\d)!"')


def every_screen(page):
    """Show one screen after another, and yield its name."""
    for fragment in SCREENS:
        go(page, fragment)
        yield fragment
    go(page, "guide/AABB/11")
    page.get_by_role("button", name="Change the answer to guess 1").click()
    yield "an answer is changed"
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="I played another guess").click()
    yield "another guess"
    go(page, "explore")
    page.get_by_role("textbox", name="Find a secret").fill("x")
    page.get_by_role("button", name="Find", exact=True).click()
    yield "a secret that is none"
    go(page, "guide/AABB/11")
    page.get_by_text("Why this guess?").click()
    yield "why this guess"
    go(page, "play")
    page.get_by_role("button", name="Set a code").click()
    yield "a secret is set"
    page.keyboard.type("fedc")
    page.keyboard.press("Enter")
    page.keyboard.type("aabb")
    page.keyboard.press("Enter")
    yield "a guess was answered"
    page.get_by_role("button", name="Give up").click()
    yield "what each guess was worth"
    page.get_by_role("button", name="What are skill and luck?").click()
    yield "what skill and luck are"
    page.get_by_role("button", name="Done").click()
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error(); }; }")
    page.get_by_role("button", name="Challenge a friend").click()
    page.get_by_role("dialog").wait_for()
    yield "a challenge to be copied by hand"
    page.get_by_role("button", name="Done").click()
    go(page, "play/today")
    page.keyboard.type("aabb")
    page.keyboard.press("Enter")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Give up").click()
    yield "today's results"
    page.get_by_role("button", name="Settings").click()
    yield "settings"
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="How to play").click()
    yield "how to play"
    page.get_by_role("button", name="Done").click()


SMALL = """() => [...document.querySelectorAll("a, button, input:not([type]), select, label, canvas")]
  .filter((item) => item.checkVisibility() && !item.closest("p"))
  .filter((item) => !document.querySelector("dialog[open]") || item.closest("dialog"))
  .map((item) => [item.getBoundingClientRect(), item.outerHTML.slice(0, 100)])
  .filter(([{ width, height }]) => Math.min(width, height) < 43.99)
  .map(([{ width, height }, html]) => `${width} x ${height}: ${html}`)"""
"""The touch targets of less than 44 pixels, as WCAG 2.5.5 has it; a radio button with its label."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheme", "size"), [("light", NARROW), ("dark", DESK)], ids=["light", "dark"]
)
def test_every_screen_is_accessible_and_nothing_overflows(scheme, size, knuth, koyama_lai, show):
    page = show({"one": knuth, "other": koyama_lai}, color_scheme=scheme, **size)
    found = []
    for screen in every_screen(page):
        found += [(screen, *each) for each in violations(page)]
        found += [(screen, each) for each in page.evaluate(SMALL)]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []


class Keyboard:
    """A user who neither sees the page nor has a pointer."""

    def __init__(self, page):
        self.page = page
        self.tree = page.context.new_cdp_session(page)

    def focus(self):
        """Return role and name of the focused element, as the browser gives them to a screen reader."""
        nodes = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        for node in nodes:
            properties = {
                item["name"]: item["value"].get("value") for item in node.get("properties", [])
            }
            if properties.get("focused") and node["role"]["value"] != "RootWebArea":
                return node["role"]["value"], node["name"]["value"]
        return None

    def reach(self, role, name):
        """Press Tab up to the element whose name begins so."""
        for _ in range(60):
            focus = self.focus()
            if focus and focus[0] == role and focus[1].startswith(name):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no {role} {name}: the focus is on {focus}")

    def choose(self, role, name):
        """Press Tab up to the element whose name begins so, then Enter."""
        self.reach(role, name)
        self.page.keyboard.press("Enter")
        wait_for_address(self.page)

    def hears(self):
        """Return the whole page as a screen reader gets it."""
        return self.page.locator("body").aria_snapshot()


@pytest.mark.slow
def test_guided_game_by_keys_and_names_only(knuth, koyama_lai, words, show):
    page = show({"knuth": knuth, "other": koyama_lai})
    person, secret = Keyboard(page), parse_code("FEDC", knuth.rules)
    person.choose("link", "Help me beat a real board")
    assert person.focus() == ("heading", "Guide")
    person.reach("button", "0 black, 0 white")  # the answers are one stop
    person.page.keyboard.press("Tab")
    assert person.focus()[1] == "Nobody knows"
    person.page.keyboard.press("Shift+Tab")
    rows = []
    while not (found := FOUND.search(person.hears())):
        board = re.split('heading "(?:2. Tap|The answer to guess)', person.hears())[0]
        guess = words.read(re.findall(r'img "([^"]*)"', board)[-1])
        rows.append((guess, feedback(guess, secret, knuth.rules)))
        press_arrows(page, rows[-1][1], knuth.rules)
    assert rows == games(knuth)[secret]
    assert int(found[1]) == len(rows)
    assert said(person.page) == "The secret is purple, orange, yellow, blue"
    assert person.focus() == ("button", "New game")


@pytest.mark.slow
def test_own_game_by_keys_and_names_only(knuth, words, show):
    person, player = Keyboard(show(knuth)), Codebreaker(knuth)
    person.choose("link", "Play")
    person.choose("button", "Begin")
    assert said(person.page).startswith("The secret has 4 pegs, 6 colours.")
    while not player.solved:
        assert person.focus() == ("button", "Place 1: empty")
        for color in knuth.rules.digits(player.guess):
            person.choose("button", f"{'ABCDEF'[color]} {words.colors[color]}")
        person.choose("button", "Guess")
        text = said(person.page)
        if text.startswith("Found"):
            player.observe(40)
        else:
            answers = {words.answer(value): value for value in knuth.rules.feedbacks}
            player.observe(answers[text])
    assert f"Found with guess {len(player.history)}!" == said(person.page)
    assert person.focus() == ("button", "New game")


@pytest.mark.slow
def test_settings_by_keys_only(knuth, show):
    person = Keyboard(show(knuth))
    person.choose("button", "Settings")
    assert person.page.get_by_role("dialog", name="Settings").is_visible()
    person.page.get_by_role("radio", name="dark").focus()
    person.page.keyboard.press("Space")
    assert person.focus() == ("radio", "dark")
    person.page.keyboard.press("Escape")
    person.page.locator("[data-focus=settings]:focus").wait_for()  # once the dialog has closed
    assert person.page.get_by_role("dialog").count() == 0
    assert person.focus() == ("button", "Settings")


def test_shortcuts_and_dialogs_keep_their_keys(knuth, show):
    page = show(knuth, "guide")
    for key in ("Control+1", "Alt+1", "Meta+1"):
        page.keyboard.press(key)
    assert page.locator("#typed").inner_text() == ""
    page.get_by_role("button", name="Settings").click()
    page.keyboard.type("11")
    assert page.evaluate("location.hash") == "#guide"
