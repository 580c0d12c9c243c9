"""A bot that is another program, asked by the bot protocol.

It never keeps a game waiting: where it gives no legal answer in time, that is a foul, and any legal
action is taken instead; at a tournament of the full game the rules count the foul too. Once it has
been started well, whatever it does is a foul and no error.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, Final

from agents.registry import FULL, PLAIN, game_of
from agents.scripted import Random
from agents.service import PROTO
from agents.service.client import Client, Refused
from agents.service.seen import view_of
from agents.service.wires import Gone, Late
from ludo_env.board import COLOURS
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import FOUL, Game
from ludo_env.errors import BadAgent, IllegalAction, LudoError
from ludo_env.fields import Fault, Fields, show, whole
from ludo_env.rules import Rules

log = logging.getLogger(__name__)

LATE, CRASHED, ILLEGAL, REFUSED = "late", "crashed", "illegal", "refused"
GIVEN_UP: Final = "given up"
FAILED: Final = "failed"
FOULS: Final = (LATE, CRASHED, ILLEGAL, REFUSED, GIVEN_UP, FAILED)
"""No answer in time; the program ended or spoke nonsense; an action that is not legal; an error;
not asked any more; the decision of another bot, since its own gave none. New ones come last:
results that are kept tell them by their place."""
START_SECONDS: Final = 30.0
"""What a program may take to start."""
SOON: Final = 3.0
"""Seconds after which people are told that one takes long."""
LONGEST_NAME: Final = 64
"""Characters of the name of a bot."""
SLACK: Final = 0.1
"""Seconds on top of the limit, for the way."""
STARTS: Final = 5
"""So often a program is started in one game; after that it is given up for the rest of it."""
SILENT: Final = 5
"""Decisions for which nothing at all is heard of a program before it is started anew. One that
answers too late, but answers, is never started anew for that: it is only late."""


class GivenUp(LudoError):
    """The program has been started often enough in this game."""


class Fallback(LudoError):
    """Another bot of the program decided, since its own gave no action: a foul of this kind."""

    def __init__(self, foul: str) -> None:
        self.foul = foul
        super().__init__(f"the decision of another bot: {foul}")


class External:
    """Plays what a program answers. It runs from the first game on, and is kept for the next.

    Args:
        command: the command line; no shell sees it.
        ms: milliseconds that a decision may take.
        bot: which of its bots; the first that plays the game if empty.

    Raises:
        BadAgent: no command is given.
    """

    name = "cmd"

    def __init__(self, command: str, ms: int = 1000, bot: str = "") -> None:
        if not command:
            raise BadAgent("agent cmd: the program is missing, allowed: cmd:PROGRAM ARGUMENTS")
        self.command = command
        self.ms = ms
        self.bot = bot
        self.client: Client | None = None
        self.chosen = ""
        """The bot that is asked."""
        self.fouls: Counter[str] = Counter()
        """Of this game."""
        self.tried = False
        """Whether it has been started well; from then on whatever it does wrong is a foul."""
        self.starts = 0
        self.silent = 0
        """Decisions in a row for which nothing was heard of it."""
        self.overdue = 0
        """Of its client, when it was last looked at."""
        self.dice = Dice()
        self.random = Random()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins.

        Raises:
            BadAgent: the program has never played, and cannot be started, or has no bot for this
                game.
        """
        self.fouls = Counter()
        self.starts = 0
        self.dice.seed(seed)
        self.random.begin(game, seat, seed)
        if not self.tried:
            try:
                self.start(game.rules)
            except (Gone, Late, Refused) as error:
                raise BadAgent(f"agent cmd:{self.command}: {error}") from None
            self.tried = True

    def act(self, game: Game) -> int:
        """The answer of the program, or what is done instead."""
        try:
            return self.answer(game)
        except Late:
            self.fouls[LATE] += 1
            self.call_off()
        except GivenUp:
            self.fouls[GIVEN_UP] += 1
        except Gone:
            self.fouls[CRASHED] += 1
            self.close()
        except IllegalAction:
            self.fouls[ILLEGAL] += 1
        except Refused:
            self.fouls[REFUSED] += 1
            self.silent = 0
        except Fallback as fallback:
            self.fouls[fallback.foul] += 1
        return FOUL if game.tournament else self.random.act(game)

    def answer(self, game: Game) -> int:
        """The answer of the program.

        Raises:
            Late, GivenUp, Gone, Refused, Fallback, IllegalAction: there is no legal one.
        """
        client = self.client or self.start(game.rules)
        view = view_of(game, game.decider)
        state = json.loads(view) if view.startswith("{") else view
        told = client.decide(
            COLOURS[game.decider],
            self.chosen,
            state=state,
            patience=self.ms / 1000 + SLACK,
            rules=game.rules.text,
            limit={"ms": self.ms},
            seed=self.dice.word(),
        )
        self.silent = 0
        if told.get("fallback") is True:
            raise Fallback(LATE if told.get("limit") == "ms" else FAILED)
        return game.number(_action(told))

    def start(self, rules: Rules) -> Client:
        """Start the program. Raises `GivenUp`, `Gone`, `Late`, or `Refused`, also without a bot."""
        if self.starts >= STARTS:
            raise GivenUp(f"started {STARTS} times in this game")
        self.starts += 1
        client = Client.command(self.command)
        try:
            with self.telling_of_the_wait():
                told = client.ask("hello", START_SECONDS, proto=PROTO, client="arena")
            self.chosen = self.choose(told, rules)
        except (Gone, Late, Refused):
            client.kill()
            raise
        self.client, self.silent, self.overdue = client, 0, 0
        return client

    @contextmanager
    def telling_of_the_wait(self) -> Iterator[None]:
        """Tell people what they wait for, where a program takes long to start."""
        problem = "cmd:%s has not answered hello yet; it has %.0f s to start"
        timer = Timer(SOON, log.warning, (problem, self.command, START_SECONDS))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def choose(self, told: dict[str, Any], rules: Rules) -> str:
        """The bot to ask, from what the program says of itself. Raises `Gone`, `Refused`."""
        try:
            _check_proto(told)
            names = [name for name, games in _bots(told) if game_of(rules) in games]
        except Fault as fault:
            raise Gone(f"{fault.field}: {fault.problem}") from None
        if not names or self.bot not in ("", *names):
            which = show(self.bot) if self.bot else f"that plays {rules.name}"
            problem = f"no bot {which}, it has: {', '.join(map(show, names)) or 'none'}"
            raise Refused({"code": "unknown_bot", "msg": problem})
        return self.bot or names[0]

    def call_off(self) -> None:
        """Tell the program that its answer comes too late, or end it if it says nothing at all."""
        if self.client is None:
            return  # it was late to start
        heard = self.client.overdue > self.overdue
        self.overdue = self.client.overdue
        self.silent = 0 if heard else self.silent + 1
        if self.silent >= SILENT:
            self.close()
            return
        try:
            self.client.tell("stop", SLACK, target=self.client.asked)
        except (Gone, Late):
            self.close()

    def close(self) -> None:
        """End the program, and what it has started."""
        client, self.client = self.client, None
        if client is not None:
            client.kill()


