"""A player of a tree as one JavaScript module."""
