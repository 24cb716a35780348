"""Trees and games for people to look at."""
