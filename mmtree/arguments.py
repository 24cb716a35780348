"""Checks the types of arguments, with error messages for users."""

from __future__ import annotations

from reprlib import repr as shortened


def expect(kind: type | tuple[type, ...], value: object, name: str, right: str) -> None:
    """Check that a value is of one of these types.

    Args:
        kind: the type or types.
        value: the argument.
        name: its name in the message.
        right: a description of right values, which follows "give" in the message.

    Raises:
        TypeError: it has another type.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} {shortened(value)}: give {right}")


def whole_number(value: object, name: str, right: str = "a whole number") -> int:
    """Return a number of any integer type as an int; the arguments are those of :func:`expect`.

    Raises:
        TypeError: it is not a whole number, or it is a bool.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} {shortened(value)}: give {right}")
    return int(value.__index__())
