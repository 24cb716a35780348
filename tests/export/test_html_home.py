"""The first screen plays a game of the tree, and the help explains the game in pictures of it."""

from functools import partial

import pytest

from mmtree import feedback, format_code

from support.expected_games import games, tree_of
from support.webpage import Words, go, press, reload

STILL = {"reduced_motion": "reduce"}
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
  return document.querySelectorAll(".demo .later").length;
}"""
"""Hides or shows the page, and returns how many guesses and answers the board does not show yet."""


def shown(board):
    """Return the names of the codes and answers on a board."""
    rows = board.locator(".row").all()
    labels = "(all) => all.map((one) => one.getAttribute('aria-label'))"
    return [row.locator("[role=img]").evaluate_all(labels) for row in rows]


@pytest.mark.slow
def test_first_screen_plays_games_of_the_tree(knuth, words, show):
    page, expected = show(knuth, **STILL), games(knuth)
    seen = set()
    for _ in range(8):
        rows = shown(page.locator(".demo"))
        secret = words.read(rows[-1][0])
        assert rows == [[words.code(code), words.answer(value)] for code, value in expected[secret]]
        assert len(rows) == 5  # as most games take
        assert page.locator("figcaption").inner_text() == "Found with guess 5!"
        assert page.get_by_role("img", name="knuth: found with guess 5").is_visible()
        seen.add(secret)
        press(page, "Show another game")
    assert len(seen) > 1


@pytest.mark.slow
def test_game_ends_within_five_seconds_and_waits_while_the_page_is_hidden(knuth, show):
    page = show(knuth)
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({HIDE})(true))")
    page.clock.install()
    reload(page)
    later, status = page.locator(".demo .later"), page.locator("figcaption")
    page.clock.run_for(5000)
    assert (later.count(), status.inner_text()) == (10, "1,296 codes still possible")
    assert page.evaluate(HIDE, False) == 9
    page.clock.run_for(5000)
    assert (later.count(), status.inner_text()) == (0, "Found with guess 5!")
    assert page.locator("[aria-live], [role=status]:not(#said, .no)").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["words", "hebrew", "holes", "table", "table-guessed", "wide-pegs"]
)
def test_every_kind_of_game_is_played(kind, show):
    tree = tree_of(kind)
    write = partial(format_code, rules=tree.rules)
    name = Words(tree.rules).code if tree.rules.uses_pegs else write
    page = show(tree, **STILL)
    played = [code.replace("\u200e", "").upper() for code, _ in shown(page.locator(".demo"))]
    paths = [[name(code).upper() for code, _ in path] for path in games(tree).values()]
    assert played in paths


@pytest.mark.slow
def test_help_shows_a_code_an_answer_and_a_repeated_colour(knuth, words, show):
    for mode, texts in (("guide", ("1. Put these", "2. Tap")), ("play", ("1. Fill", "2. The"))):
        page = show(knuth, mode)
        press(page, "How to play")
        put, read, repeated = page.get_by_role("dialog").locator(".board").all()
        assert shown(put) == [[words.code(knuth.root.guess)]]
        for board in (read, repeated):
            (secret,), (guess, answer) = shown(board)
            assert answer == words.answer(
                feedback(words.read(guess), words.read(secret), knuth.rules)
            )
        assert "0" not in shown(read)[1][1]
        (secret,), (guess, _) = shown(repeated)
        twice = [name for name in guess.split(", ") if guess.count(name) > 1]
        assert secret.count(twice[0]) == 1
        steps = page.locator(".steps > li").all_inner_texts()
        assert all(text in step for text, step in zip(texts, steps, strict=False))
        assert "A repeated colour counts only as often as the secret has it." in steps[2]


@pytest.mark.slow
def test_repeated_colour_is_refused_in_words(show):
    page = show(tree_of("3p4c-distinct"), "play")
    press(page, "How to play")
    assert page.get_by_role("dialog").get_by_text("Each colour only once.").is_visible()
    press(page, "Done")
    press(page, "Begin")
    page.keyboard.type("ab")
    taken = page.get_by_role("group", name="Colours").get_by_role("button", name="A red")
    for again in (lambda: page.keyboard.type("a"), lambda: taken.click(force=True)):
        again()
        assert page.get_by_role("alert").inner_text() == "Each colour only once."
        page.keyboard.type("c")
        assert page.get_by_role("alert").count() == 0
        page.keyboard.press("Backspace")
    go(page, "play")
    press(page, "Set a code")
    page.keyboard.type("aabc")
    assert page.get_by_role("alert").count() == 0
    press(page, "Set")
    assert page.get_by_role("heading", level=2).inner_text() == "Your guess 1"
