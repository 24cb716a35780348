"""The wheel and the source archive: they are complete and reproducible, and both install; CITATION.cff agrees."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

from mmtree import __version__

from support.environment import KNUTH, ROOT, TREES, needs_native, python
from support.readmes import Readme, commands

NOT_SOURCES = (".git", ".long", ".venv", ".*_cache", ".hypothesis", "node_modules", "build", "dist")
SDIST = f"mmtree-{__version__}"
METADATA = f"mmtree-{__version__}.dist-info"
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
WORKFLOWS = ROOT / ".github" / "workflows"
QUICK = {"CFLAGS": "-O0"}
"""Optimising the kernel would take four times as long; test_kernel_compiles.py does it."""


def run_python(*arguments, folder=ROOT, **environment):
    """Run Python in a folder with these environment variables; return its output."""
    ended = python(*arguments, cwd=folder, **environment)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    return ended.stdout


def digest(path):
    """Return the SHA-256 of a file; pytest would take hours to show where large bytes differ."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def copy_sources(folder):
    """Copy the sources to a folder."""
    ignore = shutil.ignore_patterns(*NOT_SOURCES, "__pycache__", "*.egg-info", "*.so")
    shutil.copytree(ROOT, folder, ignore=ignore)


def build(folder):
    """Copy the sources to a folder, build both packages, and return their folder."""
    copy_sources(folder)
    run_python("-m", "build", "--no-isolation", folder=folder, **QUICK)
    return folder / "dist"


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    return build(tmp_path_factory.mktemp("packages") / "mmtree")


@pytest.fixture(scope="module")
def sdist(packages):
    return packages / f"{SDIST}.tar.gz"


@pytest.fixture(scope="module")
def wheel(packages):
    """The wheel, which ``build`` makes from the unpacked source archive."""
    (path,) = packages.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def sources(sdist):
    """The names of the files in the source archive."""
    with tarfile.open(sdist) as archive:
        return {member.name.removeprefix(f"{SDIST}/") for member in archive if member.isfile()}


def install(folder, *what, **environment):
    """Install a package into a folder; return a function that runs its command."""
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", folder]
    run_python("-m", "pip", "install", *options, *what, **environment)
    work = folder.parent
    return lambda *args: run_python(
        "-m", "mmtree", *args, folder=work, PYTHONPATH=str(folder), MMTREE_KERNEL=""
    )


