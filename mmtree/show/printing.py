"""What printing on paper takes beyond mmtree itself."""

INSTALL = "pip install 'mmtree[print]', or in a clone pip install '.[print]'"
"""How to come by the print extra."""
