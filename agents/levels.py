"""Levels of play, ``easy`` to ``expert``: which bot plays each of them, as a table.

What each level is worth and how long it takes is measured: `ludo ladder` writes both into
``levels.json``, and its page tells how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from agents.agent import Agent
from agents.registry import FULL, PLAIN, game_of, make_agent
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.files import read_json
from ludo_env.rules import Rules

MEASURED: Final = Path(__file__).with_name("levels.json")
"""Where the measured figures are."""


@dataclass(frozen=True, slots=True)
class Level:
    """What plays a level in one game.

    Attributes:
        spec: the bot, under any rules of the game.
        trained: bots that know one rule set only, by its text; they come before ``spec``.
        many: the bot where more than two play, if it is another: a party decides less there, and
            what makes a step between two players is not one between four.
    """

    spec: str
    trained: Mapping[str, str] = field(default_factory=dict)
    many: str = ""


LEVELS: Final[dict[str, dict[str, Level]]] = {
    PLAIN: {
        "easy": Level("expect:temperature=20"),
        "normal": Level("smart"),
        "hard": Level("expect"),
        "expert": Level("expect", {"danish": "td"}),
    },
    FULL: {
        "easy": Level("sensible:temperature=1.6"),
        "normal": Level("sensible:temperature=0.1"),
        "hard": Level("learned:temperature=0.02", many="search:nodes=16,turns=2"),
        "expert": Level("search:nodes=100,turns=6"),
    },
}
"""By game, then by level, weakest first."""

NAMES: Final = tuple(LEVELS[PLAIN])
"""The levels, weakest first."""


def level_spec(level: str, rules: Rules, players: int) -> str:
    """The spec of the bot that plays a level in games of some players. Raises `BadOption`."""
    if level not in NAMES:
        raise BadOption(f"level: {level!r}, allowed: {', '.join(NAMES)}")
    found = LEVELS[game_of(rules)][level]
    usual = found.many if found.many and players > 2 else found.spec
    return found.trained.get(rules.text, usual)


class Levelled:
    """Plays a level, with the bot that the table has for the rules of each game.

    Args:
        name: a name in `NAMES`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.bots: dict[str, Agent] = {}
        """The bots that have been made, by spec."""
        self.bot: Agent | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises as the bot does."""
        spec = level_spec(self.name, game.rules, len(game.seats))
        if spec not in self.bots:
            self.bots[spec] = make_agent(spec)
        self.bot = self.bots[spec]
        self.bot.begin(game, seat, seed)

    def act(self, game: Game) -> int:
        """The chosen action, always a legal one."""
        if self.bot is None:
            raise RuntimeError("act before begin")
        return self.bot.act(game)


easy = partial(Levelled, "easy")
normal = partial(Levelled, "normal")
hard = partial(Levelled, "hard")
expert = partial(Levelled, "expert")


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a level, as `ludo ladder` wrote it.

    Attributes:
        level: its name.
        rules, players, teams: the games.
        spec: the bot that played it.
        rating, low, high: Elo points above ``random``, with the 95 % interval.
        milliseconds: of the median decision on one core.
    """

    level: str
    rules: str
    players: int
    teams: bool
    spec: str
    rating: float
    low: float
    high: float
    milliseconds: float


def measured() -> list[Measured]:
    """The measured figures of all levels. Raises `BadOption` when the file is damaged."""
    try:
        return [Measured(**entry) for entry in read_json(MEASURED, BadOption)]
    except TypeError as error:
        raise BadOption(f"{MEASURED}: damaged: {error}") from None
