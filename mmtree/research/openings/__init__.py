"""The figures of a strategy for every opening."""
