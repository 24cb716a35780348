"""Refuses arguments of a wrong type in a sentence, before Python would fail somewhere within."""

from __future__ import annotations

from reprlib import repr as shortened


def expect(kind: type | tuple[type, ...], value: object, name: str, right: str) -> None:
    """Check the type of an argument.

    Args:
        kind: the allowed types.
        value: the argument.
        name: the name of the argument.
        right: a valid value in words, as it follows "give".

    Raises:
        TypeError: the value has another type.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} {shortened(value)}: give {right}")


def whole_number(value: object, name: str, right: str = "a whole number") -> int:
    """Return a number of any integer type as a plain integer; arguments as of :func:`expect`.

    Raises:
        TypeError: the value is not a whole number, or a truth value.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} {shortened(value)}: give {right}")
    return int(value.__index__())
