"""Texts that people read and type: which of them look the same, and which one is meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from mmtree.errors import RulesError

_INVISIBLE = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
"""Characters that count as printable, but leave no mark."""


def look(text: str) -> str:
    """Return what is equal for texts that look the same: with blanks, or µ and μ, of any kind."""
    return " ".join(re.sub(_INVISIBLE, "", unicodedata.normalize("NFKD", text)).split())


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


def find(text: str, places: Mapping[str, int], *, shortened: bool = False) -> int | None:
    """Return the place of an equal text, else of the only one that is equal in another case.

    Else, if texts may be shortened, of the only one that begins so; None where there is none.
    """
    if (key := look(text)) in places:
        return places[key]
    begun = [name for name in places if name.casefold().startswith(key.casefold())]
    found = [name for name in begun if name.casefold() == key.casefold()] or begun * shortened
    return places[found[0]] if len(found) == 1 else None
