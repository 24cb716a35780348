"""The names of word games and tables, which are also parts of file names."""

from __future__ import annotations

import os
import re

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.game.rules import reads_as_rules

MAX_NAME = 40

_NAME = re.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""What Windows takes for a device, whatever the folder."""


def name_of(path: str) -> str:
    """Return the name of rules from the name of their file: small letters, digits and hyphens."""
    name = file_name(os.path.splitext(os.path.basename(path))[0].lower())
    return name if _is_name(name) else file_name(f"list-{name}")


def file_name(text: str) -> str:
    """Return a text as a part of a file name: at most 40 letters, digits and hyphens."""
    name = "".join(char if char.isascii() and char.isalnum() else "-" for char in text)
    return name.strip("-")[:MAX_NAME].rstrip("-")


def check_name(name: object) -> None:
    """Check that a name is safe as a part of a file name, and no text of rules.

    Raises:
        RulesError: it is not.
    """
    if not _is_name(name):
        raise RulesError(
            f"the name {shortened(name)} is not allowed: use at most {MAX_NAME} letters, digits, "
            "dots, hyphens and underscores, but no text of rules such as 4p6c, and no device"
        )


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and len(name) <= MAX_NAME
        and bool(_NAME.fullmatch(name))
        and not _DEVICE.fullmatch(name)
        and not reads_as_rules(name)
    )
