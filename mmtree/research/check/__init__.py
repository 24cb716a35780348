"""Checks values and static guesses a second way, without the code that finds them."""
