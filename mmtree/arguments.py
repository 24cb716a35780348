"""Refuses arguments of a wrong type in a sentence, before Python would fail somewhere within."""

from __future__ import annotations

from reprlib import repr as shortened


def expect(kind: type | tuple[type, ...], value: object, name: str, right: str) -> None:
    """Refuse a value that is of none of these types.

    Args:
        kind: what it may be.
        value: the argument.
        name: what the caller knows it by.
        right: what would be right, as it follows "give".

    Raises:
        TypeError: it is of another type.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} {shortened(value)}: give {right}")


def whole_number(value: object, name: str, right: str = "a whole number") -> int:
    """A number, of whatever integer type, as a plain integer; the arguments as in :func:`expect`.

    Raises:
        TypeError: it is no whole number, or a truth value.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} {shortened(value)}: give {right}")
    return int(value.__index__())
