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
BUILDS = {  # the program ends at undefined behaviour
    "overflow": f"{STRICT} -O0 {UNDEFINED} -fno-sanitize-recover=all",
    "address": f"{STRICT} -O0 {UNDEFINED},address -fno-sanitize-recover=all -DPLAIN_LINES",
}


def compiled(folder, options=""):
    """Compile the checker by the command of its README with more options; return the program."""
    needed(shutil.which("cc"), "gcc")
    source = Path(checker.__file__).with_name("check_proof.c")
    readme = source.with_name("README.md").read_text()
    command = re.search("`(cc .* check_proof.c)`", readme)[1].split()
    for part in source.parent.glob("*.c"):
        shutil.copy(part, folder)
    subprocess.run([*command, *options.split()], cwd=folder, check=True)
    return folder / "check_proof"


@pytest.fixture(scope="session")
def fast(tmp_path_factory):
    """The checker, compiled as its README says."""
    return compiled(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="session")
def check_in_c(fast, tmp_path_factory):
    """Returns the finished process of the checker on some bytes; all its builds print the same."""
    programs = [fast, *(compiled(tmp_path_factory.mktemp(name), BUILDS[name]) for name in BUILDS)]
    path = tmp_path_factory.mktemp("checked") / "a.proof"

    def check_in_c(data):
        path.write_bytes(data)
        options = {"capture_output": True, "text": True, "timeout": 300}
        ended = [subprocess.run([program, path], **options) for program in programs]
        assert len({(one.returncode, one.stdout, one.stderr) for one in ended}) == 1, ended
        return ended[0]

    return check_in_c
