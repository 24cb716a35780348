"""The registry of styles: every function that a row names exists and has the declared type."""

import inspect
import subprocess
import sys

import pytest

from mmtree.show.sheets.styles import STYLES, SheetLayout, SheetText, load_layout, load_text

from support.environment import TREES

REFERENCES = {
    **{ref: (load_text, SheetText) for row in STYLES.values() for ref in (row.text, row.html)},
    **{row.how: (load_text, SheetText) for row in STYLES.values()},
    **{row.paper: (load_layout, SheetLayout) for row in STYLES.values()},
}
REFERENCES.pop("", None)


@pytest.mark.parametrize("reference", REFERENCES)
def test_reference_loads_a_function_of_its_protocol(reference):
    """The function has the parameters and annotations of the Protocol."""
    load, protocol = REFERENCES[reference]
    expected = inspect.signature(protocol.__call__)
    parameters = [value for name, value in expected.parameters.items() if name != "self"]
    assert inspect.signature(load(reference)) == expected.replace(parameters=parameters)


def test_every_style_is_covered():
    assert len(REFERENCES) == 4 * len(STYLES)


@pytest.mark.parametrize("style", STYLES)
def test_plain_text_loads_no_layout_of_a_style(style):
    """Row numbers need widths of rows and lines, but neither the card nor any other layout."""
    code = f"""
import sys
from mmtree import load
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.text import text
for line in text(Sheet(load({str(TREES / "koyama-lai-3p2c.mmtree")!r}), {style!r})):
    pass
print(*sys.modules)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    layouts = {row.paper.partition(":")[0] for row in STYLES.values()} - {"short"}
    assert not {f"mmtree.show.sheets.{name}" for name in layouts} & set(ended.stdout.split())
