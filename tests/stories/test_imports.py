"""The allowed imports between rooms, and the modules that each command may load."""

import ast
import subprocess
import sys

import pytest

from support.environment import ROOT, TREES

MAY_IMPORT = {
    "arguments": set(),
    "errors": set(),
    "files": set(),
    "processes": set(),
    "times": set(),
    "game": {"arguments", "errors"},
    "tree": {"arguments", "errors", "files", "game"},
    "play": {"arguments", "errors", "files", "game", "tree"},
    "show": {"arguments", "errors", "game", "processes", "tree"},
    "export": {"arguments", "errors", "game", "tree", "show.pegs", "show.texts"},
    "search": {"", "arguments", "errors", "files", "game", "processes"},
    "strategies": {"arguments", "errors", "game", "processes", "times", "tree", "search"},
    "footprint": {"arguments", "errors", "game", "processes", "tree", "export"},
    "check": {"arguments", "errors", "files", "game.rules", "tree.file"},
    "literature": {
        *("arguments", "errors", "files", "game", "processes", "times", "tree", "search"),
        *("strategies", "check.claims", "check.bounds", "check.replay", "check.report"),
        "check.value",
        "play.patterns",
    },
    "cli": {
        *("", "errors", "files", "game", "tree", "play", "show", "export", "search"),
        *("strategies", "footprint", "check", "literature", "times"),
    },
    "__init__": {"errors", "game", "tree", "play"},
    "__main__": {"cli"},
}
MODULES = sorted((ROOT / "mmtree").rglob("*.py"))


def imports(tree):
    """Yield the dotted names that a module imports, without those for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
        else:
            yield from imports(node)


def test_rooms_import_only_allowed_rooms():
    refused = []
    for path in MODULES:
        module = path.relative_to(ROOT / "mmtree")
        room = module.parts[0].removesuffix(".py")
        allowed = MAY_IMPORT[room] | {room}
        for name in imports(ast.parse(path.read_text())):
            package, _, rest = name.partition(".")
            if package == "mmtree" and not {rest, rest.split(".")[0]} & allowed:
                refused.append(f"{module} imports {name}")
    assert len(MODULES) > 200
    assert refused == []


CIRCLES = {frozenset({"mmtree.strategies.cluster_pool", "mmtree.strategies.search_pool"})}
"""Existing circles; none may be added."""


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imported_modules(path, names):
    """Yield the modules among ``names`` that a module imports, inside functions, too."""
    for node in ast.walk(without_type_checking(ast.parse(path.read_text()))):
        if isinstance(node, ast.Import):
            yield from names & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (full & names) or ({node.module} & names)


def without_type_checking(tree):
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING")
    ]
    return tree


def test_modules_import_each_other_without_circles():
    """Imports inside functions count, too."""
    names = {module_name(path) for path in MODULES}
    imported = {module_name(path): set(imported_modules(path, names)) for path in MODULES}
    reached = {name: reachable(name, imported) for name in names}
    circles = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in names
        if name in reached[name]
    }
    assert circles <= CIRCLES


def reachable(name, imported):
    """Return all modules that a module imports, directly or indirectly."""
    found, waiting = set(), [name]
    while waiting:
        new = imported[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_checker_loads_no_search():
    """Not even indirectly: checked in a fresh process."""
    loaded = modules_after("import mmtree.check.verify")
    assert not any(
        name.startswith(("mmtree.search", "mmtree.strategies", "numpy")) for name in loaded
    )


def modules_after(code):
    """Return the names of the modules that a fresh process has loaded after the code."""
    code += "\nimport sys; print(*sorted(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ended.stdout.splitlines()[-1].split()


def third_party(loaded):
    """Return the top-level packages outside the standard library."""
    plain = set(modules_after("pass"))
    tops = {name.split(".")[0] for name in loaded if name not in plain}
    return {
        top
        for top in tops - sys.stdlib_module_names
        if not top.startswith(("cython_runtime", "_cython"))  # parts of msgpack's compiled module
    }


def test_importing_mmtree_loads_no_other_module():
    loaded = set(modules_after("import mmtree")) - set(modules_after("pass"))
    assert loaded - {"__future__"} == {"mmtree"}


def test_loading_a_tree_needs_only_msgpack():
    assert third_party(modules_after("from mmtree import Codebreaker, load")) == {
        "mmtree",
        "msgpack",
    }


PLAYED = {
    "against a secret": (["play", "knuth-4p6c", "--secret", "FEDC"], ""),
    "on a board": (["play", "--log", "games"], "10\n11\n22\nfix 1\n"),
    "by a guest": (["play", "--break", "--log", "games"], "AABB\nhint\n"),
    "and judged": (["play", "--review", "games"], ""),
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("played", PLAYED)
def test_playing_loads_neither_numpy_nor_search(played, tmp_path, mmtree):
    mmtree("play", "--log", "games", "--secret", "FEDC")
    arguments, typed = PLAYED[played]
    code = f"""
