"""What the literature claims, and what of it we could not reproduce."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmtree.tree.tree import Proof


@dataclass(frozen=True)
class Published:
    """A published claim about the tree of one strategy.

    Attributes:
        strategy, rules: what it is about.
        opening: the first guess in letters, where the claim depends on it; empty for any.
        objective: what an exact search minimised; empty for other strategies.
        total, max, histogram: the figures; None or empty where nothing is published.
        source: paper and year.
        not_reproduced: a printed figure that our rules do not give, if there is one.
    """

    strategy: str
    rules: str
    opening: str
    total: int
    max: int | None
    source: str
    histogram: tuple[int, ...] = ()
    objective: str = ""
    not_reproduced: str = ""


PUBLISHED = (
    Published("lexicographic", "4p6c", "AAAA", 7471, 9, "Palm 2017"),
    Published(
        "lexicographic",
        "4p6c",
        "EDFC",
        6021,
        7,
        "Palm 2017",
        not_reproduced="prints the average as 4.464; 6021/1296 is 4.646",
    ),
    Published("lexicographic", "4p6c", "EDFF", 6021, 7, "Palm 2017"),
    Published(
        "knuth",
        "4p6c",
        "AABB",
        5801,
        5,
        "Knuth 1976; Kooi 2005",
        (1, 6, 62, 533, 694),
        not_reproduced="Irving 1978 gives its total as 5804",
    ),
    Published("palm-knuth", "4p6c", "AABB", 5808, 5, "Palm 2017"),
    Published("palm-knuth", "4p6c", "ABBA", 5795, 5, "Palm 2017"),
    Published("palm-knuth", "4p6c", "AFEC", 5783, 6, "Palm 2017"),
    Published("palm-knuth", "4p6c", "EABF", 5783, 6, "Palm 2017"),
    Published("palm-t2", "4p6c", "AABB", 5766, 5, "Palm 2017"),
    Published("palm-t2", "4p6c", "AEFA", 5687, 6, "Palm 2017"),
    Published("irving", "4p6c", "AABC", 5696, 6, "Irving 1978"),
    Published(
        "irving-exact",
        "4p6c",
        "AABC",
        5656,
        None,
        "Neuwirth 1982",
        not_reproduced="Irving 1978 printed 5662",
    ),
    Published("entropy", "4p6c", "ABCD", 5722, 6, "Neuwirth 1982; Niedermayer 1997"),
    Published(
        "kooi",
        "4p6c",
        "AABC",
        5668,
        6,
        "Kooi 2005",
        not_reproduced="Kooi prints 5667 with ties to the last code; so we get 5668 opened FFED, "
        "5692 opened AABC",
    ),
    Published("koyama-lai", "4p6c", "", 5625, 6, "Koyama and Lai 1993", objective="expected"),
    Published(
        "koyama-lai", "4p6c", "", 5626, 5, "Koyama and Lai 1993", objective="expected, at most 5"
    ),
)


def published(strategy: str, rules: str, opening: str, proof: Proof | None) -> list[Published]:
    """The claims about a tree.

    A tree that claims an optimum is held against the published one, whatever its strategy is
    called; and one that bears the name of an exact strategy, even if it claims no optimum.

    Args:
        strategy: the name of the strategy.
        rules: as written, ``4p6c``.
        opening: the first guess in letters.
        proof: from the tree file.
    """

    def applies(claim: Published) -> bool:
        if claim.objective and proof:
            return claim.objective == proof.objective
        return claim.strategy == strategy and claim.opening in ("", opening)

    known = [claim for claim in PUBLISHED if claim.rules == rules and applies(claim)]
    # Without a proof there is no telling which objective is meant: the first one is.
    return known[:1] if proof is None else known
