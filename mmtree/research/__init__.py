"""The claims, notations and figures of the literature, compared with the results of mmtree."""
