"""Static Mastermind: the least number of guesses, all made before any answer, that tell all."""
