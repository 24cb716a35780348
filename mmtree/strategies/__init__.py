"""Plays a chosen strategy against every secret, and keeps the whole tree."""
