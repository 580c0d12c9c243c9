"""The client for Python: every question ends in time, and with its own error."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from agents.service.client import Client, Refused
from agents.service.wires import Gone, Late, Program
from tests.agents.service.talking import make_client


class Inside:
    """A wire to a service in the same process."""

    def __init__(self) -> None:
        self.client = make_client()
        self.told: list[bytes] = []

    def send(self, data: bytes, seconds: float) -> None:
        """Send a message."""
        self.told += [json.dumps(told).encode() for told in self.client.send(data)]

    def receive(self, seconds: float) -> bytes:
        """The next message."""
        if not self.told:
            raise Late("nothing")
        return self.told.pop(0)

    def close(self) -> None:
        """Nothing."""

    kill = close


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (float("nan"), "bad_json"),
        ({1, 2}, "bad_json"),
        ("\ud800", "bad_json"),
        ("x" * 2**20, "too_large"),
        ("x" * 5000, "bad_request"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_own_error(value: object, code: str) -> None:
    client = Client(Inside())
    with pytest.raises(Refused) as refused:
        client.ask("hello", client=value)
    assert refused.value.code == code
    assert client.ask("hello")["proto"] == 1


@pytest.mark.parametrize("name", ["id", "type"])
def test_what_the_client_gives_itself_is_no_field(name: str) -> None:
    client = Client(Inside())
    for ask in (client.ask, client.tell):
        with pytest.raises(Refused) as refused:
            ask("hello", **{name: "x"})  # type: ignore[arg-type]
        assert (refused.value.code, refused.value.told["field"]) == ("bad_request", name)
    assert client.ask("hello")["proto"] == 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ([1], "expected str"),
        ([], "names no program"),
        ("", "names no program"),
        (5, "not iterable"),
        (None, "not iterable"),
        (["x\0"], "null byte"),
        ("/no/such/program", "'/no/such/program': No such file or directory"),
    ],
)
def test_what_is_no_command_starts_no_program(command: Any, told: str) -> None:
    with pytest.raises(Gone, match=told):
        Client.command(command)


@pytest.mark.parametrize(
    "address", ["ws://127.0.0.1:99999/", "ws://127.0.0.1:x/", "ws://[/", "http://x", "", 5, None]
)
def test_what_is_no_address_leads_to_nobody(address: Any) -> None:
    with pytest.raises(Gone):
        Client.socket(address, patience=5.0)


def test_an_error_about_another_message_is_none_of_the_question() -> None:
    client = Client(Inside())
    client.tell("stop", target=99)
    assert client.ask("hello")["proto"] == 1


def test_a_program_that_never_reads_does_not_hold_the_client() -> None:
    client = Client.command(["sleep", "1000"], patience=0.3)
    began = time.monotonic()
    try:
        with pytest.raises(Late):
            client.ask("load", lines=["x" * 1000] * 200)
        with pytest.raises(Gone):  # half of a message is there already
            client.ask("hello")
    finally:
        client.kill()
    assert time.monotonic() - began < 5


def test_a_program_has_gone_even_if_what_it_has_started_holds_its_output() -> None:
    for script, error in (("sleep 1000 & exit 3", Gone), ("sleep 1000 & wait", Late)):
        wire = Program(["sh", "-c", script])
        try:
            with pytest.raises(error):
                wire.receive(1.0)
        finally:
            wire.kill()


def test_a_program_ends_with_all_that_it_has_started() -> None:
    wire = Program(["sh", "-c", "sleep 1000 & echo $!; wait"])
    child = int(wire.receive(10))
    assert os.getpgid(child) == wire.process.pid
    wire.kill()
    assert wire.process.returncode == -signal.SIGKILL
    end = time.monotonic() + 10
    while not ended(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert ended(child)


def ended(process: int) -> bool:
    """Whether a process is there no more, but for its entry in a table."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return True
    return told.rpartition(")")[2].split()[0] == "Z"