@pytest.mark.slow
def test_source_archive_has_every_file_of_the_repository(sources, program):
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    command = [program("git"), "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    made = {name for name in sources if name.startswith("mmtree.egg-info/")}
    assert sources - made - {"PKG-INFO", "setup.cfg"} == set(listed.stdout.split()) - {".gitignore"}


@pytest.mark.slow
def test_wheel_has_every_file_needed_at_run_time(sources, wheel):
    """Only READMEs and programs in C are left out; trees and certificates are included."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.startswith(METADATA)}
        trees = {name for name in names if name.startswith("mmtree/trees/")}
        assert {Path(name).name for name in trees} == {
            path.name for path in TREES.iterdir() if path.suffix in ("", ".mmtree", ".proof")
        }
        for name in trees:
            assert archive.read(name) == (TREES / Path(name).name).read_bytes()
    held = names - trees
    rooms = {name for name in sources if name.startswith("mmtree/")}
    left_out = {Path(name) for name in rooms - held}
    assert all(
        (path.suffix == ".md" and path.stem.isupper())
        or (path.parts[1] in ("search", "check") and path.suffix in (".c", ".h"))
        for path in left_out
    ), left_out
    assert all(".abi3." in name or name.endswith(".pyd") for name in held - rooms), held - rooms


@pytest.mark.slow
def test_second_build_in_another_folder_gives_same_bytes(packages, tmp_path):
    again = build(tmp_path / "of" / "another" / "name")
    assert len(list(packages.iterdir())) == 2
    for path in packages.iterdir():
        assert digest(path) == digest(again / path.name), path.name


@pytest.mark.slow
def test_source_archive_installs_without_a_compiler(sdist, tmp_path):
    """The package uses the NumPy kernel, and includes the templates and sources of players."""
    mmtree = install(tmp_path / "site", sdist, CC="false", CXX="false")
    assert mmtree("--version") == f"mmtree {__version__} (kernel: numpy)\n"
    assert "knuth-4p6c: holds\n" in mmtree("verify", "knuth-4p6c")
    mmtree("build", "--strategy", "knuth", "-o", "a.mmtree")
    assert (tmp_path / "a.mmtree").read_bytes() == KNUTH.read_bytes()
    mmtree("sheet", "koyama-lai-max5-4p6c", "-o", "a.pdf")
    ready_made = ROOT / "printable/koyama-lai-max5-4p6c-card-a4.pdf"
    assert digest(tmp_path / "a.pdf") == digest(ready_made)
    assert "wrote" in mmtree("export", "a.mmtree", "--to", "html", "-o", "a.html")


@pytest.mark.slow
def test_wheel_passes_the_first_command_of_the_readme_in_an_empty_venv(wheel, tmp_path, program):
    """Without a network: the libraries that mmtree needs come from the environment of the tests."""
    program("gcc")
    venv.create(tmp_path, symlinks=True)
    base = {"base": str(tmp_path), "platbase": str(tmp_path)}
    site, inside = (Path(sysconfig.get_path(name, vars=base)) for name in ("purelib", "scripts"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    run_python("-m", "pip", "--python", inside / "python", "install", *options, wheel)

    def run(command):
        words = [inside / "mmtree", *command.split()[1:]]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True).stdout

    [(command, output), *_] = commands("".join(Readme("README.md").blocks("console")))
    assert command == "mmtree build --strategy koyama-lai"
    assert run(command) == output
    assert run("mmtree --version") == f"mmtree {__version__} (kernel: native)\n"
    assert "koyama-lai-4p6c: holds\n" in run("mmtree verify koyama-lai-4p6c")


@pytest.mark.slow
def test_description_of_the_packages_has_whole_addresses(wheel):
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"{METADATA}/METADATA").decode()
    found = re.findall(r'(?:src(?:set)?="|\]\()([^")#]+)', text)
    source = f"{URLS['Source']}/"
    assert [to for to in found if not to.startswith(source)] == [URLS["Page"]]
    for to in found:
        if to != URLS["Page"]:
            kind, version, path = to.removeprefix(source).split("/", 2)
            assert (version, (ROOT / path).exists()) == (f"v{__version__}", True)
            assert kind == ("raw" if path.endswith((".png", ".svg")) else "blob")


def test_page_is_published_at_one_address_with_the_trees_of_the_ready_made_one():
    steps = yaml.safe_load((WORKFLOWS / "pages.yml").read_text())["jobs"]["pages"]["steps"]
    [export] = [step["run"] for step in steps if "export" in step.get("run", "")]
    command, *names = export.partition(" --to")[0].split()[1:]
    assert command == "export"
    page = (ROOT / "printable" / "mmtree.html").read_text()
    data = json.loads(re.search('id="data">(.*?)</script>', page)[1])
    assert [tree["id"] for tree in data["trees"]] == names
    assert data["address"] == URLS["Page"]
    assert f"[Open the page]({URLS['Page']})" in (ROOT / "README.md").read_text()


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("mode", ["lenient", "strict"])
def test_editable_install_has_the_trees(tmp_path, mode):
    """setuptools does not compile the kernel again, because it is newer than its sources."""
    sources, site = tmp_path / "sources", tmp_path / "site"
    copy_sources(sources)
    native = Path("mmtree/search/native")
    for kernel in (ROOT / native).glob("kernel.*so"):
        shutil.copyfile(kernel, sources / native / kernel.name)
    install(site, f"--config-settings=editable_mode={mode}", "-e", sources, CC="false")
    needed = [each for each in sys.path if each not in ("", str(ROOT))]
    code = f"""
import site, sys
site.addsitedir({str(site)!r})
sys.path += {needed!r}
import mmtree.search.kernel
print(mmtree.__file__, mmtree.load("knuth-4p6c").total, mmtree.search.kernel.kernel(), sep="\\n")
"""
    file, *shown = run_python(
        "-I", "-S", "-c", code, folder=tmp_path, MMTREE_KERNEL=""
    ).splitlines()
    assert Path(file).is_relative_to(sources)
    assert shown == ["5801", "native"]


def test_citation_agrees_with_the_package_and_its_license():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"message", "title", "authors"} <= citation.keys()
    assert (citation["cff-version"], citation["type"]) == ("1.2.0", "software")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"]
    assert set(citation["keywords"]) <= set(project["keywords"])
    assert citation["title"].partition(": ")[2].lower() == project["description"].lower()
    [holder] = [author["name"] for author in citation["authors"]]
    assert f" {holder}\n" in (ROOT / "LICENSE").read_text(encoding="utf-8")
