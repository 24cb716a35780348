"""Exported players compiled for real machines, replayed there, and measured."""
