"""The kernel is compiled by any compiler, and none has to say anything."""

import subprocess
import sysconfig

import pytest

from places import ROOT


@pytest.mark.parametrize("compiler", ["gcc", "clang", "aarch64-linux-gnu-gcc"])
@pytest.mark.parametrize("optimised", ["-O0", "-O3"])
def test_the_kernel_compiles_without_a_warning(program, tmp_path, compiler, optimised):
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", optimised, "-fPIC", "-pthread"]
    include = f"-I{sysconfig.get_path('include')}"
    sources = sorted((ROOT / "mmtree/search/native").glob("*.c"))
    command = [program(compiler), *flags, include, "-c", *sources]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(list(tmp_path.glob("*.o"))) == len(sources) > 10
