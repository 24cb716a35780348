"""Every README: its commands and examples are executed, its links and names must exist."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest

from mmtree.cli.main import GROUPS
from mmtree.export.targets import TARGETS
from mmtree.research.notations.notations import NOTATIONS
from mmtree.search.kernel import kernel
from mmtree.show.sheets.styles import STYLES

from support.environment import ROOT, TREES
from support.readmes import READMES, Readme, anchors, commands, links

MAIN = Readme("README.md")
every_readme = pytest.mark.parametrize("path", READMES, ids=str)

ELSEWHERE = {
    "README.md": ("powershell",),
    "trees/README.md": ("node", "javascript"),
    "mmtree/game/README.md": ("python",),
}
"""Languages that another test checks: PowerShell below, JavaScript in test_trees.py, and the Python
that writes coins.csv with the console of the main README."""


def test_readmes_of_all_folders_are_found():
    assert {path.parts[0] for path in READMES} >= {"README.md", "mmtree", "printable", "trees"}
    assert len(READMES) >= 11


def test_gate_runs_both_commands_of_the_main_readme():
    """The gate runs the second command with the slow tests, too."""
    gate = (ROOT / ".ci" / "run").read_text().splitlines()
    first, second = MAIN.blocks("sh")
    assert first.strip() in gate
    assert f"{second.strip()} --all" in gate


def test_windows_commands_have_the_same_steps():
    """The commands are not run here; the README says that nobody has tried them."""
    setup, build = MAIN.blocks("sh")[0].strip().split(" && ")
    assert setup == ".ci/setup"
    python, *after = MAIN.blocks("powershell")[0].strip().split("; ")
    assert python == "py -m venv .venv"
    steps = [".venv/bin/pip install --quiet .", build]
    assert after == [
        f"if ($?) {{ {step.replace('.venv/bin/', '.venv' + chr(92) + 'Scripts' + chr(92))} }}"
        for step in steps
    ]
    assert "nobody has tried it there yet" in MAIN.whole


@every_readme
def test_every_code_block_is_of_a_tested_language(path):
    run = {"sh", "console", "pycon", "text"}
    assert Readme(path).languages <= {*run, *ELSEWHERE.get(str(path), ())}


LONG = ("mmtree/search/README.md", "mmtree/show/README.md", "printable/README.md")
"""READMEs whose commands build large trees or typeset sheets, which is slow."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow) if str(path) in LONG else path for path in READMES],
    ids=str,
)
def test_console_blocks_show_the_real_output(mmtree, monkeypatch, tmp_path, path):
    monkeypatch.setattr("mmtree.cli.verify.SECONDS", 600.0)  # of a machine with other work
    console = "".join(Readme(path).blocks("console"))
    if "trees/" in console:
        shutil.copytree(TREES, tmp_path / "trees")
    if "coins.csv" in console:
        [script] = Readme("mmtree/game/README.md").blocks("python")
        subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    found = commands(console)
    assert len(found) == console.count("$ ")
    for command, output in found:
        program, *arguments = shlex.split(command)
        if program in ELSEWHERE.get(str(path), ()):
            continue
        if program == "cat":  # the file that the next commands read
            (tmp_path / arguments[0]).write_text(output)
            continue
        assert program == "mmtree"
        if kernel() == "numpy" and {"build", "5p7c"} <= {*arguments}:
            continue  # slow; the tests of the search show that both kernels find the same tree
        result = mmtree(*arguments)
        assert result.err + result.out == output  # notes come first


@every_readme
def test_games_show_the_real_dialogue(mmtree, monkeypatch, path):
    """The typed answers of the shown game are given as input."""
    monkeypatch.setenv("COLUMNS", "80")
    for game in Readme(path).blocks("text"):
        if not game.startswith("$ mmtree play"):
            continue
        command, _, rest = game.partition("\n")
        prompt = r"guess \d:  " if "--break" in command else "answer:   "
        typed = re.findall(rf"^{prompt}(.*)$", rest, re.MULTILINE)
        result = mmtree(*shlex.split(command)[2:], input="\n".join([*typed, "quit"]))
        seen = re.sub(rf"^({prompt}).*\n", r"\1", rest, flags=re.MULTILINE)
        assert result.out == seen + ("" if "--break" in command else "answer:   ")


def test_play_readme_shows_two_games():
    board, guest = Readme("mmtree/play/README.md").blocks("text")
    assert re.findall(r"^answer:   (.*)$", board, re.MULTILINE) == [
        *("1 0", "why", "1 1", "2 0", "fix 2")
    ]
    assert re.findall(r"^guess \d:  (.*)$", guest, re.MULTILINE) == ["aabb", "bcde", "fdaa"]


