"""No test is left out: pytest, started as the README says, collects every file."""

import subprocess
import sys

import pytest

from support.environment import ROOT


@pytest.mark.slow
def test_pytest_collects_every_test_file(request):
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    collected = {item.nodeid.split("::")[0] for item in request.session.items}
    as_the_readme_says = request.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not as_the_readme_says or collected != files:  # only some of them were asked for
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--all",
            "--collect-only",
            "-q",
            "-p",
            "no:cacheprovider",
        ]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        collected = {line.split("::")[0] for line in ended.stdout.splitlines() if "::" in line}
    assert collected == files
