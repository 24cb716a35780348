"""The C files of the kernel are in layers: each calls and includes only files below it."""

import re
import subprocess
import sysconfig

import pytest

from support.environment import ROOT

NATIVE = ROOT / "mmtree/search/native"


def includes(folder):
    """Yield each file, by its name without suffix, and a file that it includes."""
    for path in sorted(folder.glob("*.[ch]")):
        for name in re.findall(r'^#include "(\w+)\.h"', path.read_text(encoding="utf-8"), re.M):
            if name != path.stem:
                yield path.stem, name


def calls(program, folder, objects):
    """Yield each file and a file whose function or variable it uses, from the symbols of objects."""
    include = f"-I{sysconfig.get_path('include')}"
    command = [program("gcc"), "-std=c11", "-O0", "-fPIC", include, "-c", *folder.glob("*.c")]
    subprocess.run(command, cwd=objects, check=True)
    defined, used = {}, []
    for path in sorted(objects.glob("*.o")):
        listed = subprocess.run(
            [program("nm"), "-P", path], capture_output=True, text=True, check=True
        )
        for name, kind in re.findall(r"^(\w+) (\w)", listed.stdout, re.M):
            if kind == "U":
                used.append((path.stem, name))
            elif kind.isupper():
                defined[name] = path.stem
    return ((stem, defined[name]) for stem, name in used if name in defined)


def order_of_readme():
    """Return the files of the README's table from the ground up, without their suffixes."""
    rows = re.findall(r"^\| (`.*?) \|", (NATIVE / "README.md").read_text(encoding="utf-8"), re.M)
    return [stem for row in rows for stem in re.findall(r"`(\w+)\.[ch]`", row)]


def upward(uses, order):
    """Return the uses of files that are not below those which use them."""
    place = {stem: i for i, stem in enumerate(order)}
    return sorted({f"{stem} uses {other}" for stem, other in uses if place[other] >= place[stem]})


def test_readme_names_every_file_once():
    stems = {path.stem for path in NATIVE.glob("*.[ch]")}
    assert sorted(order_of_readme()) == sorted(stems)


def test_includes_go_down():
    found = list(includes(NATIVE))
    assert len(found) > 50
    assert upward(found, order_of_readme()) == []


@pytest.mark.slow
def test_calls_go_down(program, tmp_path):
    found = list(calls(program, NATIVE, tmp_path))
    assert len({*found}) > 100
    assert upward(found, order_of_readme()) == []


@pytest.mark.slow
def test_circle_of_calls_is_found(program, tmp_path):
    """The two files include nothing of each other."""
    for mine, other in ("ab", "ba"):
        (tmp_path / f"{mine}.c").write_text(
            f"int {other}(int); int {mine}(int n) {{ return n ? {other}(n - 1) : 0; }}\n"
        )
    assert upward(calls(program, tmp_path, tmp_path), "ab") == ["a uses b"]
