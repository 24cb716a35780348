"""One spelling in what people read: colour. In code, keys and options it is ``colors``."""

import ast
import re
from importlib import import_module

import click
import pytest

from mmtree.cli.main import COMMANDS

from support.environment import ROOT
from support.readmes import READMES

WORD = re.compile(r"(?<![-\w$.=/\"\[])[Cc]olor(?:s|ed|ing)?(?![-−\w=(;\]]|: \Z)")
"""As a word of a sentence: no part of a name, no attribute, no property of a style sheet."""
DOCUMENTS = [*READMES, "CHANGELOG.md", "mmtree/export/c/library.md"]
PYTHON = sorted((ROOT / "mmtree").rglob("*.py"))
COMMENTS = {
    ".c": r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"",
    ".h": r"/\*.*?\*/|//[^\n]*",
    ".ino": r"/\*.*?\*/|//[^\n]*",
    ".ps": r"%[^\n]*|\([^()\n]*\)",
    ".in": r"/\*.*?\*/|//[^\n]*|#[^\n]*",
    ".typ": r"//[^\n]*",
    ".properties": r".*",
}
"""What a person reads in each kind of source: comments, and messages where it has some."""
SOURCES = sorted(path for path in (ROOT / "mmtree").rglob("*") if path.suffix in COMMENTS)


def prose(text):
    """A text without what stands in code marks."""
    text = re.sub(r"^```(?!console|text).*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"^ +\w+: ", "", text, flags=re.M)  # a parameter, described in a docstring
    return re.sub(r"``[^`]*``|`[^`]*`", "", text)


def test_what_counts_as_the_word():
    assert WORD.findall("6 colors, a color: the Color of (no color)") == [
        *("colors", "color", "Color", "color")
    ]
    assert not WORD.findall("rules.colors base $colors MM_COLORS colors-of <font color= color: ")


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_documents(path):
    assert WORD.findall(prose((ROOT / path).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(mmtree, command):
    assert WORD.findall(mmtree(*filter(None, [command]), "--help").out) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_options(name):
    """Of the help, what the width of a terminal may cut."""
    for param in import_module(f"mmtree.cli.{name}").command.params:
        if isinstance(param, click.Option):
            assert WORD.findall(param.help) == []


@pytest.mark.parametrize("path", PYTHON, ids=[str(path.relative_to(ROOT)) for path in PYTHON])
def test_messages_and_docstrings(path):
    """Every text of more than one word."""
    source = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(source)) if re.search("[Cc]olor", source) else ()
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert [text for text in texts if " " in text.strip() and WORD.search(prose(text))] == []


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(ROOT)) for path in SOURCES])
def test_comments_and_messages_of_other_sources(path):
    text = path.read_text(encoding="utf-8")
    found = re.findall(COMMENTS[path.suffix], text, re.S if path.suffix != ".properties" else 0)
    assert [part for part in found if WORD.search(prose(part))] == []
