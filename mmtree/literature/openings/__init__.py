"""What every opening is worth to a strategy."""
