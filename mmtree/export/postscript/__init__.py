"""Players in PostScript, for printers and Ghostscript."""
