"""Measures exported players: compiles them for real machines and replays all games there."""