def _bots(told: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The bots of a program, each with the games that it plays. Raises `Fault`."""
    bots = Fields(told, "hello").value("bots")
    if not isinstance(bots, list):
        raise Fault("hello.bots", f"{show(bots)}, allowed: a list of bots")
    found = []
    for place, bot in enumerate(bots):
        fields = Fields(bot, f"hello.bots[{place}]")
        games = fields.value("games") if fields.has("games") else [PLAIN, FULL]
        if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
            raise Fault(fields.name("games"), f"{show(games)}, allowed: a list of {PLAIN}, {FULL}")
        name = fields.text("name")
        if len(name) > LONGEST_NAME:
            raise Fault(fields.name("name"), f"{show(name)}, allowed: {LONGEST_NAME} characters")
        found.append((name, games))
    return found


def _check_proto(told: dict[str, Any]) -> None:
    """Raise `Fault` for a protocol that is not spoken here; who tells none speaks this one."""
    fields = Fields(told, "hello")
    if fields.has("proto"):
        whole(fields.value("proto"), fields.name("proto"), PROTO, PROTO)


def _action(told: dict[str, Any]) -> int | str:
    """The action of an answer. Raises `IllegalAction` if there is none."""
    action = told.get("action")
    found = action
    if isinstance(action, dict):
        index = action.get("index")
        found = action.get("text") if index is None else index
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    if isinstance(found, bool) or not isinstance(found, int | str):
        raise IllegalAction(show(action), ())
    return found
