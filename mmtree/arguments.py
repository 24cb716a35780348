"""Checks the types and ranges of arguments, with error messages for users."""

import reprlib


def shortened(value: object) -> str:
    """Return the repr of a value for a message: at most 60 characters, however large or nested."""
    text = reprlib.repr(value).replace("\n", " ")
    return text if len(text) <= 60 else f"{text[:57]}..."


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


def whole_number(
    value: object, name: str, right: str = "a whole number", least: int | None = None
) -> int:
    """Return a number of any integer type as an int.

    Args:
        value, name, right: as of :func:`expect`.
        least: the least number allowed; None for no limit.

    Raises:
        TypeError: it is not a whole number, or it is a bool.
        ValueError: it is less than the least.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} {shortened(value)}: give {right}")
    number = int(value.__index__())
    if least is not None and number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {number}")
    return number
