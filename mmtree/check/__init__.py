"""The second route to every number: reads a tree file and shares no code with the builder."""
