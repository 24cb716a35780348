"""Takes a screenshot of the ready-made page for the README, in Debian's chromium-headless-shell.

Run it with the Python that mmtree is installed in, the test extra included:
``.venv/bin/python printable/photograph.py``. An argument names another output file.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
GAME = "koyama-lai-4p6c/guide/AABC/10/ADDE/11"


def main(output: Path) -> None:
    """Write a picture of a guided game."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell")
        )
        view = browser.new_page(viewport={"width": 1000, "height": 560}, color_scheme="light")
        view.goto(f"{(HERE / 'mmtree.html').as_uri()}#{GAME}")
        view.wait_for_selector(".answer")
        view.screenshot(path=output)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "page.png")
