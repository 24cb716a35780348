"""The allowed imports between rooms, and the modules that each command may load."""

import ast
import subprocess
import sys
from functools import cache

import pytest

from mmtree.research.notations.notations import NOTATIONS
from mmtree.show.sheets.styles import STYLES

from support.environment import ROOT, SMALL, needs_native

MAY_IMPORT = {
    "arguments": set(),
    "counts": set(),
    "errors": set(),
    "files": set(),
    "processes": {"errors"},
    "progress": set(),
    "game": {"arguments", "counts", "errors", "files"},
    "tree": {"arguments", "counts", "errors", "files", "game"},
    "play": {"arguments", "counts", "errors", "files", "game", "tree"},
    "show": {"arguments", "counts", "errors", "game", "processes", "tree"},
    "export": {"arguments", "counts", "errors", "game", "tree", "show.pegs", "show.texts"},
    "search": {"", "arguments", "counts", "errors", "files", "game", "processes", "progress"},
    "strategies": {
        *("arguments", "counts", "errors", "game", "processes", "progress", "tree"),
        "search",
    },
    "check": {
        *("arguments", "counts", "errors", "files", "progress"),
        *("game.rules", "game.peg_rules", "game.read_rules"),
        *("tree.file", "tree.provenance", "tree.tree"),
    },
    "research": {
        *("arguments", "counts", "errors", "files", "game", "processes", "tree"),
        *("progress", "search", "strategies", "play.codemaker"),
        *("check.claims", "check.bounds", "check.replay", "check.report"),
    },
    # The second route to values and static guesses, which never imports the search.
    "research.check": {
        *("arguments", "counts", "errors", "files", "progress", "check"),
        *("game.rules", "game.peg_rules", "game.read_rules", "tree.file", "tree.tree"),
    },
    # The commands of the room take the same options and print in the same way as all others.
    "research.commands": {
        *("counts", "errors", "files", "game", "progress", "search", "show", "strategies", "tree"),
        *("check.bounds", "check.claims", "cli.build_options", "cli.chart", "cli.options"),
        *("cli.output", "cli.progress"),
        "research",
    },
    "cli": {
        *("", "counts", "errors", "files", "game", "tree", "play", "show", "export", "search"),
        *("strategies", "check", "research", "processes", "progress"),
    },
    "__init__": {"errors", "game", "tree", "play", "check", "strategies"},
    "__main__": {"cli"},
}
MODULES = sorted((ROOT / "mmtree").rglob("*.py"))


@cache
def imports_of(path):
    """Return a module and the names imported from it, for each import of a file."""
    return list(imports(ast.parse(path.read_text())))


def imports(tree):
    """Yield the imports of a syntax tree, also those in functions and for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, []) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module, [name.name for name in node.names]
        else:
            yield from imports(node)


def test_rooms_import_only_allowed_rooms():
    """The longest name in the table that a module begins with is its room."""
    refused, names = [], {module_name(path) for path in MODULES}
    for path in MODULES:
        module = path.relative_to(ROOT / "mmtree").with_suffix("").as_posix().replace("/", ".")
        room = next(room for room in prefixes(module) if room in MAY_IMPORT)
        for name in imported_modules(path, names):
            part = name.removeprefix("mmtree").removeprefix(".")
            if not {*prefixes(part)} & (MAY_IMPORT[room] | {room}):
                refused.append(f"{module} imports {name}")
    assert len(MODULES) > 150
    assert refused == []


def prefixes(module):
    """Return a module and the packages that it is in, the longest name first."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imported_modules(path, names):
    """Yield the modules among ``names`` that a module imports, inside functions, too."""
    for module, parts in imports_of(path):
        yield from names & {f"{module}.{part}" for part in parts} or names & {module}


def test_modules_import_each_other_without_circles():
    """Imports inside functions and for type checkers count, too.

    Only those of the package itself do not: it names what is public.
    """
    names = {module_name(path) for path in MODULES}
    imported = {module_name(path): set(imported_modules(path, names)) for path in MODULES}
    imported["mmtree"] = set()
    reached = {name: reachable(name, imported) for name in names}
    circles = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in names
        if name in reached[name]
    }
    assert circles == set()


