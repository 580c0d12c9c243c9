"""A client that speaks to the protocol itself, without a transport."""

from __future__ import annotations

import json
from typing import Any

from agents.service.inline import Inline
from agents.service.search import Answer, Hear, Question, Searcher
from agents.service.service import Bounds, Connection, Service

Told = dict[str, Any]

PLAIN = (
    "ludo1_modern_Yhr21yr17x1_Ryyr26r19x0_startR_turnY_die6_sixes1"
    "_round39_turns78_decisions60_rolls89_auto"
)
"""A position of plain Ludo: yellow decides between three moves."""


class Client:
    """One client of a service."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.told: list[Told] = []
        self.connection = Connection(service, lambda data: self.told.append(json.loads(data)))

    def send(self, data: bytes) -> list[Told]:
        """Send bytes; what is answered at once."""
        before = len(self.told)
        self.connection.receive(data)
        return self.told[before:]

    def say(self, kind: str, **fields: object) -> Told:
        """Send a message; the one answer."""
        (told,) = self.send(json.dumps({"type": kind, **fields}).encode())
        return told

    def ask(self, kind: str, **fields: object) -> Told:
        """Send a message that is to succeed; the one answer."""
        told = self.say(kind, id="q", **fields)
        assert told["type"] != "error", told
        assert told.pop("id") == "q"
        return told


class Later:
    """A searcher whose answers come when a test wants them."""

    def __init__(self) -> None:
        self.asked: list[Later.Waiting] = []

    class Waiting:
        """A search that goes on."""

        def __init__(self, question: Question, hear: Hear) -> None:
            self.question = question
            self.hear = hear
            self.dropped = False

        def answer(self, **told: Any) -> None:
            """Answer with the first legal action."""
            self.hear(Answer(self.question.brief.legal[0], **told))

        def stop(self) -> None:
            """Answer now."""
            self.answer(stopped=True)

        def drop(self) -> None:
            """Nobody waits any more."""
            self.dropped = True

    def ask(self, question: Question, hear: Hear) -> Waiting:
        """Begin a search."""
        search = Later.Waiting(question, hear)
        self.asked.append(search)
        return search


def make_client(
    searcher: Searcher | None = None, bounds: Bounds | None = None, **more: Any
) -> Client:
    """The only client of a new service, whose bots answer at once unless a searcher is given."""
    return Client(Service(searcher or Inline(), bounds, seed=1, **more))
