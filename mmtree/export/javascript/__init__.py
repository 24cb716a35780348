"""Exports a player as a JavaScript module."""
