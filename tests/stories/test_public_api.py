"""mmtree in Python: help, public names, errors for wrong arguments and repr."""

import ast
import builtins
import doctest
import inspect
import os
import pkgutil
import pydoc
import re
import sys
from array import array
from dataclasses import is_dataclass
from pathlib import Path

import pytest

import mmtree
from mmtree import (
    Codebreaker,
    Codemaker,
    Node,
    Objective,
    PegRules,
    StrategyTree,
    errors,
    load,
    parse_rules,
)
from mmtree.search.kernel import kernel
from mmtree.tree.provenance import Strategy

from support.environment import ROOT, TREES, python
from support.readmes import READMES

SMALL = load(TREES / "koyama-lai-3p2c.mmtree")
GAME = SMALL.rules


def test_help_begins_with_purpose_and_example():
    text = pydoc.plain(pydoc.render_doc(mmtree))
    start = text.partition("PACKAGE CONTENTS")[0]
    assert "mmtree - A decision-tree compiler and offline lookup kit for Mastermind." in start
    assert '>>> tree = mmtree.build_tree("knuth", "4p6c")' in start
    listed = text.partition("CLASSES")[2]
    for name in ("build_tree(strategy", "verify(path", "class Objective", "class Codebreaker"):
        assert name in listed


def test_example_of_the_help_runs():
    assert doctest.testmod(mmtree) == doctest.TestResults(0, 8)


def test_names_are_imported_on_first_use():
    assert set(mmtree.__all__) <= set(dir(mmtree))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = mmtree.nothing


