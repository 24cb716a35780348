"""Exports a player as a MicroPython module."""
