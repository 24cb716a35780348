"""The notations in which papers, books and programs print trees: each is read and written."""
