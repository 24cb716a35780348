"""The ready-made sheets and page: rebuilt byte by byte, and linked from their README."""

import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from mmtree import Codebreaker, Codemaker, format_code, load, parse_code

from support.environment import ROOT

PRINTABLE = ROOT / "printable"
KINDS = (".html", ".pdf", ".png", ".svg")
PHOTOGRAPHS = ["page.png", "page-dark.png"]  # made by photograph.py; a browser's bytes differ
MADE = sorted(
    path.name
    for path in PRINTABLE.iterdir()
    if path.suffix in KINDS and path.name not in PHOTOGRAPHS
)
README = (PRINTABLE / "README.md").read_text()


@pytest.mark.slow
def test_rebuild_makes_the_same_bytes(tmp_path):
    """One test checks all files, so that they are made only once if several processes run tests."""
    script = [sys.executable, PRINTABLE / "rebuild.py", "--all", tmp_path]
    subprocess.run(script, check=True, capture_output=True)
    sums = (PRINTABLE / "SHA256SUMS").read_text()
    assert (tmp_path / "SHA256SUMS").read_text() == sums
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {*MADE, "SHA256SUMS", *(line.split()[1] for line in sums.splitlines())}
    assert [name for name in MADE if shown(tmp_path / name) != shown(PRINTABLE / name)] == []


def shown(file):
    """Return the content of a file; of a picture its pixels, since Pillow's bytes may differ."""
    if file.suffix != ".png":
        return file.read_bytes()
    with Image.open(file) as picture:
        return picture.size, picture.convert("RGBA").tobytes()


def test_folder_stays_small():
    assert sum(path.stat().st_size for path in PRINTABLE.iterdir()) < 4_000_000


def test_readme_links_every_file():
    linked = set(re.findall(r"\]\(([^)]+\.(?:html|pdf|png|svg))\)", README))
    assert linked == {*MADE, *PHOTOGRAPHS}


@pytest.mark.parametrize("name", ["games.svg", "games-dark.svg"])
def test_picture_of_other_games_shows_a_game_of_each(name):
    """The games of words and coins end with their secret, which the trees find."""
    picture = ElementTree.fromstring((PRINTABLE / name).read_bytes())
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    letters = "".join(text for text in texts if len(text) == 1)
    assert [word for word in ("FEDC", "EDAF", "HORSELEMURRAVEN") if word not in letters] == []
    assert texts[-4:] == ["1 2 3 4 = 5 6 7 8", "1 9 > 10 11", "10 > 11", "It is 11 light."]


@pytest.mark.parametrize("name", ["game.svg", "game-dark.svg"])
def test_picture_shows_the_tree_along_the_game(name):
    """Its letters are the opening, and the guesses after every answer to a guess of the game."""
    picture = ElementTree.fromstring((PRINTABLE / name).read_bytes())
    assert picture.get("width") == "830"
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    letters = "".join(text for text in texts if len(text) == 1)
    tree = load("koyama-lai-max5-4p6c")
    rules, secret = tree.rules, parse_code("FEDC", tree.rules)
    player, codemaker = Codebreaker(tree), Codemaker(secret, rules)
    node, shown, heads = tree.root, [tree.root.guess], ["1296 secrets"]
    while not player.solved:
        shown += [child.guess for child in node.children.values()]
        player.observe(answer := codemaker.answer(player.guess))
        if not player.solved:
            node = node.child(answer)
            count = node.secrets_left
            heads.append(f"{count} secret{'s' * (count > 1)} left")
    assert letters == "".join(format_code(code, rules) for code in shown)
    assert [text for text in texts if text in heads] == heads
    assert len(heads) == len(player.history) == 5


@pytest.mark.parametrize("name", ["game.svg", "game-dark.svg"])
def test_legend_has_the_pegs_of_the_answers(name):
    """A legend in letters would be white for black on a dark page."""
    picture = ElementTree.fromstring((PRINTABLE / name).read_bytes())
    elements = [(element.tag.rpartition("}")[2], element) for element in picture]
    fills = {circle.get("fill") for tag, circle in elements if tag == "circle"}
    legend = {
        text.text: circle.get("fill")
        for (_, circle), (_, text) in pairwise(elements)
        if (text.text or "").startswith("right colour")
    }
    assert fills == {"#000000", "#ffffff"}
    assert legend == {
        "right colour, right place": "#000000",
        "right colour, wrong place": "#ffffff",
    }
    assert not re.search("[●○]", "".join(picture.itertext()))


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_photographs_have_two_phones_at_double_resolution(name):
    """Each phone has 390 by 780 pixels, and a border of 12; README.md shows both 830 wide."""
    data = (PRINTABLE / name).read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    assert (width, height) == (2 * (2 * 414 + 40 + 8), 2 * (804 + 8))
