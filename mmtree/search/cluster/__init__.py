"""Exact searches on the workers of a Dask cluster. Nothing but ``--cluster`` imports it."""
