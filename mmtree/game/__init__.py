"""The game itself: rules, codes, feedback, symmetry."""
