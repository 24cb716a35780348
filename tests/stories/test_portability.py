"""Portability to Windows and macOS, as far as Linux can check it.

Ruff refuses modules that Windows lacks.
"""

import ast
import re

from support.environment import ROOT

LINUX_ONLY = re.compile(
    r"\bsignal\.SIG|preexec_fn|setrlimit|symlink_to|\.chmod\(|[\"']/dev/|[\"']/proc/|#!/bin/sh"
    r"|\[\"(ba|z)?sh\"|\bos\.(chmod|fork|killpg?|mkfifo|pipe|symlink|umask|wait\w*)\(|\bpty\.|fcntl\."
)
"""Matches signals, limits, links, modes, devices, shells and other features of Linux."""


def is_limited(decorators):
    """Return whether a decorator limits a test to some systems."""
    return any(re.match(r"linux$|pytest\.mark\.skipif\(", ast.unparse(each)) for each in decorators)


def names(node):
    """Return the names used in a function, with those of its parameters, which are fixtures."""
    inner = list(ast.walk(node))
    used = {each.id for each in inner if isinstance(each, ast.Name)}
    return used | {each.arg for each in inner if isinstance(each, ast.arg)}


def unmarked(text):
    """Return the functions of a module that need Linux but are not marked.

    Helpers are part of the tests that use them. A module may be marked as a whole.
    """
    # Most modules match nothing; parsing them all would be slow.
    if not LINUX_ONLY.search(re.sub(r"\[\s+", "[", text).replace("'", '"')):
        return []
    tree = ast.parse(text)
    of_module = [node for node in tree.body if ast.unparse(node).startswith("pytestmark = ")]
    marks = [mark for node in of_module for mark in getattr(node.value, "elts", [node.value])]
    if is_limited(marks) or "allow_module_level=True" in text:
        return []
    found = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    uses = {name: names(node) & found.keys() - {name} for name, node in found.items()}
    wrong = []
    for name in found.keys() - set().union(*uses.values()):  # of each function that no other uses
        users = {name}
        while more := set().union(*(uses[user] for user in users)) - users:
            users |= more
        source = "\n".join(ast.unparse(found[user]) for user in users).replace("'", '"')
        if LINUX_ONLY.search(source) and not is_limited(found[name].decorator_list):
            wrong.append(name)
    return wrong


def test_tests_that_need_linux_are_marked():
    paths = sorted((ROOT / "tests").rglob("*.py"))
    assert len(paths) > 100
    assert {path.name: found for path in paths if (found := unmarked(path.read_text()))} == {}


EXAMPLE = """
def helper():
    os.mkfifo(1)

@linux
def test_one():
    helper()

def test_two(helper):
    pass

def test_three():
    process.send_signal(signal.SIGINT)
"""


def test_unmarked_test_is_detected():
    assert sorted(unmarked(EXAMPLE)) == ["test_three", "test_two"]


def test_file_names_are_allowed_on_windows():
    """The test also shows that no two names differ only in case."""
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
