"""Dice that nobody has chosen: the service publishes a hash first, and its secret at the end.

The seed of the dice comes from the secret of the service and from a text of the client, the
``entropy``, which the client gives when it has the hash. So the service is bound before it knows
the text, and the client does not know the secret. What that proves, and what not, is in
``docs/protocol.md``.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Generator, Iterable, Mapping
from typing import Final

from ludo_env.board import COLOURS
from ludo_env.engine.game import FOUL, Game
from ludo_env.errors import BadRecord, LudoError
from ludo_env.fields import show
from ludo_env.notation import key
from ludo_env.record import FIRST_DECISION, FOUL_NAME, Record, Recorder, at_once, read
from ludo_env.record_lines import Decision, is_writable

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


def verify(
    commit: str, secret: str, entropy: str, record: Iterable[str | Mapping[str, object]]
) -> Game:
    """Prove that all dice of a recorded game came from a committed secret and an entropy.

    That the record is of the game that was played, and that the commitment was there before the
    entropy was given, is for the client to know.

    Args:
        commit: what was published before the game began.
        secret: what was revealed at its end.
        entropy: the text that the client gave in between.
        record: the lines of its record: texts, or objects as the service sends them.

    Returns:
        The game at the end of the record.

    Raises:
        BadRecord: they did not, or what was given is damaged; it says where.
    """
    check_texts(commit, secret, entropy)
    if isinstance(record, str | os.PathLike):
        raise BadRecord(f"record: {show(record)}, allowed: its lines")
    return at_once(verifying(secret, entropy, read(record)))


def check_texts(commit: str, secret: str, entropy: str) -> None:
    """Raise `BadRecord` unless the secret is that of the commitment, and all are texts."""
    for name, text in (("commit", commit), ("secret", secret), ("entropy", entropy)):
        if not isinstance(text, str) or not is_writable(text):
            raise BadRecord(f"{name}: {show(text)}, allowed: a text")
    if commitment(secret) != commit:
        raise BadRecord("secret: not that of the commitment")


def verifying(secret: str, entropy: str, told: Record) -> Generator[None, None, Game]:
    """Compare all dice of a record with those of a secret and an entropy, a step a decision.

    Returns:
        The game at the end of the record. Raises `BadRecord` as `verify` does.
    """
    header = told.header
    seed = dice_seed(secret, entropy)
    try:
        game = Game(header.rules, header.players, seed=seed, auto_pass=header.auto_pass)
    except LudoError as error:
        raise BadRecord(f"line 1, {error}") from None
    again = Recorder(game)
    if again.header.start != header.start:
        raise BadRecord("line 1, start: the dice of the set-up are not those of the secret")
    for line, decision in enumerate(told.decisions, FIRST_DECISION):
        _take(again, decision, line)
        yield
    if again.record().result != told.result:
        raise BadRecord("result: not that of the game with the dice of the secret")
    return game


def _take(again: Recorder, decision: Decision, line: int) -> None:
    """Take a recorded decision with the dice of the secret, and compare."""
    game = again.game
    if game.over or COLOURS[game.decider] != decision.seat:
        raise BadRecord(f"line {line}, seat: {decision.seat} does not decide with these dice")
    try:
        again.apply(FOUL if decision.action == FOUL_NAME else game.number(decision.action))
    except LudoError as error:
        raise BadRecord(f"line {line}, action: {error}") from None
    done = again.decisions[-1]
    if done.dice != decision.dice:
        those = f"{list(decision.dice)}, the secret gives {list(done.dice)}"
        raise BadRecord(f"line {line}, dice: {those}")
    if decision.key is not None and decision.key != key(game):
        raise BadRecord(f"line {line}, key: {show(decision.key)}, the secret gives {key(game)}")
