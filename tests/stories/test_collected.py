"""No test is left out: pytest, started as the README says, collects every file."""

import subprocess
import sys

from places import ROOT


def test_every_test_file_is_collected():
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = {line.split("::")[0] for line in ended.stdout.splitlines() if "::" in line}
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    assert collected == files
