"""Exports players in C."""
