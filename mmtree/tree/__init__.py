"""The strategy tree and its file."""
