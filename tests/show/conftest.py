"""Sheets of trees as their PDFs show them."""

from functools import cache

import pytest

from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset

from support.expected_games import tree_of
from support.printed import read_pages


@pytest.fixture(scope="session")
def printed():
    """Prints a sheet: printed(tree name, style, paper, most=pages, option of the sheet=…).

    Returns the size of each page, and the marks on all pages.
    """

    @cache
    def printed(name, style, paper=None, most=60, **options):
        sheet = Sheet(tree_of(name), style, **options)
        return read_pages(typeset(sheet, "pdf", paper, most=most)[0])

    return printed
