"""Where things are in the repository."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
TREES = ROOT / "trees"