def reachable(name, imported):
    """Return all modules that a module imports, directly or indirectly."""
    found, waiting = set(), [name]
    while waiting:
        new = imported[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_checker_loads_no_search():
    """A fresh process also shows modules that are loaded indirectly."""
    loaded = modules_after("import mmtree.check.verify")
    assert not any(
        name.startswith(("mmtree.search", "mmtree.strategies", "numpy")) for name in loaded
    )


@cache
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


WITHOUT_NUMPY = {"mmtree", "msgpack", "click", "colorama"}


def modules_of_command(*arguments, typed="", **environment):
    """Return the names of the modules that a command has loaded at its end."""
    return modules_after(f"""
import io, os, sys
from mmtree.cli.main import main
sys.stdin = io.StringIO({typed!r})
os.environ |= {environment!r}
try:
    main({[*map(str, arguments)] or None!r})
except SystemExit as end:
    assert end.code == 0
""")


LIGHT = {
    "play against a secret": ["play", "knuth-4p6c", "--secret", "FEDC"],
    "play on a board": ["play", "--log", "games"],
    "play by a guest": ["play", "--break", "--log", "games"],
    "play and be judged": ["play", "--review", "games"],
    "sheet": ["sheet", SMALL, "-o", "-", "--format", "txt"],
    "trees": ["trees"],
    "hardest": ["hardest", "koyama-lai-3p2c"],
    "compare": ["compare", "koyama-lai-4p5c", "koyama-lai-worst-first-4p5c"],
    "info": ["info", "knuth-4p6c"],
}
TYPED = {"play on a board": "10\n11\n22\nfix 1\n", "play by a guest": "AABB\nhint\n"}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("case", LIGHT)
def test_light_commands_load_neither_numpy_nor_search(case, mmtree):
    mmtree("play", "--log", "games", "--secret", "FEDC")
    loaded = modules_of_command(*LIGHT[case], typed=TYPED.get(case, ""))
    assert third_party(loaded) <= WITHOUT_NUMPY
    rooms = ("search", "strategies", "check") if case.startswith("play") else ("search",)
    assert not [name for name in loaded for room in rooms if name.startswith(f"mmtree.{room}")]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_import_of_whole_tree_loads_neither_numpy_nor_search(mmtree, notation):
    mmtree("export", "koyama-lai-3p2c", "--to", notation, "-o", "text")
    loaded = modules_of_command("import", "text", "--from", notation, "-o", "tree")
    assert not any(name.startswith(("mmtree.search", "numpy")) for name in loaded)


def test_plain_text_loads_no_typesetting():
    loaded = modules_after(f"""
from mmtree import load
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.text import text
for style in {[*STYLES]!r}:
    list(text(Sheet(load({str(SMALL)!r}), style)))
""")
    assert not {"mmtree.show.sheets.typeset", "mmtree.show.sheets.poster"} & set(loaded)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "arguments", [["build", "--help"], ["strategies"], ["claims"]], ids=" ".join
)
def test_listing_strategies_does_not_load_numpy(arguments):
    loaded = modules_of_command(*arguments)
    assert third_party(loaded) <= WITHOUT_NUMPY
    assert ("mmtree.strategies.catalogue" in loaded) == (arguments != ["claims"])


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("line", ["build --strategy k", "build --rules m", "bench 4", "info t"])
def test_completion_does_not_load_numpy(line):
    words = f"mmtree {line}"
    loaded = modules_of_command(
        _MMTREE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=f"{len(words.split()) - 1}"
    )
    assert third_party(loaded) <= WITHOUT_NUMPY


@needs_native
@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "arguments",
    [
        "build --strategy koyama-lai --fewest-at-max",
        "build --strategy koyama-lai --max-guesses 5 --opening AABC",
        "build --strategy koyama-lai --objective worst-then-expected --rules 3p4c-holes",
        "verify koyama-lai-4p6c",
        "prove koyama-lai-4p6c",
        "prove --rules 4p6c --max-guesses 4",
    ],
)
def test_exact_search_by_the_native_kernel_does_not_load_numpy(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert third_party(modules_of_command(*arguments.split())) <= WITHOUT_NUMPY


def test_build_without_cluster_does_not_load_dask(mmtree):
    """Nor does it load mmtree's cluster modules."""
    loaded = modules_of_command(
        *("build", "--strategy", "koyama-lai", "--rules", "2p3c", "-o", "a.mmtree")
    )
    assert not any(
        name.startswith(("dask", "distributed", "mmtree.search.cluster")) for name in loaded
    )
