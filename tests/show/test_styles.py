"""The registry of styles: every function that a row names exists and has the declared type."""

import inspect

import pytest

from mmtree.show.sheets.styles import STYLES, SheetLayout, SheetText, load_layout, load_text

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
