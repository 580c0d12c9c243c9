"""A client of the protocol: it asks a bot that runs as a program, or a service elsewhere.

::

    with Client.command("ludo bot") as bots:
        decision = bots.decide("yellow", "hard", state=to_text(game))
        game.apply(decision["action"]["index"])

It needs nothing but Python's own library for a program, and `websockets` for a service. Nothing
here waits for longer than ``patience``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

from agents.service.wires import Gone, Program, Socket, Wire
from ludo_env.errors import LudoError

Told = dict[str, Any]
"""A message, as the data of its JSON."""
PATIENCE: Final = 60.0
"""Seconds that an answer may take."""
OWN: Final = ("type", "id")
"""The fields that the client gives itself."""
UNREADABLE: Final = ("bad_json", "too_large")
"""The errors about a message of which not even the id could be read."""


class Refused(LudoError):
    """The service answered with an error: its ``code``, and all of the message as ``told``."""

    def __init__(self, told: Told) -> None:
        self.code = str(told.get("code"))
        self.told = told
        super().__init__(f"{self.code}: {told.get('field') or ''} {told.get('msg') or ''}")


class Client:
    """One side of a conversation; one question at a time.

    Args:
        wire: to the other side.
        patience: seconds that an answer may take.
    """

    def __init__(self, wire: Wire, patience: float = PATIENCE) -> None:
        self.wire = wire
        self.patience = patience
        self.asked = 0
        self.overdue = 0
        """Answers that came when nobody waited for them any more."""

    @classmethod
    def command(cls, command: str | Sequence[str], patience: float = PATIENCE) -> Self:
        """Start a program that speaks the protocol over its standard input and output.

        Raises:
            Gone: it cannot be started.
        """
        return cls(Program(command), patience)

    @classmethod
    def socket(cls, address: str, patience: float = PATIENCE) -> Self:
        """Connect with a service, by its address, such as ``ws://127.0.0.1:8765/``.

        Raises:
            Gone: nobody is there.
        """
        return cls(Socket(address, patience), patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the conversation. A program may still tidy up; one that does not end is ended."""
        self.wire.close()

    def kill(self) -> None:
        """End the conversation, and a program with it, at once."""
        self.wire.kill()

    def tell(self, kind: str, patience: float | None = None, **fields: object) -> None:
        """Send a message without an id, for which there is no answer. Raises as `ask`."""
        seconds = self.patience if patience is None else patience
        _check(fields)
        self.wire.send(_write({"type": kind, **fields}), seconds)

    def ask(self, kind: str, patience: float | None = None, **fields: object) -> Told:
        """Send a message, and wait for its answer.

        Args:
            kind: of the message.
            patience: seconds, where not those of the client.
            fields: of the message; None is left out. ``type`` and ``id`` are given by the client.

        Raises:
            Refused: the answer is an error, or the fields are not the caller's to give, or nothing
                that JSON can tell.
            Late, Gone: there is none.
        """
        seconds = self.patience if patience is None else patience
        _check(fields)
        self.asked += 1
        told = {name: value for name, value in fields.items() if value is not None}
        end = time.monotonic() + seconds
        self.wire.send(_write({"type": kind, "id": self.asked, **told}), seconds)
        while True:
            answer = _read(self.wire.receive(max(0.0, end - time.monotonic())))
            if not self.is_for_me(answer):
                continue
            if answer.get("type") == "error":
                raise Refused(answer)
            return answer

    def is_for_me(self, answer: Told) -> bool:
        """Whether this is the answer to the last question, and not one that comes too late.

        An error about a message that could not be read does not repeat its id.
        """
        identity = answer.get("id")
        if isinstance(identity, int) and identity < self.asked:
            self.overdue += 1
        unread = identity is None and answer.get("code") in UNREADABLE
        return identity == self.asked or (unread and answer.get("type") == "error")

    def decide(
        self,
        seat: str,
        bot: str,
        *,
        state: str | Told | None = None,
        session: str | None = None,
        patience: float | None = None,
        **more: object,
    ) -> Told:
        """The decision of a bot, in a state or a session. Raises as `ask`.

        Args:
            seat: the colour that decides.
            bot: its name, such as ``hard``.
            state: a state token, or a state or a seat view as the data of its JSON.
            session: of a game that the service keeps.
            patience: see `ask`.
            more: further fields: ``options``, ``limit``, ``seed``, ``want``, ``rules``.
        """
        return self.ask(
            "decide", patience, seat=seat, bot=bot, state=state, session=session, **more
        )


def _check(fields: Mapping[str, object]) -> None:
    """Raise `Refused` for fields that a message has already."""
    for name in OWN:
        if name in fields:
            problem = f"{fields[name]!r}, allowed: none, the client gives it"
            raise Refused({"code": "bad_request", "field": name, "msg": problem})


def _write(message: Told) -> bytes:
    """A message as JSON. Raises `Refused` if there is none that tells it."""
    try:
        return json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused({"code": "bad_json", "msg": str(error)}) from None


def _read(data: bytes) -> Told:
    """A message. Raises `Gone` if it is none."""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Gone(f"no message: {data[:40]!r}")
    return told