def test_type_checkers_know_the_same_public_names():
    """The imports for type checkers agree with the table used at run time."""
    known = {}
    for node in ast.walk(ast.parse(Path(mmtree.__file__).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mmtree."):
            names = [name.name for name in node.names]
            if names == ["*"]:
                assert node.module == "mmtree.errors"
                names = sorted(vars(errors).keys() & set(mmtree.__all__), key=str.lower)
            else:
                assert all(name.name == name.asname for name in node.names)
            known[node.module.removeprefix("mmtree.")] = names
    assert known == mmtree._PUBLIC
    assert list(known) == sorted(known)


def test_every_public_name_exists_where_it_is_defined():
    for name in mmtree.__all__:
        item = getattr(mmtree, name)
        assert (item.__module__, item.__name__) == (f"mmtree.{mmtree._HOMES[name]}", name)


def docstrings(path):
    """Return the docstrings of a module and of its classes and functions."""
    described = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return [ast.get_docstring(node) or "" for node in nodes if isinstance(node, described)]


def test_every_name_in_readmes_and_docstrings_exists():
    """A name is for example mmtree.load, but not page/mmtree.html."""
    texts = [(ROOT / path).read_text("utf-8") for path in READMES]
    for path in (ROOT / "mmtree").rglob("*.py"):
        texts += docstrings(path)
    mentioned = set(
        re.findall(r"(?<![\w/.-])(?!mmtree.html\b)mmtree\.([A-Za-z]\w*)", "\n".join(texts))
    )
    rooms = {module.name for module in pkgutil.iter_modules(mmtree.__path__)}
    assert {"load", "build_tree", "Codebreaker", "search"} <= mentioned
    assert mentioned - rooms - set(mmtree.__all__) == set()


def types_met(item):
    """Return the words in the annotations of results and attributes of a function or class."""
    texts = []
    if inspect.isclass(item):
        for annotated in (item, item.__init__):
            texts += getattr(annotated, "__annotations__", {}).values()
    for part in [item, *(vars(item).values() if inspect.isclass(item) else ())]:
        part = getattr(part, "fget", None) or getattr(part, "func", None) or part
        texts.append(getattr(part, "__annotations__", {}).get("return"))
    return set(re.findall(r"\w+", " ".join(map(str, texts))))


def test_types_of_results_and_attributes_are_public():
    met = set().union(*(types_met(getattr(mmtree, name)) for name in mmtree.__all__))
    classes = {
        name
        for module in list(sys.modules.values())
        if module.__name__.startswith("mmtree.")
        for name, item in vars(module).items()
        if inspect.isclass(item) and item.__module__ == module.__name__
    }
    known = {name for name in met & classes if not name.startswith("_")}
    assert {"Code", "Feedback", "Figures", "Finding", "Node", "Proof", "Report"} <= known
    assert known - set(mmtree.__all__) == set()


def documented_exceptions(item):
    """Return the names of the exceptions in the Raises section of a docstring."""
    section = re.search(r"^Raises:\n((?: .*\n?|\n)+)", inspect.getdoc(item) or "", re.MULTILINE)
    lines = re.findall(r"^ {4}(\w[\w, ]*):", section[1], re.MULTILINE) if section else []
    return {name for line in lines for name in line.split(", ")}


def test_every_documented_exception_is_public():
    """An example is mmtree.BuildInterrupted, which build_tree raises."""
    documented = set()
    for name in mmtree.__all__:
        item = getattr(mmtree, name)
        members = vars(item).items() if inspect.isclass(item) else ()
        public = [getattr(item, member) for member, _ in members if not member.startswith("_")]
        for described in (item, *public):
            documented |= documented_exceptions(described)
    assert {"BuildInterrupted", "ClusterError", "FeedbackError", "OSError"} <= documented
    for name in documented - {*dir(builtins)}:
        assert issubclass(getattr(mmtree, name), BaseException), name
        assert name in mmtree.__all__


def test_every_error_of_mmtree_is_public():
    """Errors that only internal modules raise are public, too."""
    defined = {
        name
        for name, item in vars(errors).items()
        if inspect.isclass(item) and issubclass(item, mmtree.MmtreeError)
    }
    assert len(defined) > 20
    assert defined - {*mmtree.__all__} == set()


def refused_game():
    """Return a game after an answer that no secret agrees with."""
    player = Codebreaker(SMALL)
    player.observe(20)
    with pytest.raises(mmtree.FeedbackError):
        player.observe(0)
    return player


CHOICE = refused_game().repairs()[0]
CHECKPOINT = "kept" if kernel() == "native" else None
CALLS = {
    "build_tree": (mmtree.build_tree, {"strategy": "knuth", "rules": "3p2c", "opening": None}),
    "build_tree, how": (
        lambda **how: mmtree.build_tree("koyama-lai", "3p2c", **how),
        {"objective": None, "progress": None, "jobs": 1, "checkpoint": CHECKPOINT, "below": None},
    ),
    "feedback": (mmtree.feedback, {"guess": 1, "secret": 2, "rules": GAME}),
    "format_code": (mmtree.format_code, {"code": 1, "rules": GAME, "symbols": "letters"}),
    "format_feedback": (mmtree.format_feedback, {"value": 20}),
    "load": (mmtree.load, {"path": "tree"}),
    "parse_code": (mmtree.parse_code, {"text": "AAB", "rules": GAME, "symbols": "letters"}),
    "parse_feedback": (mmtree.parse_feedback, {"text": "20", "rules": GAME}),
    "save": (mmtree.save, {"tree": SMALL, "path": "saved"}),
    "verify": (mmtree.verify, {"path": "tree", "max": None, "total": None, "average": None}),
    "Codebreaker": (Codebreaker, {"tree": SMALL}),
    "Codebreaker.observe": (
        lambda feedback, guess: Codebreaker(SMALL).observe(feedback, guess),
        {"feedback": 20, "guess": 1},
    ),
    "Codebreaker.cell_sizes": (Codebreaker(SMALL).cell_sizes, {"guess": 1}),
    "Codebreaker.repairs": (Codebreaker(SMALL).repairs, {"feedback": 20}),
    "Codebreaker.repair": (lambda choice: refused_game().repair(choice), {"choice": CHOICE}),
    "Codebreaker.revise": (
        lambda row, feedback: refused_game().revise(row, feedback),
        {"row": 0, "feedback": 20},
    ),
    "Codemaker": (Codemaker, {"secret": 1, "rules": GAME}),
    "Codemaker.answer": (Codemaker(1, GAME).answer, {"guess": 1}),
    "Node": (Node, {"tree": SMALL, "index": 0}),
    "Node.get": (SMALL.root.get, {"feedback": 20}),
    "Node.child": (SMALL.root.child, {"feedback": 20}),
    "Objective": (Objective, {"worst_first": True, "max_guesses": None, "fewest_at_max": True}),
    "read_table": (mmtree.read_table, {"path": "table.csv", "end": "guessed"}),
    "read_words": (
        mmtree.read_words,
        {"secrets": "words", "guesses": "more", "answers": "places", "consistent": False},
    ),
    "table_rules": (
        mmtree.table_rules,
        {"questions": ["q"], "secrets": ["a", "b"], "answers": [["x", "y"]]}
        | {"end": "identified", "name": "t"},
    ),
    "word_rules": (
        mmtree.word_rules,
        {"secrets": ["ab", "ba"], "guesses": ["aa"], "answers": "places"}
        | {"consistent": False, "name": "w"},
    ),
    "random_secret": (mmtree.random_secret, {"rules": GAME, "pattern": "AAB", "seed": 1}),
    "review": (mmtree.review, {"tree": SMALL, "guesses": [1], "secret": 2}),
    "PegRules": (PegRules, {"pegs": 3, "colors": 2, "distinct": False, "answers": "pegs"}),
    "parse_rules": (parse_rules, {"text": "3p2c"}),
    "Rules.digits": (GAME.digits, {"code": 1}),
    "Rules.number": (GAME.number, {"digits": (0, 0, 1)}),
    "Code": (mmtree.Code, {"value": 1, "rules": GAME}),
    "Feedback": (mmtree.Feedback, {"value": 20}),
    "Feedback, by pegs": (mmtree.Feedback, {"black": 2, "white": 1}),
    "StrategyTree": (
        StrategyTree,
        {"rules": GAME, "strategy": Strategy("x"), "guess": SMALL.guess}
        | {"feedback": SMALL.feedback, "extent": SMALL.extent, "proof": None, "claim": None},
    ),
    "StrategyTree.node": (SMALL.node, {"feedbacks": [20]}),
}
"""Valid calls; the test replaces their arguments one by one."""
WRONG = (None, 3, 3.5, "x", b"x", [], object(), True, -1, 10**30, array("b"), ("x",), [None])
# Python's own messages for a value that is no path, and for a NUL in a path.
PYTHON_MESSAGES = "expected str, bytes or os.PathLike object, not |.*embedded null"


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", CALLS)
def test_wrong_argument_types_raise_explained_errors(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    call, right = CALLS[name]
    messages = []
    for argument in right:
        for wrong in WRONG:
            mmtree.save(SMALL, "tree")
            Path("table.csv").write_text(",q\na,x\nb,y\n")
            Path("words").write_text("ab\nba\n")
            Path("more").write_text("aa\n")
            call(**right)
            try:
                call(**{**right, argument: wrong})
            except (mmtree.MmtreeError, OSError):
                messages.append("")  # from mmtree or from the system
            except (TypeError, ValueError) as error:
                messages.append(str(error))
    assert len(messages) >= len(right) * 5
    own = re.compile(
        rf"[\w ]+ .+: (give|it is|they) |\w+ must be .+, got |{PYTHON_MESSAGES}", re.DOTALL
    )
    assert [text for text in messages if text and not own.match(text)] == []


RECORDS = {
    *("Figures", "Finding", "Hint", "Answers", "Proof", "Provenance", "Repair", "Report", "Review"),
    *("ReviewedGuess", "Strategy", "TableRules", "WordRules"),
}
"""Data classes that only mmtree constructs, from checked arguments; and the rows of answers."""


def test_every_public_callable_is_tested():
    """Exceptions and records are left out, because only mmtree constructs them."""
    called = {name.partition(".")[0].partition(",")[0] for name in CALLS}
    items = {name: getattr(mmtree, name) for name in mmtree.__all__}
    exceptions = {
        name
        for name, item in items.items()
        if inspect.isclass(item) and issubclass(item, BaseException)
    }
    assert all(is_dataclass(items[name]) for name in RECORDS)
    assert called == items.keys() - exceptions - RECORDS


def test_repr_shows_the_state_of_the_game():
    player = Codebreaker(SMALL)
    assert repr(player) == "<Codebreaker of koyama-lai for 3p2c: guess 1 is AAB, secrets left: 8>"
    player.observe(20)
    assert repr(player) == "<Codebreaker of koyama-lai for 3p2c: guess 2 is ABB, secrets left: 3>"
    player.observe(10)
    player.observe(30)
    assert repr(player) == "<Codebreaker of koyama-lai for 3p2c: found AAA by guess 3>"
    assert repr(Codemaker(1, GAME)) == "<Codemaker for 3p2c>"  # hides the secret
    assert (
        repr(SMALL.root) == "<Node 0 of <StrategyTree of koyama-lai for 3p2c: 8 nodes>: guess AAB>"
    )


@pytest.mark.slow
def test_readme_example_satisfies_mypy(tmp_path):
    """mypy runs in strict mode, and skips other packages to save time."""
    if not os.environ.get("CI"):
        pytest.importorskip("mypy")
    block = re.search(r"```pycon\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
    lines = re.findall(r"^(?:>>>|\.\.\.) (.*)$", block, re.MULTILINE)
    (tmp_path / "example.py").write_text("\n".join([*lines, ""]))
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = True\nfollow_imports = silent\n"
        "[mypy-numpy.*,msgpack.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n"
        "ignore_missing_imports = True\n"
    )
    command = ["-m", "mypy", "--cache-dir", os.devnull, "example.py"]
    ended = python(*command, cwd=tmp_path, MYPYPATH=str(ROOT))
    assert (ended.stdout, ended.returncode) == ("Success: no issues found in 1 source file\n", 0)
