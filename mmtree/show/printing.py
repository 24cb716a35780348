"""The parts of the print extra, and the error if one is missing."""

INSTALL = "pip install 'mmtree[print]', or in a clone pip install '.[print]'"
"""How to come by the print extra."""
