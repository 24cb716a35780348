"""The ready-made sheets and page: rebuilt byte by byte, and linked from their README."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from mmtree import Codebreaker, Codemaker, format_code, parse_code

from support.environment import ROOT

PRINTABLE = ROOT / "printable"
KINDS = (".html", ".pdf", ".png", ".svg")
PHOTOGRAPH = "page.png"  # photograph.py makes it with a browser, whose bytes differ
MADE = sorted(
    path.name for path in PRINTABLE.iterdir() if path.suffix in KINDS and path.name != PHOTOGRAPH
)
README = (PRINTABLE / "README.md").read_text()


@pytest.mark.slow
def test_rebuild_makes_the_same_bytes(tmp_path):
    """One test checks all files, so that they are made only once if several processes run tests."""
    script = [sys.executable, PRINTABLE / "rebuild.py", tmp_path]
    subprocess.run(script, check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == MADE
    assert len(MADE) == 45
    made = [(tmp_path / name, PRINTABLE / name) for name in MADE]
    assert [old.name for new, old in made if new.read_bytes() != old.read_bytes()] == []


def test_folder_stays_small():
    assert sum(path.stat().st_size for path in PRINTABLE.iterdir()) < 15_000_000


def test_readme_links_every_file():
    linked = set(re.findall(r"\]\(([^)]+\.(?:html|pdf|png|svg))\)", README))
    assert linked == {*MADE, PHOTOGRAPH}


def test_picture_shows_the_tree_along_the_game(koyama_lai):
    """Its letters are the opening, and the guesses after every answer to a guess of the game."""
    picture = ElementTree.fromstring((PRINTABLE / "game.svg").read_bytes())
    assert picture.get("width") == "830"
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    letters = "".join(text for text in texts if len(text) == 1)
    rules, secret = koyama_lai.rules, parse_code("FEDC", koyama_lai.rules)
    player, codemaker = Codebreaker(koyama_lai), Codemaker(secret, rules)
    node, shown, heads = koyama_lai.root, [koyama_lai.root.guess], ["1296 secrets"]
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
