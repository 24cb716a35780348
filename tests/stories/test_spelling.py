"""British spelling in prose: colour. Code, keys and options say ``colors``.

codespell finds other misspellings, but it cannot tell prose from code.
"""

import ast
import re

import click

from mmtree.cli.main import COMMANDS, import_command

from support.environment import ROOT
from support.readmes import READMES

WORD = re.compile(r"(?<![-\w$.=/\"\[])[Cc]olor(?:s|ed|ing)?(?![-−\w=(;\]]|: (?:\Z|\{))")
"""Matches the word in a sentence, but not in a name, an attribute or a style sheet's property."""
DOCUMENTS = [*READMES, "CHANGELOG.md", *(ROOT / "mmtree").rglob("*.md")]
COMMENTS = {
    ".c": r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"",
    ".h": r"/\*.*?\*/|//[^\n]*",
    ".ino": r"/\*.*?\*/|//[^\n]*",
    ".ps": r"%[^\n]*|\([^()\n]*\)",
    ".in": r"/\*.*?\*/|//[^\n]*|#[^\n]*",
    ".typ": r"//[^\n]*",
    ".properties": r".*",
}
"""Comments and messages in each kind of source."""


def american(text):
    """Return the American spellings in a text, outside of code."""
    text = re.sub(r"^```(?!console|text).*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"^ +\w+: ", "", text, flags=re.M)  # a parameter, described in a docstring
    return WORD.findall(re.sub(r"``[^`]*``|`[^`]*`", "", text))


def sentences(source):
    """Yield the strings in a Python source; of an f-string, {} replaces its values."""
    tree = ast.parse(source)
    inner = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield "".join(parts)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner
        ):
            yield node.value


def sources(*endings):
    return [path for path in sorted((ROOT / "mmtree").rglob("*")) if path.suffix in endings]


def test_american_spelling_is_detected():
    assert american("6 colors, a color: the Color of (no color)") == [
        *("colors", "color", "Color", "color")
    ]
    assert not american("rules.colors base $colors MM_COLORS colors-of <font color= color: ")
    assert list(sentences('f"{n} colors"')) == ["{} colors"]


def test_documents_are_in_british_spelling():
    for path in DOCUMENTS:
        assert not american((ROOT / path).read_text(encoding="utf-8")), path


def test_help_is_in_british_spelling(mmtree):
    """The help of each option is also checked before it is wrapped."""
    assert not american(mmtree("--help").out)
    for name in COMMANDS:
        assert not american(mmtree(name, "--help").out), name
        for param in import_command(name).params:
            assert not (isinstance(param, click.Option) and american(param.help)), (name, param)


def test_messages_and_docstrings_are_in_british_spelling():
    for path in sources(".py"):
        source = path.read_text(encoding="utf-8")
        if re.search("[Cc]olor", source):  # parsing the others would be slow
            found = [text for text in sentences(source) if " " in text.strip() and american(text)]
            assert not found, path


def test_other_sources_are_in_british_spelling():
    paths = sources(*COMMENTS)
    assert len(paths) > 30
    for path in paths:
        flags = re.S if path.suffix != ".properties" else 0
        found = re.findall(COMMENTS[path.suffix], path.read_text(encoding="utf-8"), flags)
        assert not [part for part in found if american(part)], path
