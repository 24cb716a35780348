"""Exact search for the cheapest strategy tree of a set of secrets, in C or in NumPy."""
