"""``python -m mmtree`` is the command ``mmtree``."""

from mmtree.cli.main import main

if __name__ == "__main__":
    main()
