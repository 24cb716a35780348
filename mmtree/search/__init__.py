"""Finds the cheapest strategy tree of some secrets, in C or in NumPy."""
