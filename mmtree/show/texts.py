"""The texts of sheets and of the page, from a table for each language."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

from mmtree.game.objective import Objective
from mmtree.tree.tree import StrategyTree

Language = Literal["en", "de", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""Each has a table in languages/; a further one needs no more than its table and its tag here."""

PLURAL = " || "
"""The separator of singular and plural texts."""
MAX_TITLE = 120
"""The most characters of a title."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Texts:
    """The texts of one language.

    Args:
        language: one of :data:`LANGUAGES`.
        games: sections with the texts of sheets of other games; later ones replace earlier ones.
    """

    def __init__(self, language: Language, games: Sequence[str] = ()) -> None:
        self.language = language
        table = _table(language)
        self.colors = table["colors"]
        """The translated names of colours, by their names in the data."""
        self.of_sheets = table["both"] | table["sheet"]
        for game in games:
            self.of_sheets |= table[game]
        """The texts of the sheets by name, with placeholders."""
        self.of_page = table["both"] | table["page"]
        """The texts of the page by name, with placeholders."""
        self.of_page_kinds = {
            name: section for name, section in table.items() if name.startswith("page_")
        }
        """The texts of the page for other games than pegs and colours: first by kind, then by name.

        They replace a text of the page that has the same name.
        """

    def __call__(self, name: str, **gaps: object) -> str:
        """Return a text of the sheets with its gaps filled; ``n`` chooses singular or plural."""
        one, _, more = self.of_sheets[name].partition(PLURAL)
        singular = gaps.get("n") == 1 or (gaps.get("n") == 0 and self.language == "fr")
        return (one if singular or not more else more).format_map(gaps)

    def decimal(self, value: float) -> str:
        """Return a number with two decimals."""
        text = f"{value:.2f}"
        return text if self.language == "en" else text.replace(".", ",")


def is_title(text: str) -> bool:
    """Return whether a text can be a headline: printable, not blank and not too long."""
    return text.isprintable() and bool(text.strip()) and len(text) <= MAX_TITLE


def plain(name: str) -> str:
    """Return a name in lower case without umlauts: WEISS equals weiß, and Gruen equals grün."""
    return name.casefold().translate(_UMLAUTS)


def proof_text(tree: StrategyTree) -> tuple[str, dict[str, object]] | None:
    """Return the name of the text on what is proved of a tree, with the values of its gaps.

    None if nothing is proved, or no text says it. Prices other than totals cannot be checked here.
    """
    proof = tree.proof
    objective = Objective.read(proof.objective) if proof else None
    if not (proof and objective and proof.upper_bound == tree.total):
        return None
    if not proof.optimal:
        return ("withinGap", {"gap": proof.gap}) if objective == Objective() else None
    most = objective.max_guesses
    gaps: dict[str, object] = {} if most is None else {"max": most}
    return (objective.text_name, gaps) if objective.text_name else None


@cache
def color_names() -> dict[str, str]:
    """Return the name of each colour in the data, by its plain name in any language."""
    return {
        plain(text): name
        for language in reversed(LANGUAGES)  # English last, so that it wins for equal names
        for name, text in _table(language)["colors"].items()
    }


@cache
def _table(language: str) -> dict[str, dict[str, str]]:
    import tomllib  # late, since playing needs no texts
    from importlib.resources import files

    if language not in LANGUAGES:
        raise KeyError(language)
    text = files("mmtree.show").joinpath(f"languages/{language}.toml").read_text("utf-8")
    if language == "fr":  # no line begins with one of these signs
        text = re.sub(" (?=[:;!?»])|(?<=«) ", "\u202f", text)
    return tomllib.loads(text)
