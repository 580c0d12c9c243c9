"""``ludo bot``: the protocol over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from agents.service.client import Client, Refused
from agents.service.lines import Lines
from agents.service.wires import Gone
from ludo_env import Game
from ludo_env.notation import to_text
from tests.agents.service.talking import PLAIN

COMMAND = [sys.executable, "-m", "ludo_env", "bot"]
DECIDE = {"type": "decide", "seat": "yellow", "state": PLAIN}


def talk(data: bytes) -> list[Any]:
    """What ``ludo bot`` says to an input."""
    done = subprocess.run(COMMAND, input=data, capture_output=True, timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_everything_is_answered_before_the_end() -> None:
    """By bots that need no process of their own, and by those that have one."""
    bots = ("smart", "expect")
    messages = [{**DECIDE, "bot": bots[n % 2], "id": n} for n in range(20)]
    data = b"\n".join(json.dumps(message).encode() for message in messages)
    told = talk(b"\n\r\n" + data)  # empty lines mean nothing, and the last one has no end
    assert sorted(one["id"] for one in told) == list(range(20))
    assert {one["type"] for one in told} == {"decision"}
    assert {one["action"]["index"] for one in told} == {2}


def test_long_and_broken_lines_are_errors_and_nothing_else() -> None:
    told = talk(b"x" * 2**21 + b"\n{\n" + b'{"type":"hello"}\r\n' + b"\xff\n" + b"x" * (2**20 + 1))
    kinds = [one.get("code", one["type"]) for one in told]
    assert kinds == ["too_large", "bad_json", "hello", "bad_json", "too_large"]


def test_lines_are_cut_wherever_the_pieces_end() -> None:
    data = b"one\ntwo\r\n" + b"x" * 11 + b"\n" + b"y" * 10 + b"\nlast"
    wanted = [b"one", b"two", None, b"y" * 10, b"last"]
    for size in (1, 2, 3, 5, 7, 100):
        lines = Lines(10)
        found = []
        for start in range(0, len(data), size):
            found += lines.feed(data[start : start + size])
        assert found + lines.close() == wanted


def test_a_client_in_python_plays_a_game() -> None:
    with Client.command(COMMAND) as bots:
        assert bots.ask("hello")["proto"] == 1
        game = Game("classic", 2, seed=3)
        while not game.over and game.state.turns < 20:
            seat = ("yellow", "blue", "red", "green")[game.decider]
            told = bots.decide(seat, "normal", state=to_text(game, dice=False))
            game.apply(told["action"]["index"])
        with pytest.raises(Refused) as refused:
            bots.decide("yellow", "nobody", state=to_text(game))
        assert refused.value.code == "unknown_bot"


def test_a_client_finds_nobody() -> None:
    for command in ("/no/such/program", "", "'"):
        with pytest.raises(Gone):
            Client.command(command)
    with Client.command([sys.executable, "-c", "print('hello')"]) as bots, pytest.raises(Gone):
        bots.ask("hello")
