"""Names of word games and tables, which are also parts of file names, and of what is in them.

People read and type these: some look the same, and a typed text means one of them.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping

from mmtree.arguments import shortened
from mmtree.errors import RulesError
from mmtree.game.peg_rules import match_form

_NAME = r"(?ai)(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$))[a-z0-9]([a-z0-9._-]{0,38}[a-z0-9])?"
"""A part of a file name, but no device of Windows."""

_INVISIBLE = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
"""Characters that count as printable, but leave no mark."""

_ALIKE = str.maketrans("\u2018\u2019\u02bc\u2010\u2013\u2212", 3 * "'" + 3 * "-")
"""Apostrophes, and hyphens and minus signs, of which each is typed as the first of its kind."""


def name_of(path: str) -> str:
    """Return the name of rules from the name of their file: small letters, digits and hyphens."""
    name = file_name(os.path.splitext(os.path.basename(path))[0].lower())
    return name if re.fullmatch(_NAME, name) and not match_form(name) else file_name(f"list-{name}")


def file_name(text: str) -> str:
    """Return a text as a part of a file name: at most 40 letters, digits and hyphens."""
    name = "".join(char if char.isascii() and char.isalnum() else "-" for char in text)
    return name.strip("-")[:40].rstrip("-")


def check_name(name: object) -> None:
    """Check that a name can be a part of a file name, and is no text of rules.

    Raises:
        RulesError: it is not such a name.
    """
    if not isinstance(name, str) or not re.fullmatch(_NAME, name) or match_form(name):
        raise RulesError(
            f"the name {shortened(name)} is not allowed: use at most 40 letters, digits, dots, "
            "hyphens and underscores, but no text of rules such as 4p6c, and no device"
        )


def look(text: str) -> str:
    """Return what is equal for texts that look the same: with blanks, or µ and μ, of any kind."""
    plain = unicodedata.normalize("NFKD", text).translate(_ALIKE)
    return " ".join(re.sub(_INVISIBLE, "", plain).split())


def places_by_look(texts: Iterable[str], what: str) -> dict[str, int]:
    """Return the place of each text, by its look; ``what`` is the word for a text in a message.

    Raises:
        RulesError: two of them look the same, or one cannot be seen.
    """
    seen: dict[str, str] = {}
    for place, text in enumerate(texts):
        first = seen.setdefault(look(text), text)
        if "" in seen:
            raise RulesError(f"{what} {text!a:.60} cannot be seen: write it visibly")
        if len(seen) == place:
            same = f"looks the same as {first!a:.60}: change one of them"
            raise RulesError(f"{what} {text!a:.60} {'occurs twice' if text == first else same}")
    return {key: place for place, key in enumerate(seen)}


def find(text: str, places: Mapping[str, int], *, beginning: bool = False) -> int | None:
    """Return the place of an equal text, else of the only one that is equal in another case.

    Else, if a beginning is enough, of the only one that begins so; None where there is none.
    """
    if (key := look(text)) in places:
        return places[key]
    begun = [name for name in places if name.casefold().startswith(key.casefold())]
    found = [name for name in begun if name.casefold() == key.casefold()] or begun * beginning
    return places[found[0]] if len(found) == 1 else None
