"""Names of word games and tables, which are also parts of file names."""

from __future__ import annotations

import os
import re

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.game.peg_rules import match_form

_NAME = re.compile(
    r"(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$))[a-z0-9]([a-z0-9._-]{0,38}[a-z0-9])?",
    re.IGNORECASE | re.ASCII,
)
"""A part of a file name, but no device of Windows."""


def name_of(path: str) -> str:
    """Return the name of rules from the name of their file: small letters, digits and hyphens."""
    name = file_name(os.path.splitext(os.path.basename(path))[0].lower())
    return name if _NAME.fullmatch(name) and not match_form(name) else file_name(f"list-{name}")


def file_name(text: str) -> str:
    """Return a text as a part of a file name: at most 40 letters, digits and hyphens."""
    name = "".join(char if char.isascii() and char.isalnum() else "-" for char in text)
    return name.strip("-")[:40].rstrip("-")


def check_name(name: object) -> None:
    """Check that a name can be a part of a file name, and is no text of rules.

    Raises:
        RulesError: it is not such a name.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or match_form(name):
        raise RulesError(
            f"the name {shortened(name)} is not allowed: use at most 40 letters, digits, dots, "
            "hyphens and underscores, but no text of rules such as 4p6c, and no device"
        )
