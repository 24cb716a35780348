"""The checker of certificates in C, compiled."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mmtree.check.proof import checker

from support.environment import needed

STRICT = "-std=c99 -Wall -Wextra -Werror -pedantic"
UNDEFINED = "-fsanitize=undefined,signed-integer-overflow"
BUILDS = {  # as its README says, and so that the program ends at undefined behaviour
    "README": "",
    "overflow": f"{STRICT} -O1 {UNDEFINED} -fno-sanitize-recover=all",
    "address": f"{STRICT} -O1 {UNDEFINED},address -fno-sanitize-recover=all -DPLAIN_LINES",
}


@pytest.fixture(scope="session")
def compile_checker(tmp_path_factory):
    """Compiles the checker by the command of its README with more options; returns the program."""

    def compile_checker(options):
        needed(shutil.which("cc"), "gcc")
        source = Path(checker.__file__).with_name("check_proof.c")
        readme = source.with_name("README.md").read_text()
        command = re.search("`(cc .* check_proof.c)`", readme)[1].split()
        folder = tmp_path_factory.mktemp("proof")
        shutil.copy(source, folder)
        subprocess.run([*command, *options.split()], cwd=folder, check=True)
        return folder / "check_proof"

    return compile_checker


@pytest.fixture(scope="session")
def fast(compile_checker):
    """The checker, compiled as its README says."""
    return compile_checker("")


@pytest.fixture(scope="session", params=BUILDS)
def check_in_c(request, compile_checker, tmp_path_factory):
    """Returns the finished process of each build of the checker on some bytes."""
    options = BUILDS[request.param]
    program = compile_checker(options) if options else request.getfixturevalue("fast")
    path = tmp_path_factory.mktemp("checked") / "a.proof"

    def check_in_c(data):
        path.write_bytes(data)
        return subprocess.run([program, path], capture_output=True, text=True, timeout=60)

    return check_in_c
