"""Plays from a tree, without any search."""
