"""The guesses and secrets of any game, with all answers, for version 2 of certificates.

Codes and answers are those of the checker's own :mod:`mmtree.check.game`.
"""

import re

import msgpack
import numpy as np

from mmtree.check.game import game_of
from mmtree.check.proof.codes import Array, Codes, Renaming
from mmtree.errors import RulesError, SizeError
from mmtree.files import unpack
from mmtree.game.peg_rules import parse_rules
from mmtree.game.read_rules import from_map
from mmtree.game.rules import Rules, check_byte_answers, check_classic

MAX_ANSWERS = 1 << 27
"""The most answers of a game, of which each takes a byte here and several while sets are split."""


class GameCodes(Codes):
    """The guesses of a game, numbered from 0 in rising order.

    Attributes:
        kinds: the number of feedbacks, F in the README.
        every: the numbers of all guesses.
        secrets: the secrets as guesses; of an identified game, numbered by themselves.
        table: the number of the feedback of each guess (column) for each secret (row), uint8.
        identified: whether the game ends when one secret is left, and secrets are no guesses.
        consistent: whether only secrets that are left may be guessed.
        renaming_bytes: the bytes of a renaming; 0 if there is none.

    Raises:
        SizeError: there are too many.
    """

    table: Array

    def __init__(self, rules: Rules) -> None:
        size = rules.secrets * rules.guesses
        if size > MAX_ANSWERS:
            raise SizeError(
                f"{rules}: {size} answers; at most {MAX_ANSWERS} can be checked in Python"
            )
        self.rules, self.kinds = rules, len(rules.feedbacks)
        self.identified, self.consistent = rules.identified, rules.consistent
        self._game = game = game_of(rules)
        self._rows, secrets = sorted(set(game.first_guesses())), sorted(game.secrets())
        self.every = self.secrets = np.arange(len(self._rows))
        if self.identified:
            self.secrets = np.arange(len(secrets))
        elif len(secrets) < len(self._rows):
            place = {row: at for at, row in enumerate(self._rows)}
            self.secrets = np.array([place[row] for row in secrets])
        number = {feedback: at for at, feedback in enumerate(rules.feedbacks)}
        self.table = np.empty((len(secrets), len(self._rows)), np.uint8)
        for secret, row in zip(secrets, self.table, strict=True):
            row[:] = [number[game.answer(guess, secret)] for guess in self._rows]
        self.mask = np.uint16 if self.kinds <= 16 else np.uint32 if self.kinds <= 32 else np.uint64
        self.renaming_bytes = 0
        if rules.uses_pegs:
            own = not (rules.whites and rules.answers != "right")
            self.separate = own and not (rules.distinct or rules.distinct_secrets)
            self.renaming_bytes = rules.pegs + (rules.pegs if self.separate else 1) * rules.colors
            self.digits = np.frombuffer(b"".join(self._rows), np.uint8).reshape(-1, rules.pegs)
            self.powers = rules.colors ** np.arange(rules.pegs - 1, -1, -1)
            self.numbers = self.digits @ self.powers

    def spell(self, code: int) -> str:
        """Return the text of a guess."""
        return self._game.text(self._rows[code])

    def parse_opening(self, text: str) -> int | None:
        """Return the guess of a decimal number, or None if there is none."""
        if not re.fullmatch("0|[1-9][0-9]{0,9}", text) or int(text) >= len(self.every):
            return None
        return int(text)

    def parse_renaming(self, data: bytes) -> Renaming | None:
        """Return the renaming that these bytes define, or None if it changes answers."""
        renaming, rules = super().parse_renaming(data), self.rules
        if renaming and rules.holes and (renaming.color[:, -1] != rules.colors - 1).any():
            return None
        if renaming and rules.permuting != "always" and (np.diff(renaming.source) != 1).any():
            return None
        return renaming


def named_rules(name: str) -> Rules:
    """Return the rules of a certificate of version 1.

    Raises:
        RulesError: it names none, or not as mmtree does.
    """
    rules = parse_rules(name)
    check_classic(rules, "certificates of version 1")
    if str(rules) != name:
        raise RulesError(f"write the rules {name!r} as {str(rules)!r}")
    return rules


def described_rules(data: bytes) -> Rules:
    """Return the rules that a description defines, in a certificate of version 2.

    Raises:
        RulesError: it defines none, or is not written as in a tree file of version 2.
    """
    try:
        rules = from_map(unpack(data, 8, max_array_len=len(data), max_map_len=16))
    except RulesError:
        raise
    except Exception:  # as msgpack raises
        raise RulesError("the description of the game is not a map in msgpack") from None
    check_byte_answers(rules, "certificates")
    unknown = rules.nozero or rules.needs_history or rules.asked or rules.weights
    if unknown or (rules.identified and not rules.only_asks):
        raise RulesError(f"certificates know no game as {rules}")
    if rules.classic or msgpack.packb(rules.to_map()) != data:
        raise RulesError("the description of the game is not that of a tree file of version 2")
    return rules
