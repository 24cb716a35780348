"""Strategy sheets for people with a real board; ``STYLES`` in styles.py lists them."""
