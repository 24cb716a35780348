"""The ready-made sheets: made anew byte by byte, and told of in their README."""

import re
import subprocess
import sys

import pytest

from places import ROOT

PRINTABLE = ROOT / "printable"
MADE = sorted(path.name for path in PRINTABLE.iterdir() if path.suffix in (".pdf", ".png"))
README = (PRINTABLE / "README.md").read_text()


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """The folder, made anew."""
    folder = tmp_path_factory.mktemp("printable")
    script = [sys.executable, PRINTABLE / "rebuild.py", folder]
    subprocess.run(script, check=True, capture_output=True)
    return folder


def test_all_of_them_are_made(again):
    assert sorted(path.name for path in again.iterdir()) == MADE
    assert len(MADE) == 33


@pytest.mark.parametrize("name", MADE)
def test_the_same_bytes(again, name):
    assert (again / name).read_bytes() == (PRINTABLE / name).read_bytes()


def test_the_folder_stays_small():
    assert sum(path.stat().st_size for path in PRINTABLE.iterdir()) < 15_000_000


def test_the_readme_links_every_sheet_and_shows_every_thumbnail():
    linked = set(re.findall(r"\]\(([^)]+\.(?:pdf|png))\)", README))
    assert linked == set(MADE)
