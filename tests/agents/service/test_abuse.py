"""Whatever a client sends is answered once, and nobody else notices."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agents.service.faults import Code
from agents.service.handlers import schema_of_all
from benchmarks.service_abuse import GOOD, KINDS, abuse, pack
from tests.agents.service.serving import Server
from tests.agents.service.talking import Client, make_client

CODES = {code.value for code in Code}
SCHEMA = schema_of_all()
SERVICE = Draft202012Validator({"$ref": "#/$defs/Service", "$defs": SCHEMA["$defs"]})

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["yellow", "red", "classic", "ludicrous", "smart", "session", "commit"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
fields = sorted({field for good in GOOD.values() for field in good} | {"auto_pass"})
messages = st.builds(
    lambda kind, changes, keep: {"type": kind, **(GOOD[kind] if keep else {}), **changes},
    st.sampled_from(sorted(GOOD)),
    st.dictionaries(st.sampled_from(fields), values, max_size=4),
    st.booleans(),
)


def answered(client: Client, data: bytes) -> dict[str, Any]:
    """The one answer, which is as the schema says."""
    (told,) = client.send(data)
    SERVICE.validate(told)
    assert told["type"] != "error" or told["code"] in CODES
    assert told.get("code") != "internal"
    return told


@pytest.mark.parametrize("make", KINDS)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_kind_of_bad_message_is_an_error(make: Callable[[Random], bytes], seed: int) -> None:
    client = make_client()
    assert answered(client, make(Random(seed)))["type"] == "error"
    assert client.ask("hello")["proto"] == 1


@settings(max_examples=60, deadline=None)
@given(several=st.lists(messages, max_size=8))
def test_any_message_has_one_answer(several: list[dict[str, Any]]) -> None:
    client = make_client()
    other = Client(client.service)
    game = other.ask("new", rules="modern", players=2, dice="service", seed=1)
    name = ""
    for message in several:
        if message.get("session") == GOOD["legal"]["session"]:
            message["session"] = name
        name = answered(client, pack(message)).get("session", name)
    event = {"action": game["choice"]["actions"][0]["index"]}
    told = other.ask("apply", session=game["session"], seq=0, event=event)
    assert told["seq"] == 1


@settings(max_examples=60, deadline=None)
@given(events=st.lists(values | st.fixed_dictionaries({"dice": st.lists(st.integers(-1, 7))})))
def test_any_events_of_a_session(events: list[Any]) -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2)
    seq = 0
    for event in events:
        message = {"type": "apply", "session": told["session"], "seq": seq, "event": event}
        answer = answered(client, json.dumps(message).encode())
        seq += answer["type"] == "awaiting"
        assert client.ask("legal", session=told["session"])["seq"] == seq


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_answered(data: bytes) -> None:
    answered(make_client(), data)


def test_a_running_service_answers_hundreds_of_bad_messages() -> None:
    server = Server("--workers", "1")
    try:
        report = abuse(server.socket, 280, 3, lambda done: None)
    finally:
        assert server.end() == 0
    assert not report.faults
    assert sum(report.codes.values()) == 280 and report.decisions >= 5
