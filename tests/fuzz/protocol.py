"""Messages of the bot protocol that coverage guides: bytes in, a listed error or an answer out.

``python -m tests.fuzz.protocol FOLDER -max_total_time=600`` mutates conversations, a message a
line, until one is not answered once as the protocol's schema says, or another client notices.
``SESSION`` in a message stands for the session that was opened last.
"""

from __future__ import annotations

import json
from typing import Any, Final

from jsonschema import Draft202012Validator

from agents.service import handlers, messages, rewind, service, session, story, table, view
from agents.service.faults import Code
from agents.service.search import Answer, Hear, Question
from benchmarks.service_abuse import GOOD
from tests.agents.service.talking import Client, make_client
from tests.agents.service.transcripts import BLOCK, PAGE, SESSION
from tests.fuzz.running import run

GUIDING: Final = (handlers, messages, rewind, service, session, story, table, view)
"""Modules whose branches guide the mutations."""
CODES: Final = frozenset(code.value for code in Code)
TYPES: Final = Draft202012Validator(
    {"$ref": "#/$defs/Service", "$defs": handlers.schema_of_all()["$defs"]}
)
NAMED: Final = b"SESSION"


class AtOnce:
    """A searcher that answers at once, with what a bot chose which needs no time."""

    def ask(self, question: Question, hear: Hear) -> AtOnce:
        """Answer a question."""
        hear(Answer(question.spare))
        return self

    def stop(self) -> None:
        """It has stopped."""

    def drop(self) -> None:
        """It has been told."""


def examples() -> list[bytes]:
    """The transcripts of the protocol's page, and a message of each kind with every field."""
    conversations = [
        [
            SESSION.sub('"session":"SESSION"', line[2:])
            for line in block[2].splitlines()
            if line[0] == ">"
        ]
        for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))
    ]
    good = [json.dumps({"type": kind, **fields}) for kind, fields in GOOD.items()]
    return ["\n".join(lines).encode() for lines in (*conversations, good)]


def check_answer(told: dict[str, Any]) -> None:
    """An answer is as the schema says; of the errors, it is none that nobody foresaw."""
    TYPES.validate(told)
    assert told["type"] != "error" or told["code"] in CODES - {Code.INTERNAL.value}, told


def check(data: bytes) -> None:
    """One conversation; whatever it is, every message is answered once, and others are served."""
    client = make_client(AtOnce())
    other = Client(client.service)
    name = b"none"
    for message in data.split(b"\n"):
        (told,) = client.send(message.replace(NAMED, name))
        check_answer(told)
        name = str(told.get("session", name.decode())).encode()
    assert other.ask("hello")["proto"] == 1


if __name__ == "__main__":
    run(check, examples(), GUIDING)
