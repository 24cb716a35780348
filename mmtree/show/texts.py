"""What sheets and the page say, in English and in German."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

PLURAL = " || "
"""What parts the text for one from that for more."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Texts:
    """The texts of one language.

    Args:
        language: one of :data:`LANGUAGES`.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.colors: dict[str, str] = _section("colors", language)
        """The names of colours, by those in the data."""
        self.of_sheets: dict[str, str] = {
            **_section("both", language),
            **_section("sheet", language),
        }
        """Those of the sheets, by name, their gaps open."""
        self.of_page: dict[str, str] = {
            **_section("both", language),
            **_section("page", language),
        }
        """Those of the page, likewise."""

    def __call__(self, name: str, **gaps: object) -> str:
        """A text of the sheets, its gaps filled; ``n`` chooses between one and more."""
        one, _, more = self.of_sheets[name].partition(PLURAL)
        return (one if gaps.get("n") == 1 or not more else more).format_map(gaps)

    def decimal(self, value: float) -> str:
        """A number with two decimals."""
        text = f"{value:.2f}"
        return text.replace(".", ",") if self.language == "de" else text


def plain(name: str) -> str:
    """A name in small letters, without umlauts: WEISS for weiß and Gruen for grün are the same."""
    return name.casefold().translate(_UMLAUTS)


@cache
def color_names() -> dict[str, str]:
    """By the plain name of each colour in any language, the name that it has in the data."""
    return {
        plain(text): name
        for language in reversed(LANGUAGES)  # where two agree, English says which is meant
        for name, text in _section("colors", language).items()
    }


def _section(name: str, language: str) -> dict[str, str]:
    return {key: of[language] for key, of in _table()[name].items()}


@cache
def _table() -> Any:
    import tomllib  # late, as whoever plays needs no texts
    from importlib.resources import files

    return tomllib.loads(files("mmtree.show").joinpath("texts.toml").read_text("utf-8"))
