"""Exports trees for machines without Python: as packed tables and players in other languages."""
