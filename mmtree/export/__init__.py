"""For machines without Python: packed tables, and players in other languages made from a tree."""
