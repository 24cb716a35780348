"""Builds the ready-made trees anew by the commands in MANIFEST, and brings MANIFEST up to date.

Run it with the Python that mmtree is installed in: ``.venv/bin/python trees/rebuild.py``. Names of
files rebuild only those. With ``--time``, each is a process of its own with one thread, and its
seconds are noted, too.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import sys
import time
from contextlib import chdir
from pathlib import Path

from mmtree import load
from mmtree.cli.main import run


def main(folder: Path, arguments: list[str]) -> None:
    """Make the trees that are asked for, of those the folder's MANIFEST names."""
    timed = "--time" in arguments
    wanted = [name for name in arguments if name != "--time"]
    manifest = folder / "MANIFEST"
    head, *lines = manifest.read_text().splitlines()
    rows = {line.split("\t")[1]: line for line in lines}
    if unknown := set(wanted) - set(rows):
        sys.exit(f"MANIFEST names no {', '.join(sorted(unknown))}")
    for name in wanted or rows:
        _, _, _, _, seconds, command = rows[name].split("\t")
        options = shlex.split(command)[1:]
        if timed:
            start = time.perf_counter()
            alone = [sys.executable, "-m", "mmtree", *options, "--jobs", "1"]
            subprocess.run(alone, cwd=folder, check=True)
            seconds = f"{time.perf_counter() - start:.1f}"
        else:
            with chdir(folder):
                status = run(options)
            if status:
                sys.exit(status)
        tree = load(folder / name)
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        cells = [digest, name, str(tree.total), str(tree.max), seconds, command]
        rows[name] = "\t".join(cells)
        manifest.write_text("\n".join([head, *rows.values()]) + "\n")


if __name__ == "__main__":
    main(Path(__file__).parent, sys.argv[1:])
