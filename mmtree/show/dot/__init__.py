"""A strategy tree drawn by Graphviz: the whole tree, pages to print, a poster."""
