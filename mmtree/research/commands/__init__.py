"""The commands of this room, a module each."""
