"""The checker, an independent route to every number, sharing only rules and the file reader."""
