"""Installing mmtree: with any compiler, and with none."""

import os
import subprocess
import sys
import sysconfig

import pytest

from mmtree import __version__, load

from places import ROOT, TREES


@pytest.mark.parametrize("compiler", ["gcc", "clang", "aarch64-linux-gnu-gcc"])
@pytest.mark.parametrize("optimised", ["-O0", "-O3"])
def test_the_kernel_compiles_without_a_warning(program, tmp_path, compiler, optimised):
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", optimised, "-fPIC", "-pthread"]
    include = f"-I{sysconfig.get_path('include')}"
    source = ROOT / "mmtree/search/kernel.c"
    command = [program(compiler), *flags, include, "-c", source, "-o", tmp_path / "kernel.o"]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


def installed(folder, **environment):
    """Installs a copy of the sources into a folder; returns an environment that uses it."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--target", folder / "site", folder / "source"]
    ignored = {".git", ".venv", "build", "printable", "tests", "trees"}
    for path in ROOT.iterdir():
        if path.name not in ignored and not path.name.endswith((".egg-info", ".mmtree")):
            (folder / "source").mkdir(exist_ok=True)
            subprocess.run(["cp", "-r", path, folder / "source"], check=True)
    for left in (folder / "source/mmtree/build").glob("native.*so"):
        left.unlink()
    ended = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    return {**os.environ, "PYTHONPATH": str(folder / "site"), "MMTREE_KERNEL": ""}


def run(folder, environment, *arguments):
    command = [sys.executable, "-m", "mmtree", *arguments]
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return ended.stdout


def test_without_a_compiler_numpy_serves(tmp_path):
    environment = installed(tmp_path, CC="false", CXX="false")
    assert run(tmp_path, environment, "--version") == f"mmtree {__version__} (kernel: numpy)\n"
    run(tmp_path, environment, "build", "--strategy", "koyama-lai", "-o", "a.mmtree")
    assert load(tmp_path / "a.mmtree").total == 5625
    expected = (TREES / "koyama-lai-4p6c.mmtree").read_bytes()
    assert (tmp_path / "a.mmtree").read_bytes() == expected
    # The templates of the sheets are installed, too.
    run(tmp_path, environment, "sheet", "a.mmtree", "-o", "a.pdf")
    card = (ROOT / "printable/koyama-lai-4p6c-card-a4.pdf").read_bytes()
    assert (tmp_path / "a.pdf").read_bytes() == card
    run(tmp_path, environment, "sheet", "a.mmtree", "-o", "a.html")
    assert ".card" in (tmp_path / "a.html").read_text()


def test_with_a_compiler_the_kernel_is_native(tmp_path, program):
    program("gcc")
    environment = installed(tmp_path)
    assert run(tmp_path, environment, "--version") == f"mmtree {__version__} (kernel: native)\n"
