"""Read the certificate of a value, with both sides' strategies; nothing is verified here."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgpack

from mmtree.arguments import shortened
from mmtree.errors import CertificateError, RulesError, TreeFileError
from mmtree.files import read_within, unpack
from mmtree.game.read_rules import from_map
from mmtree.game.rules import Rules
from mmtree.tree.file import decode

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree

MAX_BYTES = 1 << 24
MAX_SECRETS = 10_000
"""Certificates of rules with more secrets are refused."""

_KEYS = ("format", "version", "rules", "value", "codemaker", "codebreaker")
_RULES = ("pegs", "colors", "distinct", "whites")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,99})(/[1-9][0-9]{0,99})?")
_MOST = 100
"""The most entries of a list."""


@dataclass(frozen=True)
class ValueCertificate:
    """The content of a certificate.

    Attributes:
        path: the file.
        rules: the game.
        value: the average that both sides can guarantee.
        codemaker: the probability of each pattern, the same for each of its codes.
        codebreaker: probabilities and trees.
    """

    path: str
    rules: Rules
    value: Fraction
    codemaker: dict[str, Fraction]
    codebreaker: tuple[tuple[Fraction, StrategyTree], ...]


def pattern(code: Iterable[int], rules: Rules) -> str:
    """Return the pattern of a code, as AABC for one colour twice and two others once.

    With black pegs only, colours can be renamed at each position: all codes are ``any``.
    """
    if not rules.whites and not rules.distinct:
        return "any"
    counts = sorted(Counter(code).values(), reverse=True)
    return "".join(chr(ord("A") + at) * count for at, count in enumerate(counts))


def read(path: str) -> ValueCertificate:
    """Read a certificate.

    Raises:
        CertificateError: the file cannot be read, or is not a certificate.
    """
    try:
        data = read_within(path, MAX_BYTES)
    except OSError as error:
        raise CertificateError(path, error.strerror or str(error)) from None
    if len(data) > MAX_BYTES:
        raise CertificateError(path, f"larger than {MAX_BYTES} bytes")
    return parse(data, os.fsdecode(path))


def parse(data: bytes, path: str) -> ValueCertificate:
    """Parse the bytes of a certificate.

    Raises:
        CertificateError: they are not a certificate.
    """
    try:
        parts = unpack(data, 2 * _MOST + 4, max_array_len=_MOST, max_map_len=_MOST)
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError):
        raise CertificateError(path, "not a certificate of mmtree value") from None
    if not isinstance(parts, dict) or parts.get("format") != "mmtree value":
        raise CertificateError(path, "not a certificate of mmtree value")
    if type(parts.get("version")) is not int or parts["version"] != 1:
        raise CertificateError(path, "the version of its format is not 1: update mmtree")
    if set(parts) != set(_KEYS):
        raise CertificateError(path, f"it is not a map of {', '.join(_KEYS)}")
    rules = _rules(parts["rules"], path)
    value = _fraction(parts["value"], path)
    codemaker: dict[str, Fraction] = {}
    for name, chance in _pairs(parts["codemaker"], "codemaker", path):
        if type(name) is not str or not re.fullmatch(r"[A-Za-z]{1,9}", name) or name in codemaker:
            raise CertificateError(path, "codemaker is not a list of patterns, each once")
        codemaker[name] = _fraction(chance, path)
    trees = []
    for at, (chance, tree) in enumerate(_pairs(parts["codebreaker"], "codebreaker", path), 1):
        if type(tree) is not bytes:
            raise CertificateError(path, f"tree {at} is not the bytes of a tree file")
        try:
            trees.append((_fraction(chance, path), decode(tree, f"tree {at}", replay=False)))
        except TreeFileError as error:
            raise CertificateError(path, str(error)) from None
    return ValueCertificate(path, rules, value, codemaker, tuple(trees))


def _rules(value: Any, path: str) -> Rules:
    if (
        not isinstance(value, dict)
        or set(value) != set(_RULES)
        or [type(value[key]) for key in _RULES] != [int, int, bool, bool]
    ):
        raise CertificateError(path, f"rules are not a map of {', '.join(_RULES)}")
    try:
        rules = from_map(value)
    except RulesError as error:
        raise CertificateError(path, str(error)) from None
    if rules.secrets > MAX_SECRETS:
        raise CertificateError(
            path, f"{rules} has {rules.secrets} secrets: values are checked for {MAX_SECRETS}"
        )
    return rules


def _fraction(value: Any, path: str) -> Fraction:
    if type(value) is not str or not _FRACTION.fullmatch(value):
        raise CertificateError(path, f"{shortened(value)} is not a fraction from 0, as '5/12'")
    return Fraction(value)


def _pairs(value: Any, what: str, path: str) -> list[list[Any]]:
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(pair, list) and len(pair) == 2 for pair in value)
    ):
        raise CertificateError(path, f"{what} is not a list of pairs")
    return value
