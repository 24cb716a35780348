"""Exports trees as one HTML page that plays, guides and explains without any network."""
