"""Dice that the service cannot have chosen: it publishes a hash first, and its secret at the end.

The seed of the dice comes from the secret of the service and from a text of the client, the
``entropy``. The service commits itself to the secret before it knows more of the game, and a client
that gives a text of its own knows that nobody chose the seed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.errors import BadRecord, IllegalAction
from ludo_env.record import FIRST_DECISION, Recorder, read
from ludo_env.record_lines import Decision

SECRET_BYTES: Final = 32
SEED_BYTES: Final = 12
"""As many bytes as the dice use of a seed."""


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is published of a secret: the SHA-256 of its text, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def dice_seed(secret: str, entropy: str) -> int:
    """The seed of the dice: a number from the first 12 bytes of SHA-256 of ``secret:entropy``."""
    digest = hashlib.sha256(f"{secret}:{entropy}".encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")


def verify(commit: str, secret: str, entropy: str, record: Iterable[str]) -> Game:
    """Prove that all dice of a recorded game came from the secret of a commitment.

    Args:
        commit: what was published when the game began.
        secret: what was revealed at its end.
        entropy: the text that the client gave when the game began.
        record: the lines of its record.

    Returns:
        The game at the end of the record.

    Raises:
        BadRecord: they did not, or the record is damaged; it says where.
    """
    if commitment(secret) != commit:
        raise BadRecord("secret: not that of the commitment")
    told = read(record)
    header = told.header
    seed = dice_seed(secret, entropy)
    game = Game(header.rules, header.players, seed=seed, auto_pass=header.auto_pass)
    again = Recorder(game)
    if again.header.start != header.start:
        raise BadRecord("line 1, start: the dice of the set-up are not those of the secret")
    for line, decision in enumerate(told.decisions, FIRST_DECISION):
        _take(again, decision, line)
    if again.record().result != told.result:
        raise BadRecord("result: not that of the game with the dice of the secret")
    return game


def _take(again: Recorder, decision: Decision, line: int) -> None:
    """Take a recorded decision with the dice of the secret, and compare."""
    game = again.game
    if game.over or COLOURS[game.decider] != decision.seat:
        raise BadRecord(f"line {line}, seat: {decision.seat} does not decide with these dice")
    try:
        again.apply(decision.action)
    except IllegalAction as error:
        raise BadRecord(f"line {line}, action: {error}") from None
    fell = again.decisions[-1].dice
    if fell != decision.dice:
        raise BadRecord(f"line {line}, dice: {list(decision.dice)}, the secret gives {list(fell)}")
