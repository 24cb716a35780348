"""A player of a tree as one MicroPython module."""
