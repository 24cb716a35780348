"""Builds the ready-made trees anew by the commands in MANIFEST, and brings MANIFEST up to date.

Run it with the Python that mmtree is installed in: ``.venv/bin/python trees/rebuild.py``.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import sys
from pathlib import Path

from mmtree import load


def main(folder: Path) -> None:
    """Make every tree that the folder's MANIFEST names, and write its line anew."""
    manifest = folder / "MANIFEST"
    head, *lines = manifest.read_text().splitlines()
    made = [head]
    for line in lines:
        _, name, _, _, command = line.split("\t")
        arguments = shlex.split(command)[1:]
        subprocess.run([sys.executable, "-m", "mmtree", *arguments], cwd=folder, check=True)
        tree = load(folder / name)
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        made.append(f"{digest}\t{name}\t{tree.total}\t{tree.max}\t{command}")
    manifest.write_text("\n".join(made) + "\n")


if __name__ == "__main__":
    main(Path(__file__).parent)
