"""A time in words."""

from __future__ import annotations


def span(seconds: float) -> str:
    """A time as far as it matters: 40 s, 12 min, 3 h 20 min, 14 h, 5 d."""
    minutes = round(seconds / 60)
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if minutes < 100:
        return f"{minutes} min"
    if minutes < 600:
        return f"{minutes // 60} h {minutes % 60} min"
    hours = round(seconds / 3600)
    return f"{hours} h" if hours < 72 else f"{round(hours / 24)} d"
