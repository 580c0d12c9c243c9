"""Many games at once on one service: are all answers there, how soon, and with how much memory.

``python -m benchmarks.service_soak`` starts ``ludo serve`` and opens 200 WebSockets, each with a
session in which bots play one game after another: a decision, then the event that it leads to. Each
client pauses between two decisions, as a frontend does that shows them; ``--pause 0`` asks as fast
as the answers come. Every answer is matched with its message, so that none goes unnoticed that is
missing, is there twice or belongs to another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from agents.registry import check_plays
from benchmarks.served import Served
from evaluation.progress import Bar
from ludo_env.commands._common import print_json
from ludo_env.errors import BadOption
from ludo_env.rules import as_rules
from ludo_env.script import Parser, WholeNumber, guarded

Told = dict[str, Any]
RAW: Final = argparse.RawDescriptionHelpFormatter
SESSIONS: Final = 200
DECISIONS: Final = 10_000
PAUSE: Final = 1000
MILLI: Final = 1000.0
MEBIBYTE: Final = 2**20
PATIENCE: Final = 60.0
BOT: Final = "normal"
RULES: Final = ("classic", "ludicrous")
PERCENTILES: Final = (50, 90, 99, 100)
NAMES: Final = ("median", "90 %", "99 %", "most")
LOOK: Final = 0.1
"""Seconds between two looks at how far it is."""
SAMPLES: Final = 20
"""So often the memory is looked at."""


@dataclass(slots=True)
class Report:
    """What was found.

    Attributes:
        waits: milliseconds from a `decide` to its answer.
        thought: milliseconds of them that the service itself tells.
        errors: what went wrong, with how often.
        games: that were begun.
        memory: bytes of all processes of the service, again and again.
    """

    waits: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0
    memory: list[int] = field(default_factory=list)


class Player:
    """One client with its session."""

    def __init__(self, socket: ClientConnection, number: int, soak: Soak) -> None:
        self.socket = socket
        self.soak = soak
        self.random = Random(number)
        self.rules = soak.rules[number % len(soak.rules)]
        self.asked = 0
        self.seen: set[int] = set()

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message, and take the one answer."""
        self.asked += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.asked, **fields}))
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        errors = self.soak.report.errors
        if answer.get("id") != self.asked:
            twice = answer.get("id") in self.seen
            errors["doubled" if twice else "of another"] += 1
        if answer["type"] == "error":
            errors[answer["code"]] += 1
        self.seen.add(answer.get("id", 0))
        return answer

    async def play(self) -> None:
        """Play games until there have been enough decisions."""
        soak = self.soak
        await asyncio.sleep(self.random.random() * soak.pause)
        told = await self.begin()
        while soak.left > 0:
            soak.left -= 1
            told = await self.decide(told)
            if "over" in told:
                await self.ask("close", session=told["session"])
                told = await self.begin()
            if soak.pause:
                await asyncio.sleep(self.random.uniform(0.5, 1.5) * soak.pause)
        await self.ask("close", session=told["session"])

    async def begin(self) -> dict[str, Any]:
        """A new game."""
        self.soak.report.games += 1
        players = self.random.choice((2, 4))
        return await self.ask("new", rules=self.rules, players=players, dice="service")

    async def decide(self, told: dict[str, Any]) -> dict[str, Any]:
        """A decision of a bot, and the event that it leads to."""
        report, name, seat = self.soak.report, told["session"], told["choice"]["seat"]
        began = time.perf_counter()
        answer = await self.ask("decide", session=name, seat=seat, bot=self.soak.bot)
        report.waits.append(MILLI * (time.perf_counter() - began))
        report.thought.append(answer["ms"])
        report.errors["fallback"] += answer.get("fallback", False)
        event = {"action": answer["action"]["index"]}
        self.soak.bar(1)
        return await self.ask("apply", session=name, seq=told["seq"], event=event)


class Soak:
    """Many clients at once.

    Args:
        served: the service.
        args: the options.
        bar: hears of decisions.
    """

    def __init__(self, served: Served, args: argparse.Namespace, bar: Bar) -> None:
        self.served = served
        self.sessions: int = args.sessions
        self.left: int = args.decisions
        self.every = max(1, args.decisions // SAMPLES)
        self.pause: float = args.pause / MILLI
        self.bot: str = args.bot
        self.rules: list[str] = args.rules
        self.bar = bar
        self.report = Report()

    async def run(self) -> Report:
        """Play."""
        async with AsyncExitStack() as stack:
            players = []
            for number in range(self.sessions):
                socket = connect(self.served.address, compression=None)
                players.append(Player(await stack.enter_async_context(socket), number, self))
            watching = asyncio.create_task(self.watch())
            results = await asyncio.gather(*map(Player.play, players), return_exceptions=True)
            watching.cancel()
        for result in results:
            if isinstance(result, BaseException):
                self.report.errors[f"{type(result).__name__}: {result}"] += 1
        return self.report

    async def watch(self) -> None:
        """Look at the memory after every so many decisions."""
        while True:
            self.report.memory.append(self.served.memory())
            goal = self.left - self.every
            while self.left > goal:
                await asyncio.sleep(LOOK)


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds that it took: by the clock, of the service's processor time, and of the clients'."""

    clock: float
    service: float
    clients: float


def told(report: Report, spent: Spent, args: argparse.Namespace) -> Told:
    """The findings as plain JSON values."""
    waits, thought = (np.percentile(of, PERCENTILES) for of in (report.waits, report.thought))
    memory = [size / MEBIBYTE for size in report.memory]
    return {
        "sessions": args.sessions,
        "decisions": len(report.waits),
        "games": report.games,
        "errors": {kind: count for kind, count in report.errors.items() if count},
        "seconds": round(spent.clock, 1),
        "decisions_a_second": round(len(report.waits) / spent.clock, 1),
        "wait_ms": dict(zip(NAMES, np.round(waits, 1).tolist(), strict=True)),
        "service_ms": dict(zip(NAMES, np.round(thought, 1).tolist(), strict=True)),
        "processor_ms_a_decision": round(MILLI * spent.service / len(report.waits), 3),
        "client_processor_ms_a_decision": round(MILLI * spent.clients / len(report.waits), 3),
        "memory_mib": [round(size, 1) for size in memory],
    }


def main() -> int:
    """Run it; 1 if anything went wrong."""
    parser = Parser(description=__doc__, formatter_class=RAW)
    whole = WholeNumber(1)
    parser.add_argument("--sessions", type=whole, default=SESSIONS, metavar="N")
    parser.add_argument("--decisions", type=whole, default=DECISIONS, metavar="N")
    parser.add_argument("--pause", type=WholeNumber(0), default=PAUSE, metavar="MS")
    parser.add_argument("--bot", default=BOT, metavar="B")
    parser.add_argument("--rules", nargs="+", default=list(RULES), metavar="R")
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    args = parser.parse_args()
    for rules in args.rules:
        check_plays(args.bot, as_rules(rules))
    with Served() as served, Bar(args.decisions) as bar:
        began, before, own = time.perf_counter(), served.seconds(), time.process_time()
        report = asyncio.run(Soak(served, args, bar).run())
        spent = Spent(
            time.perf_counter() - began,
            served.seconds() - before,
            time.process_time() - own,
        )
    if not report.thought:
        raise BadOption(f"nothing was decided: {', '.join(report.errors)}")
    findings = told(report, spent, args)
    if args.json:
        print_json(findings)
    else:
        for name, value in findings.items():
            print(f"{name}: {value}")
    return int(bool(findings["errors"]))


if __name__ == "__main__":
    sys.exit(guarded(main))
