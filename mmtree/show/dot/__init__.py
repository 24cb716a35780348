"""A strategy tree as a Graphviz drawing."""
