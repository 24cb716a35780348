"""The recipe of the README adds a kind of answers to a copy of the package."""

import json
import re
import subprocess
from html import escape
from itertools import product

import pytest

from mmtree import parse_rules

from support.environment import ROOT, needs_native
from support.recipes import Recipe
from support.webpage import Words, go, guess_of, pictures, press, wait

TESTS = ROOT / "tests"


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    recipe = Recipe("game", tmp_path_factory.mktemp("copy"))
    module = recipe.room / "peg_answers.py"
    before, after = re.split(r"^_KINDS = .*\n", module.read_text(), flags=re.M)
    module.write_text(f"{before}{recipe.function}\n\n{recipe.row}{after}")
    return recipe


def test_command_accepts_it(recipe):
    recipe.check_commands(least=1)


def test_it_is_played_by_every_secret(recipe):
    code = """
from mmtree import Codebreaker, Codemaker, build_tree, load, parse_feedback, save
tree = build_tree("entropy", "2p4c-arrows")
save(tree, "played")
assert load("played") == tree
for secret in tree.rules.secret_codes():
    player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
    while not player.solved:
        player.observe(parse_feedback(str(codemaker.answer(player.guess)), tree.rules))
    assert player.guess == secret
"""
    result = recipe.run("-c", code)
    assert (result.returncode, result.stderr) == (0, "")


EXPLAINED = "an arrow for each place: < lower, > higher, = equal"
CODES = ["".join(letters) for letters in product("ABC", repeat=2)]


def arrows(guess, secret):
    return "".join("=<>"[(a > b) + 2 * (a < b)] for a, b in zip(guess, secret, strict=True))


@pytest.fixture(scope="module")
def tree(recipe):
    """The file of a tree by arrows."""
    command = "build --strategy koyama-lai --rules 2p3c-arrows -o a"
    result = recipe.run("-m", "mmtree", *command.split())
    assert (result.returncode, result.stderr) == (0, "")
    return "a"


@pytest.mark.parametrize(
    ("command", "typed", "expected"),
    [
        ("verify", "", ["9 of 9 found", "are the game's own, not computed a second way", "holds"]),
        ("info", "", ["2p3c-arrows: 9 secrets"]),
        ("play", "<>\n==\n", [f"Answer with {EXPLAINED}.", "the secret is  A C"]),
        ("play --break --secret AB", "AA\nAB\n", ["A A   =>", "A B   ==", "found by guess 2"]),
        ("dot -o -", "", [escape(EXPLAINED), *map(escape, ("<<", "<>", "=>"))]),
        ("sheet --format html -o -", "", [escape(EXPLAINED), escape(">>")]),
        ("sheet --style table --format txt -o -", "", [f"partner answers: {EXPLAINED}.", "At =="]),
    ],
)
def test_commands_show_and_explain_its_answers(recipe, tree, command, typed, expected):
    name, *options = command.split()
    result = recipe.run("-m", "mmtree", name, tree, *options, input=typed)
    assert (result.returncode, result.stderr) == (0, "")
    shown = " ".join(result.stdout.split())
    assert [text for text in expected if " ".join(text.split()) not in shown] == []
    assert not re.search(r"black|white peg|[●○]", result.stdout.replace("color: white", ""))


@pytest.mark.parametrize("style", ["card", "booklet"])
def test_every_secret_is_found_by_a_sheet(recipe, tree, style):
    options = f"--style {style} --format txt -o -".split()
    text = recipe.run("-m", "mmtree", "sheet", tree, *options).stdout
    rows = {
        number: (code, dict(line.split() for line in answers.splitlines()))
        for number, code, answers in re.findall(r"^(\d+)\. ([A-C]{2})\n((?:  .*\n)+)", text, re.M)
    }

    for secret in CODES:
        number, answer = "1", ""
        while number:
            guess, after = rows[number]
            answer = arrows(guess, secret)
            follows = after.get(answer, guess)
            number = follows.removeprefix("→") if follows.startswith("→") else ""
        assert secret in follows.split("/")


POSITIONS = f"""
import sys
sys.path.append({str(TESTS)!r})
from mmtree import load
from support.expected_games import position_lines
print("\\n".join(position_lines(load("a"))))
"""
WALK = f"""
import sys
sys.path.append({str(TESTS / "export/micropython")!r})
import mm, positions
positions.positions(mm, range(-1, 257), mm._TEXTS.split("\\n")[1:-1])
"""


