"""Strategy sheets for people with a real board: card, table, booklet, poster, short."""