@every_readme
def test_python_blocks_show_the_real_output(monkeypatch, tmp_path, path):
    monkeypatch.chdir(tmp_path)
    blocks = Readme(path).blocks("pycon")
    if "trees/" in "".join(blocks):
        shutil.copytree(TREES, tmp_path / "trees")
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, str(path), str(path), 0)
        assert doctest.DocTestRunner().run(test) == doctest.TestResults(0, len(test.examples))


def test_main_readme_shows_commands_and_python():
    assert len(commands("".join(MAIN.blocks("console")))) >= 1
    [block] = MAIN.blocks("pycon")
    assert len(doctest.DocTestParser().get_examples(block)) > 10


@every_readme
def test_links_have_targets(path):
    readme = Readme(path)
    for link in links(readme.whole):
        to, _, anchor = link.partition("#")
        target = readme.path.parent / to if to else readme.path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@every_readme
def test_named_files_exist(path):
    """`mmtree/game` and `trees/…` are relative to the root, `rows.py` to the README."""
    readme = Readme(path)
    named = re.findall(r"`((?:mmtree|tests|trees|printable)/[\w./-]+)`", readme.whole)
    assert [name for name in named if not (ROOT / name).exists()] == []
    modules = re.findall(r"`(\w+\.(?:py|c|h|typ))`", readme.text)
    assert [name for name in modules if not (readme.path.parent / name).exists()] == []


def test_main_readme_names_every_room():
    rooms = {path.parent.name for path in (ROOT / "mmtree").glob("*/__init__.py")}
    assert rooms <= set(re.findall(r"[`\[]mmtree/(\w+)[`\]]", MAIN.whole))


def test_main_readme_leads_to_every_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path not in reached and path.suffix == ".md":
            reached.add(path)
            text = path.read_text(encoding="utf-8")
            waiting += [(path.parent / link.partition("#")[0]).resolve() for link in links(text)]
    assert reached >= {ROOT / path for path in READMES}


def test_command_table_has_the_groups_of_the_help():
    expected = []
    for title, group in GROUPS.items():
        expected += [f"**{title}**", *group]
    rows = MAIN.table("## Commands")
    shown = [re.sub(r"^`mmtree (\w+).*$", r"\1", row["command"]) for row in rows]
    assert shown == expected
    assert all(len(" ".join(row.values())) < 130 for row in rows)


def test_pictures_of_main_readme_exist_for_light_and_dark_pages():
    shown = re.findall(
        r'<source media="\(prefers-color-scheme: dark\)" srcset="(.*?)">', MAIN.whole
    )
    light = re.findall(r'<img src="(.*?)" width="830" alt="\w[^"]{20,}">', MAIN.whole)
    assert len(shown) == len(light) == MAIN.whole.count("<img") == 3
    assert all((ROOT / path).exists() for path in [*shown, *light])
    assert shown == [re.sub(r"\.(\w+)$", r"-dark.\1", path) for path in light]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("mmtree/export/README.md", TARGETS),
        ("mmtree/show/README.md", STYLES),
        ("mmtree/research/NOTATIONS.md", NOTATIONS),
    ],
)
def test_room_readme_mentions_every_choice(path, names):
    assert [name for name in names if not re.search(rf"`[^`\n]*{name}`", Readme(path).text)] == []


def test_literature_figures_of_main_readme_occur_in_its_room():
    """Tests of the room compare its figures with computed ones."""
    section = MAIN.whole.partition("## What the literature says")[2].partition("\n## ")[0]
    pages = (ROOT / "mmtree" / "research").glob("*.md")
    room = "".join(Readme(page).whole for page in pages)
    figures = re.findall(r"\b\d{4}\b|\d+/\d+|\d\.\d+", section)
    assert len(figures) >= 10
    assert [figure for figure in figures if not re.search(rf"\b{figure}\b", room)] == []


def test_main_readme_is_short():
    assert len(MAIN.whole.splitlines()) <= 185


def test_every_recipe_has_a_test():
    described = {path.parent.name for path in READMES if Readme(path).recipes}
    tested = {path.parent.name for path in (ROOT / "tests").glob("*/test_adding.py")}
    assert described == tested == {"strategies", "export", "show", "research", "game"}


def test_commands_of_contributing_exist(request):
    """The test checks scripts, extras, tests and pytest's options."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [block] = Readme("CONTRIBUTING.md").blocks("sh")
    programs = set()
    for line in block.splitlines():
        program, *arguments = shlex.split(line, comments=True)
        programs.add(program)
        if program == ".venv/bin/pytest":
            for argument in arguments:
                if argument.startswith("-"):
                    request.config.getoption(argument)
                else:
                    path, _, name = argument.partition("::")
                    assert (ROOT / path).exists(), path
                    assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")
        else:
            assert os.access(ROOT / program, os.X_OK), program
            assert set(arguments) <= set(project["optional-dependencies"])
    assert programs == {".ci/setup", ".ci/linters", ".ci/run", ".venv/bin/pytest"}
