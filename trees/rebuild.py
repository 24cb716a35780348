"""Rebuilds the ready-made trees and certificates with the commands in MANIFEST and PROOFS.

Run it with the Python that mmtree is installed in: ``.venv/bin/python trees/rebuild.py`` rebuilds
the trees; certificates are rebuilt if they are named. If files are named, only these are rebuilt.
MANIFEST and PROOFS are updated. Files whose command is - are left alone. With
``--time``, each file is built by a new process with one thread, and its line gets its seconds, too.
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

LARGEST = 300_000
"""The most bytes of a certificate that is kept, unless one is here; PROOFS has the SHA-256."""


def main(folder: Path, arguments: list[str]) -> None:
    """Rebuild the named files, or all trees, in the folder of MANIFEST and PROOFS."""
    timed = "--time" in arguments
    wanted = [name for name in arguments if name != "--time"]
    lists = [
        (folder / "MANIFEST", read(folder / "MANIFEST")),
        (folder / "PROOFS", read(folder / "PROOFS")),
    ]
    known = [name for _, rows in lists for name in rows]
    if unknown := set(wanted) - set(known):
        sys.exit(f"MANIFEST and PROOFS name no {', '.join(sorted(unknown))}")
    found = {name for _, rows in lists for name, row in rows.items() if row[-1] == "-"}
    if refused := found & set(wanted):
        sys.exit(f"no single command builds {', '.join(sorted(refused))}: see README.md")
    for path, rows in lists:
        for name in rows:
            if name in wanted or (not wanted and path.name == "MANIFEST" and name not in found):
                rows[name] = rebuild(folder, rows[name], timed)
                head = path.read_text().partition("\n")[0]
                path.write_text("\n".join([head, *map("\t".join, rows.values())]) + "\n")


def read(path: Path) -> dict[str, list[str]]:
    """Return the lines of MANIFEST or PROOFS by the names of the files."""
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return {row[1]: row for row in rows}


def rebuild(folder: Path, row: list[str], timed: bool) -> list[str]:
    """Run the command of a line, and return the line with the new figures."""
    name, command = row[1], row[-1]
    options, seconds, kept = shlex.split(command)[1:], row[-2], (folder / name).exists()
    if timed:
        start = time.perf_counter()
        more = [] if options[0] == "prove" else ["--jobs", "1"]
        subprocess.run([sys.executable, "-m", "mmtree", *options, *more], cwd=folder, check=True)
        seconds = f"{time.perf_counter() - start:.1f}"
    else:
        with chdir(folder):
            status = run(options)
        if status:
            sys.exit(status)
    data = (folder / name).read_bytes()
    if name.endswith(".proof"):
        figures = [str(len(data))]
        if len(data) > LARGEST and not kept:
            (folder / name).unlink()
    else:
        tree = load(folder / name)
        figures = [str(tree.total), str(tree.max)]
    return [hashlib.sha256(data).hexdigest(), name, *figures, seconds, command]


if __name__ == "__main__":
    main(Path(__file__).parent, sys.argv[1:])
