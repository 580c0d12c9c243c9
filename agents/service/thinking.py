"""One decision of a bot, in whatever process: from the view of a seat to an action."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

from agents.agent import Agent
from agents.judging import outlook, worths
from agents.levels import NAMES as LEVELS
from agents.levels import level_spec
from agents.registry import make_agent
from agents.service.search import Answer, Brief, LimitKind, Question
from agents.service.seen import game_of_view
from ludo_env.engine.game import Game

RANKED: Final = "ranked"
VALUE: Final = "value"
"""What may be asked for besides the action."""
KEPT: Final = 16
"""Bots that are kept from one question to the next."""
RESERVE: Final = 15.0
"""Milliseconds of a limit that are kept for taking the question and the answer to and fro."""
RESERVE_PART: Final = 8.0
"""Of a long limit this part is kept."""
WARM_RULES: Final = "ludicrous"
WARMED: Final = (2, 4)
"""The game, and the numbers of players, whose bots read files that take some time."""
LEAST: Final = 1.0
"""Milliseconds that a bot has, however late it is asked."""


@runtime_checkable
class Timed(Protocol):
    """A bot that limits itself: ``ms`` are the most milliseconds of a decision, 0 is no limit."""

    ms: float


@runtime_checkable
class Stoppable(Protocol):
    """A bot that can be stopped: it asks ``stopped`` now and then, and then ends with its best."""

    stopped: Callable[[], bool]


class Thinker:
    """Answers questions, and keeps the bots that were asked last.

    Args:
        make: gives the bot of a spec.
        stopped: tells whether the answer is wanted at once; None if nobody ever does.
    """

    def __init__(
        self,
        make: Callable[[str], Agent] = make_agent,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        self.make = make
        self.stopped = stopped
        self.bots: OrderedDict[str, Agent] = OrderedDict()
        self.limits: dict[str, float] = {}
        """The limits that bots have of their own, by spec."""

    def prepare(self) -> None:
        """Load what the levels of the full game need, so that a first question has all its time.

        What is wrong with a bot is told when it is asked.
        """
        for players in WARMED:
            game = Game(WARM_RULES, players, seed=0)
            for level in LEVELS:
                with contextlib.suppress(Exception):
                    self.bot(level_spec(level, game.rules, players)).begin(game, game.decider, 0)

    def answer(self, question: Question) -> Answer:
        """The decision of the bot.

        Raises:
            Exception: whatever the bot raises.
        """
        brief = question.brief
        game = game_of_view(question.view, brief.seed)
        bot = self.bot(brief.spec)
        if isinstance(bot, Timed):
            bot.ms = time_for(self.limits[brief.spec], question.deadline)
        return self.decide(game, brief)

    def decide(self, game: Game, brief: Brief) -> Answer:
        """The decision of the bot in a game that shows what it may know. Raises as `answer`."""
        bot = self.bot(brief.spec)
        bot.begin(game, brief.seat, brief.seed)
        action = bot.act(game)
        # Before it thinks again, about what else is asked for.
        limit: LimitKind | None = getattr(bot, "limit", None) or None
        if action not in brief.legal:
            raise ValueError(f"{brief.spec} chose {action}, which is not legal")
        return Answer(
            int(action),
            ranked=_ranked(bot, game) if RANKED in brief.wants else (),
            value=tuple(outlook(bot, game, action).items()) if VALUE in brief.wants else (),
            limit=limit,
        )

    def bot(self, spec: str) -> Agent:
        """The bot of a spec."""
        if spec in self.bots:
            self.bots.move_to_end(spec)
            return self.bots[spec]
        bot = self.make(spec)
        self.bots[spec] = bot
        if isinstance(bot, Timed):
            self.limits[spec] = bot.ms
        if self.stopped is not None and isinstance(bot, Stoppable):
            bot.stopped = self.stopped
        while len(self.bots) > KEPT:
            old, _ = self.bots.popitem(last=False)
            self.limits.pop(old, None)
        return bot


def time_for(own: float, deadline: float) -> float:
    """The milliseconds that a bot has until the deadline, up to a limit of its own.

    What a question has waited for is gone: so a search ends with the best that it has found.
    """
    left = 1000.0 * (deadline - time.monotonic())
    left = max(LEAST, left - max(RESERVE, left / RESERVE_PART))
    return min(own, left) if own > 0.0 else left


def _ranked(bot: Agent, game: Game) -> tuple[tuple[int, float], ...]:
    """The actions with what the bot thinks of them, the best first; none if it cannot tell."""
    return tuple(sorted(worths(bot, game).items(), key=lambda pair: -pair[1]))
