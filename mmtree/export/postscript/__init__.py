"""Exports players in PostScript, for printers and Ghostscript."""
