"""The kernel compiles without warnings with GCC, Clang and MinGW, on x86-64 and AArch64."""

import re
import shutil
import subprocess
import sysconfig

import pytest

from support.environment import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiler", "what"),
    [
        ("gcc", ["-O1", "-c"]),
        ("clang", ["-fsyntax-only"]),
        ("aarch64-linux-gnu-gcc", ["-O0", "-c"]),
    ],
    ids=["gcc", "clang", "aarch64"],
)
def test_kernel_compiles_without_warnings(program, tmp_path, compiler, what):
    """GCC finds more if it optimises, for any processor; Clang does not."""
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-pthread", *what]
    include = f"-I{sysconfig.get_path('include')}"
    sources = sorted((ROOT / "mmtree/search/native").glob("*.c"))
    command = [program(compiler), *flags, include, *sources]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(sources) > 10
    assert len(list(tmp_path.glob("*.o"))) == (len(sources) if "-c" in what else 0)


WINDOWS = """
#define MS_WINDOWS
#define MS_WIN64
#define HAVE_DECLSPEC_DLL
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_WCHAR_T 2
#define HAVE_PY_SSIZE_T
#define PY_SSIZE_T_MAX 0x7fffffffffffffffLL
typedef long long Py_ssize_t;
"""
"""The parts of pyconfig.h on 64-bit Windows that the limited API reads."""


@pytest.mark.slow
def test_kernel_compiles_and_links_for_windows(program, tmp_path):
    """The kernel includes threads. No machine here can run the result."""
    mingw = "x86_64-w64-mingw32-"

    def run(tool, *arguments):
        command = [program(mingw + tool), *arguments]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, ""), tool
        return ended.stdout

    program(mingw + "gcc")
    headers = tmp_path / "include"
    shutil.copytree(sysconfig.get_path("include"), headers)
    (headers / "pyconfig.h").write_text(WINDOWS)
    sources = sorted((ROOT / "mmtree/search/native").glob("*.c"))
    run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O0", f"-I{headers}", "-c", *sources)
    objects = sorted(path.name for path in tmp_path.glob("*.o"))
    # Python's library for Windows is missing: one with the names that the kernel uses replaces it.
    used = set(re.findall(r"U (?:__imp_)?(_?Py\w+)$", run("nm", "-u", *objects), re.MULTILINE))
    assert len(used) > 20
    lines = ["LIBRARY python3.dll", "EXPORTS", *sorted(used)]
    (tmp_path / "python3.def").write_text("\n".join(lines) + "\n")
    run("dlltool", "-d", "python3.def", "-l", "libpython3.a")
    run("gcc", "-shared", "-static-libgcc", *objects, "-L.", "-lpython3", "-o", "kernel.pyd")
    dump = run("objdump", "-p", "kernel.pyd")
    assert "PyInit_kernel" in dump
    # Besides Python it needs only libraries of Windows.
    libraries = {name.lower() for name in re.findall(r"DLL Name: (\S+)", dump)}
    assert libraries == {"kernel32.dll", "msvcrt.dll", "python3.dll"}


def test_kernel_readme_names_the_sanitizers():
    assert "`.ci/sanitizers`" in (ROOT / "mmtree/search/native/README.md").read_text()
    assert ".ci/sanitizers >" in (ROOT / ".ci/run").read_text()
