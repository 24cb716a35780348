"""No test is left out: pytest, started as the README says, collects every file."""

import subprocess
import sys

import pytest

from places import ROOT


def test_every_test_file_is_collected(request):
    if request.config.args_source is pytest.Config.ArgsSource.TESTPATHS:  # so it was started now
        names = [item.nodeid for item in request.session.items]
    else:
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        names = [line for line in ended.stdout.splitlines() if "::" in line]
    collected = {name.split("::")[0] for name in names}
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    assert collected == files
