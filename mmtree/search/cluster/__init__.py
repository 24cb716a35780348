"""Exact search on the workers of a Dask cluster; imported only for ``--cluster``."""
