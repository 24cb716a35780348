"""A strategy tree drawn by Graphviz: the whole tree, or pages to print."""
