"""Certificates of optimality, and the checker that verifies them without a search."""
