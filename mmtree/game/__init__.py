"""The words of the game: rules, codes, feedback, symmetry."""
