"""Fixtures that open the page in Chromium and check that it makes no request and logs nothing."""

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
    """Return the page's names of codes and answers for Knuth's tree."""
    return Words(knuth.rules)


@pytest.fixture(scope="session")
def page_file(tmp_path_factory):
    """Write a page once: page_file(tree), page_file({"name": tree, …}, title="…")."""
    made: dict[object, Path] = {}

    def make(trees: StrategyTree | Mapping[str, StrategyTree], **options: str | None) -> Path:
        named = {"tree": trees} if isinstance(trees, StrategyTree) else trees
        key = (*named.items(), json.dumps(options))
        if key not in made:
            made[key] = tmp_path_factory.mktemp("page") / "page.html"
            made[key].write_bytes(page(list(named.items()), **options))
        return made[key]

    return make


@pytest.fixture
def show(browser, page_file):
    """Open a page in a new browser context: show(tree, "guide", names="…", locale="de-DE").

    Options other than those of the page are options of the browser. At the end of the test, the
    page must have requested nothing but its file, and logged nothing to the console.
    """
    contexts, wrong = [], []

    def open_page(trees, fragment="", *, title=None, names=None, **options):
        path = page_file(trees, title=title, names=names)
        context = browser.new_context(**options)
        contexts.append(context)
        context.on("console", lambda message: wrong.append(f"console: {message.text}"))
        context.on("weberror", lambda error: wrong.append(f"error: {error.error}"))
        context.on("request", check_request)
        opened = context.new_page()
        opened.goto(f"{path.as_uri()}#{fragment}")
        wait(opened)
        return opened

    def check_request(request):
        if urlsplit(request.url).scheme != "file" or not request.is_navigation_request():
            wrong.append(f"request: {request.url[:200]}")

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
