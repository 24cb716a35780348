"""Rebuilds the ready-made trees with the commands in MANIFEST, and updates MANIFEST.

Run it with the Python that mmtree is installed in: ``.venv/bin/python trees/rebuild.py``. If files
are named, only these are rebuilt. With ``--time``, each tree is built by a new process with one
thread, and MANIFEST gets its seconds, too.
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
    """Rebuild the named trees of the folder's MANIFEST, or all of them."""
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
