"""A bot that is another program, asked by the bot protocol.

It never keeps a game waiting: where it gives no legal answer in time, that is a foul, and any legal
action is taken instead; at a tournament of the full game the rules count the foul too.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from agents.registry import FULL, PLAIN, game_of
from agents.scripted import Random
from agents.service.client import Client, Refused
from agents.service.seen import view_of
from agents.service.wires import Gone, Late
from ludo_env.board import COLOURS
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import FOUL, Game
from ludo_env.errors import BadAgent, IllegalAction
from ludo_env.fields import show
from ludo_env.rules import Rules

LATE, CRASHED, ILLEGAL, REFUSED = "late", "crashed", "illegal", "refused"
FOULS: Final = (LATE, CRASHED, ILLEGAL, REFUSED)
"""No answer in time; the program ended or spoke nonsense; an action that is not legal; an error."""
START_SECONDS: Final = 30.0
"""What a program may take to start."""
SLACK: Final = 0.1
"""Seconds on top of the limit, for the way."""
STARTS: Final = 5
"""So often a program is started in one game; after that it only fouls."""
LATE_IN_A_ROW: Final = 3
"""After so many answers that were late the program is started anew."""


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
        self.starts = 0
        self.late = 0
        """Answers in a row that were late."""
        self.dice = Dice()
        self.random = Random()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins.

        Raises:
            BadAgent: the program cannot be started, or has no bot for this game.
        """
        self.fouls = Counter()
        self.starts = 0
        self.dice.seed(seed)
        self.random.begin(game, seat, seed)
        if self.client is None:
            try:
                self.start(game.rules)
            except (Gone, Late, Refused) as error:
                raise BadAgent(f"agent cmd:{self.command}: {error}") from None

    def act(self, game: Game) -> int:
        """The answer of the program, or what is done instead."""
        try:
            return self.answer(game)
        except Late:
            self.fouls[LATE] += 1
            self.late += 1
            self.call_off()
        except Gone:
            self.fouls[CRASHED] += 1
            self.close()
        except IllegalAction:
            self.fouls[ILLEGAL] += 1
        except Refused:
            self.fouls[REFUSED] += 1
        return FOUL if game.tournament else self.random.act(game)

    def answer(self, game: Game) -> int:
        """The answer of the program. Raises `Late`, `Gone`, `Refused`, `IllegalAction`."""
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
        self.late = 0
        return game.number(_action(told))

    def start(self, rules: Rules) -> Client:
        """Start the program. Raises `Gone`, `Late`, `Refused`, or `BadAgent` without a bot."""
        if self.starts >= STARTS:
            raise Gone(f"ended {STARTS} times in this game")
        self.starts += 1
        self.client = Client.command(self.command)
        try:
            told = self.client.ask("hello", START_SECONDS, proto=1, client="arena")
        except (Gone, Late, Refused):
            self.close()
            raise
        self.chosen = self.choose(told, rules)
        return self.client

    def choose(self, told: dict[str, Any], rules: Rules) -> str:
        """The bot to ask, from what the program says of itself. Raises `BadAgent`."""
        bots = told.get("bots")
        names = [
            str(bot.get("name"))
            for bot in (bots if isinstance(bots, list) else [])
            if isinstance(bot, dict) and game_of(rules) in bot.get("games", (PLAIN, FULL))
        ]
        if self.bot and self.bot not in names:
            self.close()
            those = ", ".join(names) or "none"
            raise BadAgent(f"agent cmd:{self.command}: no bot {self.bot!r}, it has: {those}")
        if not names:
            self.close()
            raise BadAgent(f"agent cmd:{self.command}: it has no bot that plays {rules.name}")
        return self.bot or names[0]

    def call_off(self) -> None:
        """Tell the program that its answer comes too late, or end it if that happens again."""
        assert self.client is not None
        if self.late >= LATE_IN_A_ROW:
            self.close()
            return
        try:
            self.client.tell("stop", target=self.client.asked)
        except Gone:
            self.close()

    def close(self) -> None:
        """End the program."""
        client, self.client, self.late = self.client, None, 0
        if client is not None:
            client.kill()


def _action(told: dict[str, Any]) -> int | str:
    """The action of an answer. Raises `IllegalAction` if there is none."""
    action = told.get("action")
    found = action.get("index", action.get("text")) if isinstance(action, dict) else action
    if isinstance(found, bool) or not isinstance(found, int | str):
        raise IllegalAction(show(action), ())
    return found
