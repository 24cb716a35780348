"""Charts of trees and of openings, by matplotlib; it is the ``chart`` extra."""
