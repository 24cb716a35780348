"""A strategy tree drawn by Graphviz, or as pages of tables to print."""
