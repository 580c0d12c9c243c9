"""What the service answers to a message that it cannot carry out."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from ludo_env.errors import LudoError


class Code(StrEnum):
    """The closed list of error codes."""

    BAD_JSON = "bad_json"
    """The message is no JSON."""
    BAD_REQUEST = "bad_request"
    """A field is missing, of another type or out of range, or the message comes out of order."""
    UNKNOWN_RULES = "unknown_rules"
    UNKNOWN_BOT = "unknown_bot"
    """No such bot, or it does not play this game."""
    BAD_OPTION = "bad_option"
    BAD_STATE = "bad_state"
    """A state that describes no game."""
    NOT_YOUR_DECISION = "not_your_decision"
    ILLEGAL_ACTION = "illegal_action"
    """With the list of the legal ones."""
    STALE = "stale"
    """With the current ``seq``."""
    BUSY = "busy"
    """Too much is under way, or too many sessions are open; later it may work."""
    TOO_LARGE = "too_large"
    INTERNAL = "internal"
    """A fault of the service, or of a bot."""


class ServiceFault(LudoError):
    """A message that cannot be carried out.

    Attributes:
        code: which of the list.
        message: what was wrong, and what is allowed.
        field: the field of the message that is at fault, such as ``event.dice``.
        seq: of a stale event, the current one.
        legal: numbers and names of the legal actions, where another one was asked for.
        position: of bad JSON, the byte from 0.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        field: str | None = None,
        *,
        seq: int | None = None,
        legal: Sequence[tuple[int, str]] | None = None,
        position: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.seq = seq
        self.legal = legal
        self.position = position