@pytest.mark.parametrize("target", ["c", "javascript", "micropython"])
def test_players_play_every_game(recipe, tree, target, program, node):
    """The walkers of tests/export go to every position of the players."""
    exported = recipe.run("-m", "mmtree", "export", tree, "--to", target)
    assert (exported.returncode, exported.stderr) == (0, "")
    if target == "c":
        source = TESTS / "export/c/positions.c"
        command = [program("gcc"), "-I.", "-DCOUNTS=0", source, "mm.c", "-o", "made"]
        subprocess.run(command, cwd=recipe.folder, check=True)
        made = subprocess.run([recipe.folder / "made"], capture_output=True, text=True)
        lines = made.stdout.splitlines()
    elif target == "javascript":
        module = (recipe.folder / "mm.js").rename(recipe.folder / "mm.mjs")
        *lines, end = node(TESTS / "export/javascript/positions.mjs", module)
        assert end == "end"
    else:
        lines = recipe.run("-c", WALK).stdout.splitlines()
    expected = recipe.run("-c", POSITIONS).stdout.splitlines()
    assert sorted(lines) == expected
    assert len(expected) >= 9  # secrets


@needs_native
def test_its_certificate_is_written_and_checked(recipe, tree, tmp_path):
    proof = str(tmp_path / "a.proof")
    assert recipe.run("-m", "mmtree", "prove", tree, "-o", proof).returncode == 0
    result = recipe.run("-m", "mmtree", "verify", tree, "--proof", proof)
    assert result.returncode == 0
    assert "that is proved by the certificate" in result.stdout


@pytest.fixture
def page(recipe, tree, browser, tmp_path):
    """The page of the tree on a phone; it must log nothing."""
    path, logged = tmp_path / "page.html", []
    result = recipe.run("-m", "mmtree", "export", tree, "--to", "html", "-o", str(path))
    assert (result.returncode, result.stderr) == (0, "")
    context = browser.new_context(viewport={"width": 400, "height": 800})
    context.on("console", lambda message: logged.append(message.text))
    context.on("weberror", lambda error: logged.append(error.error))
    opened = context.new_page()
    opened.goto(f"{path.as_uri()}#guide")
    wait(opened)
    yield opened
    context.close()
    assert logged == []


@pytest.mark.slow
def test_page_guesses_every_secret(page):
    words = Words(parse_rules("2p3c"))
    pad = page.get_by_role("group", name="Answers").get_by_role("button")
    for secret in CODES:
        guesses, left = [], CODES
        while secret not in guesses:
            guess = CODES[guess_of(page, words)]
            offered = CODES if len(left) > 1 else left
            assert sorted(pad.all_inner_texts()) == sorted(
                {arrows(guess, code) for code in offered}
            )
            left = [code for code in left if arrows(guess, code) == arrows(guess, secret)]
            pad.get_by_text(arrows(guess, secret), exact=True).click()
            guesses.append(guess)
        title = page.get_by_role("heading", level=2).inner_text()
        assert title == f"Found with guess {len(guesses)}!"
        press(page, "New game")


@pytest.mark.slow
def test_page_answers_as_mmtree_does(recipe, page):
    code = """
import json, mmtree
rules = mmtree.parse_rules("2p3c-arrows")
secrets = [mmtree.Code(code, rules) for code in rules.secret_codes()]
print(json.dumps([[str(mmtree.feedback(a, b, rules)) for b in secrets] for a in secrets]))
"""
    expected = json.loads(recipe.run("-c", code).stdout)
    assert expected == [[arrows(guess, secret) for secret in CODES] for guess in CODES]
    assert expected == page.evaluate(
        """() => {
          const { rules } = mmtree.app.tree;
          const { secrets } = rules;
          return secrets.map((a) => secrets.map((b) => rules.answerText(rules.answer(a, b))));
        }"""
    )
    for secret in CODES[::4]:
        go(page, "play")
        press(page, "Set a code")
        guesses = sorted(CODES, key=secret.__eq__)
        for code in (secret, *guesses):
            page.keyboard.type(code)
            page.keyboard.press("Enter")
        board = page.locator(".table > .board").get_by_role("listitem").all()
        assert [pictures(row)[1] for row in board] == [arrows(code, secret) for code in guesses]


def test_page_explains_arrows_and_never_pegs(page):
    for screen in ("guide", "guide/AA/01", "play", "play/today", "explore"):
        go(page, screen)
        shown = page.locator("header, main, footer").evaluate_all(
            "(parts) => parts.map(({ outerHTML }) => outerHTML)"
        )
        press(page, "How to play")
        shown.append(page.get_by_role("dialog").inner_text())
        press(page, "Done")
        assert EXPLAINED in shown[-1]
        assert not re.search("black|white", "".join(shown))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
