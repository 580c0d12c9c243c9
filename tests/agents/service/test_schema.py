"""Every message is as the JSON Schema of the protocol says."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from jsonschema import Draft202012Validator

from agents.service.commit import dice_seed
from agents.service.faults import Code, ServiceFault
from agents.service.handlers import schema_of_all
from agents.service.messages import CLIENT_MESSAGES, Reader, schema
from tests.agents.service.talking import PLAIN, make_client
from tests.agents.service.test_sessions import play

SCHEMA = schema()
READER = Reader(CLIENT_MESSAGES)


def validator(part: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("mode", ["client", "service", "commit"])
@pytest.mark.parametrize("rules", ["modern", "ludicrous-short:max_rounds=2"])
def test_what_the_service_says(mode: str, rules: str) -> None:
    client = make_client()
    client.ask("hello")
    told = client.ask("new", rules=rules, players=2, dice=mode, words=True)
    name = told["session"]
    play(client, told, Random(2))
    client.say("apply", session=name, seq=0, event={"action": 0})
    client.say("apply", session=told["session"], seq=10**9, event={"action": 0})
    for kind in ("legal", "state", "record", "close", "legal"):
        client.say(kind, id="x", session=name)
    client.say("decide", id=1, seat="yellow", bot="smart", state=PLAIN)
    client.say("decide", id=1, seat="red", bot="smart", state=PLAIN)
    client.send(b"{")
    service = validator("Service")
    for message in client.told:
        service.validate(message)


@pytest.mark.parametrize(
    ("message", "good"),
    [
        ({"type": "hello"}, True),
        ({"type": "hello", "proto": 1, "client": "x", "more": 1}, True),
        ({"type": "hello", "proto": "1"}, False),
        ({"type": "decide", "id": 1, "seat": "red", "bot": "smart", "state": PLAIN}, True),
        ({"type": "decide", "id": 1, "seat": "red", "bot": "smart", "state": {"a": 1}}, True),
        ({"type": "decide", "seat": "red", "bot": "smart", "state": PLAIN}, False),
        ({"type": "decide", "id": 1, "seat": "pink", "bot": "smart", "state": PLAIN}, False),
        ({"type": "decide", "id": 1, "seat": "red", "bot": "b", "limit": {"ms": 0}}, False),
        ({"type": "new", "rules": "classic", "players": 2, "dice": "commit"}, True),
        ({"type": "new", "players": 5}, False),
        ({"type": "apply", "session": "a", "seq": 0, "event": {"action": 3}}, True),
        ({"type": "apply", "session": "a", "seq": 0, "event": {"dice": [3]}}, True),
        ({"type": "apply", "session": "a", "seq": 0, "event": {"dice": []}}, False),
        ({"type": "apply", "session": "a", "seq": 0, "event": {"entropy": "x"}}, True),
        ({"type": "apply", "session": "a", "seq": 0, "event": {"entropy": ""}}, False),
        ({"type": "apply", "session": "a", "event": {"dice": [1]}}, False),
        ({"type": "stop", "target": 3}, True),
        ({"type": "stop", "target": 3.0, "id": 4.0}, True),
        ({"type": "stop", "target": 3.5}, False),
        ({"type": "hello", "proto": 1.0}, True),
        ({"type": "new", "players": 2.0, "seed": 7.0, "dice": "service"}, True),
        ({"type": "new", "players": 2.5}, False),
        ({"type": "apply", "session": "a", "seq": 1.0, "event": {"dice": [3.0, 2]}}, True),
        ({"type": "apply", "session": "a", "seq": 1.0, "event": {"dice": [3.2, 2]}}, False),
        ({"type": "apply", "session": "a", "seq": 1, "event": {"action": 2.0}}, True),
        ({"type": "apply", "session": "a", "seq": 1e300, "event": {"action": 2}}, False),
        ({"type": "record", "session": "a", "since": 0.0}, True),
        (
            {
                "type": "decide",
                "id": 1.0,
                "seat": "red",
                "bot": "b",
                "state": PLAIN,
                "limit": {"ms": 20.0, "nodes": 1e3},
                "seed": 5.0,
                "options": {"a": 1.0},
            },
            True,
        ),
        ({"type": "stop"}, False),
        ({"type": "dance"}, False),
    ],
)
def test_what_a_client_says(message: dict[str, object], good: bool) -> None:
    assert validator("Client").is_valid(message) == good
    data = json.dumps(message).encode()
    if good:
        READER.read(data)
    else:
        with pytest.raises(ServiceFault) as refused:
            READER.read(data)
        assert refused.value.code == Code.BAD_REQUEST


def test_whole_numbers_may_have_a_fraction_and_nothing_else_is_changed() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2.0, dice="commit")
    event = {"entropy": '1.0 " 2.0, 3.0'}
    told = client.ask("apply", session=told["session"], seq=0.0, event=event)
    (held,) = client.service.sessions.values()
    assert held.session.secret is not None
    assert held.session.seed == dice_seed(held.session.secret, event["entropy"])
    told = client.say("decide", id=3.0, seat="yellow", bot="smart", state=PLAIN, seed=1.0)
    assert told["type"] == "decision" and told["id"] == 3
    assert client.say("stop", id=7.0, target=[])["id"] == 7


def test_the_command_prints_the_schema() -> None:
    command = [sys.executable, "-m", "ludo_env", "bot", "--schema"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert json.loads(printed) == schema_of_all()
