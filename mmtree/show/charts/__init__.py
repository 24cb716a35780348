"""Charts of trees and of openings, by matplotlib, which the ``chart`` extra installs."""
