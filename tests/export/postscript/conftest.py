"""Fixtures that run Ghostscript as a console and as a printer."""

from __future__ import annotations

import re
import subprocess

import numpy as np
import pytest


@pytest.fixture
def gs(program, tmp_path):
    """Runs a PostScript program: gs(source, "-dTEXT", input="…") returns its output and errors."""

    ghostscript = program("gs")

    def run(source, *args, input="", device=("-dNODISPLAY",)):
        path = tmp_path / "mm.ps"
        path.write_text(source, "ascii")
        command = [ghostscript, "-q", *device, *args, str(path)]
        done = subprocess.run(command, input=input, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Error" not in done.stdout + done.stderr
        return done.stdout, done.stderr

    return run


@pytest.fixture
def printed(gs, tmp_path):
    """Prints a program; returns its pages as arrays [row, column, red/green/blue], and its errors."""

    def run(source, *args, paper="a4", dpi=100, input=""):
        device = ("-sDEVICE=ppmraw", f"-r{dpi}", f"-sPAPERSIZE={paper}", "-o", f"{tmp_path}/%d.ppm")
        _, errors = gs(source, *args, device=device, input=input)
        pages = []
        while (path := tmp_path / f"{len(pages) + 1}.ppm").exists():
            head = re.match(rb"P6\s(?:#.*\n)?(\d+) (\d+)\s255\s", data := path.read_bytes())
            width, height = int(head[1]), int(head[2])
            pages.append(np.frombuffer(data[head.end() :], np.uint8).reshape(height, width, 3))
            path.unlink()
        return pages, errors

    return run