import io, sys
from mmtree.cli.main import main
sys.stdin = io.StringIO({typed!r})
try:
    main({arguments!r})
except SystemExit as end:
    assert end.code == 0
"""
    loaded = modules_after(code)
    assert third_party(loaded) <= {"mmtree", "msgpack", "click", "colorama"}
    rooms = ("mmtree.search", "mmtree.strategies", "mmtree.check")
    assert not any(name.startswith(rooms) for name in loaded)


SHEET = ["sheet", str(TREES / "koyama-lai-3p2c.mmtree"), "-o", "-", "--format", "txt"]


LIGHT = {
    "a sheet in text": SHEET,
    "trees": ["trees"],
    "hardest": ["hardest", "koyama-lai-3p2c"],
    "compare": ["compare", "koyama-lai-4p5c", "koyama-lai-worst-first-4p5c"],
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("arguments", LIGHT.values(), ids=LIGHT)
def test_light_commands_do_not_load_numpy(arguments):
    code = f"""
from mmtree.cli.main import main
try:
    main({arguments!r})
except SystemExit as end:
    assert end.code == 0
"""
    assert third_party(modules_after(code)) <= {"mmtree", "msgpack", "click", "colorama"}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "arguments", [["build", "--help"], ["strategies"], ["claims"]], ids=" ".join
)
def test_listing_strategies_does_not_load_numpy(arguments):
    code = f"""
from mmtree.cli.main import main
try:
    main({arguments!r})
except SystemExit as end:
    assert end.code == 0
"""
    loaded = modules_after(code)
    assert third_party(loaded) <= {"mmtree", "msgpack", "click", "colorama"}
    assert ("mmtree.strategies.catalogue" in loaded) == (arguments != ["claims"])


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("line", ["build --strategy k", "build --rules m", "bench 4", "info t"])
def test_completion_does_not_load_numpy(line):
    words = ["mmtree", *line.split()]
    code = f"""
import os
from mmtree.cli.main import main
os.environ |= {{"_MMTREE_COMPLETE": "bash_complete", "COMP_CWORD": "{len(words) - 1}"}}
os.environ["COMP_WORDS"] = {" ".join(words)!r}
try:
    main()
except SystemExit as end:
    assert end.code == 0
"""
    assert third_party(modules_after(code)) <= {"mmtree", "msgpack", "click", "colorama"}


def test_every_public_name_can_be_imported():
    import mmtree

    for name in mmtree.__all__:
        assert getattr(mmtree, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = mmtree.nothing


def test_build_without_cluster_does_not_load_dask(mmtree):
    """Nor does it load mmtree's cluster modules."""
    code = """
from mmtree.cli.main import main
try:
    main(["build", "--strategy", "koyama-lai", "--rules", "2p3c", "-o", "a.mmtree"])
except SystemExit as end:
    assert end.code == 0
"""
    loaded = modules_after(code)
    assert not any(
        name.startswith(("dask", "distributed", "mmtree.search.cluster")) for name in loaded
    )
