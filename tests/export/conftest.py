"""Fixtures that open the page in Chromium and check that it makes no request and logs nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from mmtree import StrategyTree
from mmtree.export.html.html import page

from support.webpage import SERVED, Words, wait


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
def visit(browser):
    """Open an address in a new browser context, whose console must stay empty.

    ``visit(address, prepare, locale="de-DE")`` calls prepare with the context, before it opens.
    """
    contexts, wrong = [], []

    def open_page(address, prepare=None, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(300_000)
        context.on("console", lambda message: wrong.append(f"console: {message.text}"))
        context.on("weberror", lambda error: wrong.append(f"error: {error.error}"))
        if prepare:
            prepare(context)
        opened = context.new_page()
        opened.goto(address)
        wait(opened)
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def show(visit, page_file):
    """Open a page of trees: show(tree, "guide", names="…", locale="de-DE"); served: from a web server.

    At the end of the test, the page must have requested nothing but its file.
    """
    wrong = []

    def open_page(
        trees, fragment="", *, title=None, names=None, address=None, served=False, **options
    ):
        path = page_file(trees, title=title, names=names, address=address)
        opened = SERVED if served else path.as_uri()

        def check_request(request):
            if request.url.partition("#")[0] != opened or not request.is_navigation_request():
                wrong.append(request.url[:200])

        def prepare(context):
            context.on("request", check_request)
            if served:
                answer = {"path": path, "content_type": "text/html"}
                context.route("**/*", lambda route: route.fulfill(**answer))

        return visit(f"{opened}#{fragment}", prepare, **options)

    yield open_page
    assert wrong == []
