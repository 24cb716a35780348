"""The value of the game where the codemaker chooses probabilities."""
