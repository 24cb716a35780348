"""Full, closed or binary standard streams give an exit status and at most one line."""

import os
import subprocess
import sys

import pytest

from support.environment import KNUTH, SMALL, linux

TREE = str(SMALL)
PRINTING = {
    "help": ["--help"],
    "info": ["info", TREE],
    "verify, wrong": ["verify", TREE, "--total", "1"],
    "play": ["play", TREE],
    "sheet": ["sheet", TREE, "--format", "txt", "-o", "-"],
}
"""A command for each way to print; without a buffer, printing fails, not the flush."""
printing = pytest.mark.parametrize("arguments", PRINTING.values(), ids=PRINTING)
buffering = pytest.mark.parametrize("buffered", [True, False], ids=["buffered", "unbuffered"])


def environment(buffered=True):
    return os.environ if buffered else {**os.environ, "PYTHONUNBUFFERED": "1"}


def run(arguments, folder, buffered=True, **streams):
    streams = {"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(
        [sys.executable, "-m", "mmtree", *arguments],
        cwd=folder,
        env=environment(buffered),
        **streams,
    )


def test_python_buffers_in_these_tests():
    """If Python did not buffer its output, half of these tests could not fail."""
    code = "import sys; print(sys.stdout.write_through)"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"False\n"


@pytest.mark.slow(after=1)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has /dev/full")
@buffering
@printing
def test_full_disk_gives_one_line(arguments, buffered, tmp_path):
    with open("/dev/full", "wb") as full:
        ended = run(arguments, tmp_path, buffered, stdout=full)
        message = b"mmtree: output: No space left on device\n"
        assert (ended.returncode, ended.stderr) == (2, message)


@pytest.mark.slow(after=2)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has /dev/full")
@pytest.mark.parametrize(
    ("arguments", "status", "buffered"),
    [
        (["info", TREE], 0, True),
        (["verify", TREE, "--total", "1"], 1, True),
        (["info", "none"], 2, True),
        (["info", "none"], 2, False),
        (["build", "--strategy", "koyama-lai", "--rules", "3p2c", "--max-guesses", "1"], 1, True),
        (["verify", "none", "none"], 2, True),
        ([], 2, True),
        (["frob"], 2, False),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, list) else "",
)
def test_unprintable_error_keeps_the_status(arguments, status, buffered, tmp_path):
    with open("/dev/full", "wb") as full:
        ended = run(arguments, tmp_path, buffered, stdout=subprocess.DEVNULL, stderr=full)
    assert ended.returncode == status


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has /dev/full")
def test_closed_streams_keep_the_status(tmp_path):
    with open("/dev/full", "wb") as full:
        ended = run(["info", TREE], tmp_path, stdout=full, stderr=full)
    assert ended.returncode == 2


@pytest.mark.slow(after=1)
@linux
@buffering
@printing
def test_closed_pipe_ends_it_like_sigpipe(arguments, buffered, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    ended = run(arguments, tmp_path, buffered, stdout=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.slow(after=1)
@linux
@buffering
def test_pipe_closed_in_the_middle(buffered, tmp_path):
    reader, writer = os.pipe()
    command = [sys.executable, "-m", "mmtree", "dot", KNUTH, "-o", "-"]
    process = subprocess.Popen(
        command, stdout=writer, stderr=subprocess.PIPE, env=environment(buffered)
    )
    os.close(writer)
    assert os.read(reader, 100).startswith(b"//")
    os.close(reader)
    assert (process.communicate()[1], process.returncode) == (b"", 141)


def run_closed(arguments, closed, folder):
    """Run ``mmtree`` with streams that a shell has closed."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {closed}', "bash", sys.executable, "-m", "mmtree", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


@pytest.mark.slow(after=2)
@linux
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize("command", ["info", "play"])
def test_only_closed_output_is_an_error(command, closed, tmp_path):
    ended = run_closed([command, TREE], closed, tmp_path)
    message = b"mmtree: output: Bad file descriptor\n"
    assert (ended.returncode, ended.stderr) == ((2, message) if closed == ">&-" else (0, b""))


@pytest.mark.slow(after=1)
@linux
@printing
def test_three_closed_streams_give_the_status_of_closed_output(arguments, tmp_path):
    assert run_closed(arguments, "<&- >&- 2>&-", tmp_path).returncode == 2


def test_answers_that_are_no_text():
    command = [sys.executable, "-m", "mmtree", "play", TREE]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    ended = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, env=strict)
    assert ended.returncode == 0
    assert b"unknown feedback" in ended.stdout


def test_output_that_is_only_for_reading(tmp_path):
    with open(TREE, "rb") as tree:
        ended = run(["info", TREE], tmp_path, stdout=tree)
    assert (ended.returncode, ended.stderr) == (2, b"mmtree: output: Bad file descriptor\n")
