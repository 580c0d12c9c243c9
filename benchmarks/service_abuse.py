"""Messages that no client should send, and what a service makes of them.

``python -m benchmarks.service_abuse --messages 10000`` starts ``ludo serve``, sends so many
messages that are malformed, truncated, huge, deeply nested, wrongly typed or out of order, and
looks whether each gets exactly one error of the protocol's list, while a game in another session
goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Self

from websockets.sync.client import ClientConnection, connect

from agents.service.client import Client
from agents.service.faults import Code
from agents.service.service import Bounds
from benchmarks.served import Served
from evaluation.progress import Bar
from ludo_env.commands._common import print_json
from ludo_env.script import Parser, WholeNumber, guarded

RAW: Final = argparse.RawDescriptionHelpFormatter
PLAY_EVERY: Final = 50
"""After so many bad messages the game that goes on meanwhile has a decision."""
PATIENCE: Final = 30.0
CODES: Final = frozenset(code.value for code in Code)
STATE: Final = (
    "ludo1_modern_Yhr21yr17x1_Ryyr26r19x0_startR_turnY_die6_sixes1"
    "_round39_turns78_decisions60_rolls89_auto"
)
GOOD: Final[dict[str, dict[str, Any]]] = {
    "hello": {"proto": 1, "client": "abuse"},
    "decide": {
        "id": 1,
        "seat": "yellow",
        "bot": "smart",
        "state": STATE,
        "options": {},
        "limit": {"ms": 100, "nodes": 10},
        "seed": 1,
        "want": ["ranked"],
    },
    "stop": {"target": 1},
    "new": {"rules": "classic", "players": 2, "dice": "service", "seed": 1, "words": True},
    "apply": {"session": "none", "seq": 0, "event": {"action": 0}},
    "legal": {"session": "none"},
    "state": {"session": "none", "seat": "red"},
    "record": {"session": "none"},
    "close": {"session": "none"},
}
"""A message of each kind, with every field."""
REQUIRED: Final = {
    "decide": ("id", "seat", "bot", "state"),
    "stop": ("target",),
    "apply": ("session", "seq", "event"),
    "legal": ("session",),
    "state": ("session",),
    "record": ("session",),
    "close": ("session",),
}
WRONG: Final[dict[str, tuple[Any, ...]]] = {
    "proto": ("1", 0, -1, None, [], 1.5, 10**30),
    "client": (1, None, [], {}, "x" * 5000),
    "id": (1.5, True, None, [], {}, -1, 2**70, "x" * 65),
    "seat": ("pink", "RED", 2, None, []),
    "bot": ("", "nobody", "net", "net:model=/etc/passwd", "../x.onnx", "x" * 65, 5, None),
    "state": ("", "ludo1", STATE[:60], STATE + "_x", {}, {"game": "ludicrous"}, 5, [], True),
    "options": ({"x": 1}, [], 5, None, {"x": []}),
    "limit": ({"ms": 0}, {"ms": "1"}, {"nodes": -1}, {"ms": 10**9}, 5, None),
    "seed": (-1, "1", 1.5, 2**60, []),
    "want": (["all"], "ranked", 5, ["ranked"] * 3),
    "target": (None, [], 1.5, "nothing", 12345),
    "rules": ("chess", "", 5, [], "classic:teams=perhaps", "x" * 5000),
    "players": (1, 5, "2", 2.5, None),
    "dice": ("loaded", 5, None, []),
    "words": ("yes", 1, None),
    "session": ("none", "", 5, None, [], "x" * 65, "../../etc/passwd", "__class__"),
    "seq": (-1, "0", 1.5, None, 2**60),
    "event": ({}, [], 5, None, {"dice": []}, {"dice": ["6"]}, {"action": 0, "dice": [1]}),
}
"""For each field values that it must not have."""
HUGE: Final = (Bounds().message + 1, 2**21, 2**22)
DEEP: Final = (100, 2000, 50_000)


def pack(value: object) -> bytes:
    """A message as bytes."""
    return json.dumps(value).encode()


def some_message(random: Random) -> dict[str, Any]:
    """A message that is as it should be."""
    kind = random.choice(list(GOOD))
    return {"type": kind, **GOOD[kind]}


def truncated(random: Random) -> bytes:
    """The beginning of a message."""
    data = pack(some_message(random))
    return data[: random.randrange(1, len(data))]


def garbled(random: Random) -> bytes:
    """Bytes that are no text, or text that is no JSON."""
    noise = bytes(random.randrange(256) for _ in range(random.randrange(1, 200)))
    return random.choice((b"\xff" + noise, b"}" + noise, b"hello", b"'", b"NaN", b"\x00"))


def huge(random: Random) -> bytes:
    """A message that is too large, whatever else it is."""
    size = random.choice(HUGE)
    return random.choice((b"x" * size, pack({"type": "hello", "client": "x" * size})))


def deep(random: Random) -> bytes:
    """Brackets in brackets."""
    depth = random.choice(DEEP)
    ends = b"]" * depth if random.random() < 0.5 else b""
    inner = b"[" * depth + ends if random.random() < 0.5 else b'{"a":' * depth
    kinds = (
        b"%s",
        b'{"type":"decide","id":1,"seat":"yellow","bot":"smart","state":%s}',
        b'{"type":"apply","session":"none","seq":0,"event":%s}',
    )
    return random.choice(kinds).replace(b"%s", inner)


def wrongly_typed(random: Random) -> bytes:
    """A message with a value that the field must not have."""
    message = some_message(random)
    field = random.choice([field for field in message if field in WRONG])
    if field == "id":
        message["type"] = "decide"
    message[field] = random.choice(WRONG[field])
    return pack(message)


def incomplete(random: Random) -> bytes:
    """A message without a field that it needs, or of no kind."""
    if random.random() < 0.2:
        return pack(random.choice(([], 5, None, "hello", {}, {"type": "dance"}, {"type": 5})))
    kind = random.choice(list(REQUIRED))
    message = {"type": kind, **GOOD[kind]}
    del message[random.choice(REQUIRED[kind])]
    return pack(message)


def out_of_order(random: Random) -> bytes:
    """A message about what there is not, or not now."""
    kind = random.choice(("stop", "apply", "legal", "state", "record", "close", "decide"))
    message = {"type": kind, **GOOD[kind]}
    if kind == "decide":
        message["seat"] = random.choice(("red", "blue", "green"))
    elif "session" in message:
        message["session"] = f"{random.getrandbits(64):016x}"
    else:
        message["target"] = random.randrange(10**6, 10**7)
    return pack(message)


KINDS: Final[tuple[Callable[[Random], bytes], ...]] = (
    truncated,
    garbled,
    huge,
    deep,
    wrongly_typed,
    incomplete,
    out_of_order,
)
"""Each makes messages that must be answered by an error."""


@dataclass(slots=True)
class Report:
    """What became of the messages.

    Attributes:
        messages: how many were sent, by kind.
        codes: how many errors there were, by code.
        faults: messages that got no error, more than one, or one that is not of the list.
        decisions: of the game that went on meanwhile.
    """

    messages: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    decisions: int = 0


def abuse(address: str, messages: int, seed: int, tick: Callable[[int], None]) -> Report:
    """Send bad messages to a service, and play a game beside them."""
    random, report = Random(seed), Report()
    with connect(address, compression=None, max_size=None) as socket, Game(address) as game:
        for number in range(messages):
            make = KINDS[number % len(KINDS)]
            data = make(random)
            told = answers(socket, data, number)
            report.messages[make.__name__] += 1
            report.codes.update(str(answer.get("code")) for answer in told)
            good = len(told) == 1 and told[0]["type"] == "error" and told[0]["code"] in CODES
            if not good:
                report.faults.append(f"{make.__name__}: {data[:200]!r} got {told}")
            if number % PLAY_EVERY == 0:
                game.play()
            tick(1)
        report.decisions = game.decisions
    return report


def answers(socket: ClientConnection, data: bytes, number: int) -> list[dict[str, Any]]:
    """What a service says to a message before it answers another one that comes after it."""
    socket.send(data)
    after = f"after {number}"
    socket.send(json.dumps({"type": "hello", "id": after}))
    told = []
    while (answer := json.loads(socket.recv(PATIENCE))).get("id") != after:
        told.append(answer)
    return told


class Game:
    """A session that goes on among all that. A context manager, which ends it."""

    def __init__(self, address: str) -> None:
        self.client = Client.socket(address)
        self.decisions = 0
        self.begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def begin(self) -> None:
        """A new game."""
        self.told = self.client.ask("new", rules="modern", players=2, dice="service", seed=1)

    def play(self) -> None:
        """One decision of a bot."""
        name, seat = self.told["session"], self.told["choice"]["seat"]
        decision = self.client.decide(seat, "normal", session=name)
        event = {"action": decision["action"]["index"]}
        self.told = self.client.ask("apply", session=name, seq=self.told["seq"], event=event)
        self.decisions += 1
        if "over" in self.told:
            self.client.ask("close", session=name)
            self.begin()


def main() -> int:
    """Run it; 1 if any message was answered wrongly."""
    parser = Parser(description=__doc__, formatter_class=RAW)
    parser.add_argument("--messages", type=WholeNumber(1), default=10_000, metavar="N")
    parser.add_argument("--seed", type=WholeNumber(0), default=1, metavar="S")
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    args = parser.parse_args()
    with Served() as served, Bar(args.messages) as bar:
        report = abuse(served.address, args.messages, args.seed, bar)
        alive = served.process.poll() is None
    told = {
        "messages": dict(report.messages),
        "codes": dict(report.codes),
        "faults": report.faults,
        "decisions_meanwhile": report.decisions,
        "alive": alive,
    }
    if args.json:
        print_json(told)
    else:
        for name, value in told.items():
            print(f"{name}: {value}")
    return int(bool(report.faults) or not alive)


if __name__ == "__main__":
    sys.exit(guarded(main))
