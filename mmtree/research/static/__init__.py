"""Static Mastermind: all guesses are made before any answer, and must separate all secrets."""
