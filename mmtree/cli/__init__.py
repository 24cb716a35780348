"""The command ``mmtree``: one module per command, no logic of its own."""
