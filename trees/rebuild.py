"""Builds the ready-made trees and their MANIFEST anew: ``python trees/rebuild.py``."""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import sys
from pathlib import Path

from mmtree import load

TREES = {
    "knuth-4p6c.mmtree": "--strategy knuth",
    "kooi-4p6c.mmtree": "--strategy kooi",
    "irving-4p6c.mmtree": "--strategy irving",
    "entropy-4p6c.mmtree": "--strategy entropy",
    "lexicographic-4p6c.mmtree": "--strategy lexicographic",
    "koyama-lai-4p6c.mmtree": "--strategy koyama-lai",
    "koyama-lai-max5-4p6c.mmtree": "--strategy koyama-lai --max-guesses 5",
    "koyama-lai-3p2c.mmtree": "--strategy koyama-lai --rules 3p2c",
}


def main(folder: Path) -> None:
    """Write every tree into the folder, and a line on each into its MANIFEST."""
    lines = ["sha256\tfile\ttotal\tmax\tcommand"]
    for name, options in TREES.items():
        command = f"mmtree build {options} -o {name}"
        arguments = shlex.split(command)[1:]
        subprocess.run([sys.executable, "-m", "mmtree", *arguments], cwd=folder, check=True)
        tree = load(folder / name)
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        lines.append(f"{digest}\t{name}\t{tree.total}\t{tree.max}\t{command}")
    (folder / "MANIFEST").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(__file__).parent)
