""".ci/setup, the first step of installing: its commands and error messages."""

import os
import shutil
import subprocess
import sys

import pytest

from support.environment import ROOT

SETUP = ROOT / ".ci" / "setup"
VENV_MISSING = "python3-venv is missing: have it installed (apt-get install python3-venv)\n"
PYTHON_MISSING = "Python 3.11 or later with its module venv is missing: install it and try again\n"
RECORD = 'echo "${0##*/} $*" >>"$LOG"\n'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


@pytest.fixture
def clone(tmp_path):
    """A folder with the files that .ci/setup reads, and a PATH with few programs."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(SETUP, tmp_path / ".ci")
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    native = "mmtree/search/native"
    (tmp_path / native).mkdir(parents=True)
    for name in ("kernel.c", "kernel.h"):
        (tmp_path / native / name).touch()
    (tmp_path / "bin").mkdir()
    for name in ("dirname", "grep", "find", "id", "cat", "chmod", "mkdir", "sed"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    return tmp_path


def program(clone, name, body):
    path = clone / "bin" / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


PYTHON = """
case "$*" in
"-m venv .venv")
  mkdir -p .venv/bin
  printf '#!/bin/sh\\necho "$*" >>"$LOG"\\n' >.venv/bin/python
  chmod 755 .venv/bin/python ;;
esac
"""
"""A fake Python: the Python of the environments that it makes logs its arguments."""


def run(clone, *extras):
    """Run .ci/setup; return its status, standard error and the logged commands of pip and apt."""
    log = clone / "log"
    log.write_text("")
    ended = subprocess.run(
        ["/bin/sh", clone / ".ci" / "setup", *extras],
        env={"PATH": str(clone / "bin"), "LOG": str(log)},
        cwd="/",
        capture_output=True,
        text=True,
    )
    commands = [line for line in log.read_text().splitlines() if line != "-c import pip"]
    return ended.returncode, ended.stderr, commands


def test_setup_installs_mmtree_with_named_extras(clone):
    program(clone, "python3", PYTHON)
    assert run(clone) == (
        0,
        "installing mmtree into .venv\n",
        ["-m pip install --quiet --no-compile -e ."],
    )
    assert run(clone, "test", "print") == (
        0,
        "installing mmtree[test,print] into .venv\n",
        ["-m pip install --quiet --no-compile -e .[test,print]"],
    )


@pytest.mark.parametrize("source", ["pyproject.toml", "setup.py", "mmtree/search/native/kernel.c"])
def test_second_run_installs_only_after_a_change(clone, source):
    program(clone, "python3", PYTHON)
    run(clone)
    stamp = clone / ".venv" / "mmtree-with-nothing"
    for path in (clone / name for name in ("pyproject.toml", "setup.py", source)):
        os.utime(path, (stamp.stat().st_mtime - 10,) * 2)
    assert run(clone) == (0, "", [])
    os.utime(clone / source, (stamp.stat().st_mtime + 10,) * 2)
    assert run(clone)[2] == ["-m pip install --quiet --no-compile -e ."]


def test_newly_installed_compiler_compiles_the_kernel(clone):
    program(clone, "python3", PYTHON)
    run(clone)
    assert run(clone)[2] == []
    program(clone, "cc", "exit 0")
    assert run(clone)[2] == ["-m pip install --quiet --no-compile -e ."]
    (clone / "mmtree/search/native/kernel.abi3.so").touch()
    assert run(clone)[2] == []


def test_too_old_python_is_skipped(clone):
    program(clone, "python3", "exit 1")
    program(clone, "python3.12", PYTHON)
    assert run(clone)[0] == 0


def test_unknown_extra_is_refused(clone):
    message = (
        "tset: not an extra of mmtree; pyproject.toml lists them under optional-dependencies\n"
    )
    assert run(clone, "tset") == (2, message, [])


def test_help_installs_nothing(clone):
    program(clone, "python3", PYTHON)
    assert run(clone, "--help") == (0, "", [])


@pytest.mark.parametrize(
    ("programs", "message", "commands"),
    [
        ({"id": "echo 1000", "apt-get": RECORD}, VENV_MISSING, []),
        ({"id": "echo 0"}, PYTHON_MISSING, []),
        (
            {"id": "echo 0", "apt-get": RECORD},
            PYTHON_MISSING,
            ["apt-get update", "apt-get install -y python3-venv"],
        ),
        (
            {"id": "echo 1000", "apt-get": RECORD, "sudo": RECORD},
            PYTHON_MISSING,
            ["sudo apt-get update", "sudo apt-get install -y python3-venv"],
        ),
    ],
    ids=["user", "no apt", "root", "sudo"],
)
def test_missing_venv_is_installed_or_reported(clone, programs, message, commands):
    """With root rights or sudo, apt-get installs it; if it is still missing, a message says so."""
    for name, body in {"python3": "exit 1", **programs}.items():
        program(clone, name, body)
    assert run(clone) == (1, message, commands)
