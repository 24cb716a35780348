"""Formats and parses times."""

from __future__ import annotations

import re

_SECONDS = {"": 1, "s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}


def span(seconds: float) -> str:
    """Format a rounded time: 40 s, 12 min, 3 h 20 min, 14 h, 5 d."""
    minutes = round(seconds / 60)
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if minutes < 100:
        return f"{minutes} min"
    if minutes < 600:
        return f"{minutes // 60} h {minutes % 60} min"
    hours = round(seconds / 3600)
    return f"{hours} h" if hours < 72 else f"{round(hours / 24)} d"


def seconds(text: str) -> int | None:
    """Parse a time such as 90, 90s, 10m, 10 min, 2h or 1d; None if it is not a time."""
    said = re.fullmatch("([0-9]{1,9}) ?(|s|min|m|h|d)", text.strip())
    return int(said[1]) * _SECONDS[said[2]] if said else None
