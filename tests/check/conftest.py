"""The checker of certificates in C, compiled."""

import shutil
import subprocess
from pathlib import Path

import pytest

from mmtree.check.proof import checker

from support.environment import needed


@pytest.fixture(scope="session")
def compile_checker(tmp_path_factory):
    """Compiles the checker with some options, without a warning, and returns the program."""

    def compile_checker(*options):
        needed(shutil.which("gcc"), "gcc")
        strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
        source = Path(checker.__file__).with_name("check_proof.c")
        target = tmp_path_factory.mktemp("proof") / "check_proof"
        subprocess.run(["gcc", *strict, *options, source, "-o", target], check=True)
        return target

    return compile_checker


@pytest.fixture(scope="session")
def check_in_c(compile_checker, tmp_path_factory):
    """Returns the finished process of the checker, compiled as its README says, on some bytes."""
    program, path = (
        compile_checker("-O3", "-march=native"),
        tmp_path_factory.mktemp("checked") / "a.proof",
    )

    def check_in_c(data):
        path.write_bytes(data)
        return subprocess.run([program, path], capture_output=True, text=True, timeout=60)

    return check_in_c
