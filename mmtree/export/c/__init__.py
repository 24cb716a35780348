"""Players in C."""
