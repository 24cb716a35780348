"""The optional native kernel, the ready-made trees, and archives made of the files alone."""

import gzip
import os
import re
import sysconfig
import tarfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

NATIVE = Path("mmtree/search/native")
TREES = Path("trees")

os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the earliest date in a wheel

# A Python without the global lock has no stable ABI.
stable = not sysconfig.get_config_var("Py_GIL_DISABLED")


class Archive(sdist):
    """The source archive, without the names and times of the machine that makes it."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **owner):
        """Write a .tar.gz file, the only format supported."""

        def anonymise(member):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.mode & 0o100 else 0o644
            member.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
            return member

        with (
            open(f"{base_name}.tar.gz", "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=anonymise)
        return file.name


class BuildPackage(build_py):
    """Copies trees and certificates into the package; an editable install reads them in place."""

    def trees(self):
        """Map the file to write to the file to copy."""
        files = [*sorted(TREES.glob("*.mmtree")), *sorted(TREES.glob("*.proof"))]
        sources = [TREES / "MANIFEST", TREES / "PROOFS", *files]
        return {str(Path(self.build_lib, "mmtree", source)): str(source) for source in sources}

    def get_output_mapping(self):
        """Map all files of the package so."""
        return {**super().get_output_mapping(), **self.trees()}

    def build_package_data(self):
        """Copy the trees after all other data."""
        super().build_package_data()
        for target, source in self.trees().items():
            self.mkpath(str(Path(target).parent))
            self.copy_file(source, target)


class BuildKernel(build_ext):
    """Gives the compiler its options, and several files at a time."""

    def build_extension(self, extension):
        """Compile; Microsoft's compiler lacks GCC's vectors, so NumPy is used there.

        An editable install keeps the kernel of the one before, if no source is newer.
        """
        target = Path(self.get_ext_fullpath(extension.name))
        compiled = NATIVE / target.name
        sources = map(os.path.getmtime, (__file__, *extension.sources, *extension.depends))
        if self.editable_mode and compiled.exists() and max(sources) <= os.path.getmtime(compiled):
            self.mkpath(str(target.parent))
            self.copy_file(str(compiled), str(target))
            return
        if self.compiler.compiler_type != "msvc":
            # -g0 leaves out folder names. CFLAGS may set another optimisation level.
            optimised = [] if "-O" in os.environ.get("CFLAGS", "") else ["-O3"]
            options = ["-std=c11", *optimised, "-g0", "-fvisibility=hidden"]
            extension.extra_compile_args = options
            windows = self.compiler.compiler_type == "mingw32"
            extension.extra_link_args = ["-static-libgcc"] if windows else ["-pthread"]
            compile_file = self.compiler.compile

            def compile_all(sources, **options):
                """Compile the files in parallel; first vectors.c, the longest."""
                sources = sorted(sources, key=lambda source: "vectors" not in source)
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    compiled = pool.map(lambda source: compile_file([source], **options), sources)
                    return [name for names in compiled for name in names]

            self.compiler.compile = compile_all
        super().build_extension(extension)


def describe():
    """Return README.md for a package index, with whole addresses of its pictures and links."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    start = Path("mmtree/__init__.py").read_text("utf-8")
    version = re.search('^__version__ = "(.+)"', start, re.M)[1]

    def whole(match):
        kind = "raw" if match[2].endswith((".png", ".svg")) else "blob"
        return f"{match[1]}{project['urls']['Source']}/{kind}/v{version}/{match[2]}"

    pattern = r'(src(?:set)?="|\]\()(?![a-z]+:|#)([^")]+)'
    return re.sub(pattern, whole, Path("README.md").read_text("utf-8"))


setup(
    cmdclass={"build_ext": BuildKernel, "build_py": BuildPackage, "sdist": Archive},
    ext_modules=[
        Extension(
            "mmtree.search.native.kernel",
            sorted(map(str, NATIVE.glob("*.c"))),
            depends=sorted(map(str, NATIVE.glob("*.h"))),
            optional=True,
            py_limited_api=stable,
        )
    ],
    long_description=describe(),
    long_description_content_type="text/markdown",
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {},
)
