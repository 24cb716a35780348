"""Windows and macOS, which no machine here runs, as far as can be held without them."""

import ast
import re

import pytest

from support.environment import ROOT

TESTS = sorted((ROOT / "tests").rglob("*.py"))
OF_LINUX = re.compile(
    r"\bsignal\.SIG|preexec_fn|setrlimit|symlink_to|\.chmod\(|[\"']/dev/|[\"']/proc/|#!/bin/sh"
    r"|\[\"(ba|z)?sh\"|\bos\.(chmod|fork|killpg?|mkfifo|pipe|symlink|umask|wait\w*)\(|\bpty\.|fcntl\."
)
"""Signals, limits, links, modes, devices, shells and the like."""


def says_so(decorators):
    """Whether one of these decorators tells of a system, or of what only some have."""
    return any(re.match(r"linux$|pytest\.mark\.skipif\(", ast.unparse(one)) for one in decorators)


def names(function):
    """The names that are called or written in a function, and those of its fixtures."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) or (isinstance(node, ast.arg) and node.arg != "self"):
            yield node.id if isinstance(node, ast.Name) else node.arg


def functions(path):
    """Name, source and decorators of each function of a module, but of helpers that only tests of
    Linux use, and of modules that are Linux's as a whole.
    """
    text = path.read_text()
    # Most modules hold nothing of Linux; to parse them all would take long.
    if not OF_LINUX.search(re.sub(r"\[\s+", "[", text).replace("'", '"')):
        return
    tree = ast.parse(text)
    of_module = [node for node in tree.body if ast.unparse(node).startswith("pytestmark = ")]
    marks = [mark for node in of_module for mark in getattr(node.value, "elts", [node.value])]
    if says_so(marks) or "allow_module_level=True" in text:
        return
    found = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    uses = {name: set(names(node)) & found.keys() for name, node in found.items()}
    for name, node in found.items():
        users = {name}
        while more := {user for user in found if uses[user] & users} - users:
            users |= more
        tests = [found[user] for user in users - {name} if user.startswith("test_")]
        helps = not name.startswith("test_") and tests
        if not (helps and all(says_so(test.decorator_list) for test in tests)):
            yield name, ast.unparse(node), node.decorator_list


@pytest.mark.parametrize("path", TESTS, ids=[str(path.relative_to(ROOT)) for path in TESTS])
def test_what_takes_linux_says_so(path):
    silent = [
        name
        for name, source, decorators in functions(path)
        if OF_LINUX.search(source.replace("'", '"')) and not says_so(decorators)
    ]
    assert silent == []


EXAMPLE = """
def helper():
    os.mkfifo(1)

@linux
def test_one():
    helper()

def test_two():
    process.send_signal(signal.SIGINT)
"""


def test_such_a_test_is_found(tmp_path):
    (tmp_path / "a.py").write_text(EXAMPLE)
    with pytest.raises(AssertionError, match=r"\['test_two'\]"):
        test_what_takes_linux_says_so(tmp_path / "a.py")


@pytest.mark.parametrize("path", TESTS, ids=[str(path.relative_to(ROOT)) for path in TESTS])
def test_no_module_takes_what_windows_has_not_to_be_imported(path):
    missing = re.compile(r"^(import|from) (fcntl|grp|pty|pwd|resource|termios)\b", re.M)
    assert not missing.search(path.read_text())


def test_no_name_of_a_file_has_what_windows_refuses():
    """Nor do two names differ in capitals alone."""
    paths = [
        path.relative_to(ROOT)
        for folder in ("mmtree", "tests", "trees", "printable")
        for path in (ROOT / folder).rglob("*")
        if "__pycache__" not in path.parts
    ]
    assert len(paths) > 300
    assert len({str(path).lower() for path in paths}) == len(paths)
    reserved = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
    for path in paths:
        for part in path.parts:
            assert not re.search(r'[<>:"|?*\\]|[. ]$', part), path
            assert not reserved.fullmatch(part), path
