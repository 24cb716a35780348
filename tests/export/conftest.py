"""Fixtures of the page, opened in Chromium: it asks for nothing and complains of nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from mmtree import StrategyTree
from mmtree.export.html.html import page

from support.webpage import Words, wait


@pytest.fixture(scope="session")
def words(knuth):
    """How the page names the codes and answers of Knuth's tree."""
    return Words(knuth.rules)


@pytest.fixture(scope="session")
def page_file(tmp_path_factory):
    """The file of a page, made once: page_file(tree), page_file({"name": tree, …}, title="…")."""
    made: dict[object, Path] = {}

    def make(trees: StrategyTree | Mapping[str, StrategyTree], **options: str | None) -> Path:
        of = {"tree": trees} if isinstance(trees, StrategyTree) else trees
        key = (*of.items(), json.dumps(options))
        if key not in made:
            made[key] = tmp_path_factory.mktemp("page") / "page.html"
            made[key].write_bytes(page(list(of.items()), **options))
        return made[key]

    return make


@pytest.fixture
def show(browser, page_file):
    """Opens a page in a browser of its own: show(tree, "guide", names="…", locale="de-DE").

    What is no option of the page is one of the browser. At the end of the test nothing must have
    been asked for but the file, and nothing told to the console.
    """
    contexts, wrong = [], []

    def open_page(trees, fragment="", *, title=None, names=None, **options):
        path = page_file(trees, title=title, names=names)
        context = browser.new_context(**options)
        contexts.append(context)
        context.on("console", lambda message: wrong.append(f"console: {message.text}"))
        context.on("weberror", lambda error: wrong.append(f"error: {error.error}"))
        context.on("request", asked)
        opened = context.new_page()
        opened.goto(f"{path.as_uri()}#{fragment}")
        wait(opened)
        return opened

    def asked(request):
        if urlsplit(request.url).scheme != "file" or not request.is_navigation_request():
            wrong.append(f"request: {request.url[:200]}")

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
