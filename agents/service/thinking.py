"""One decision of a bot, in whatever process: from the view of a seat to an action."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from agents.agent import Agent
from agents.judging import outlook, worths
from agents.registry import game_of, make_agent
from agents.service.bots import QUICK
from agents.service.search import Answer, Question
from agents.service.seen import game_of_view
from ludo_env.engine.game import Game

RANKED: Final = "ranked"
VALUE: Final = "value"
"""What may be asked for besides the action."""
KEPT: Final = 16
"""Bots that are kept from one question to the next."""


class Thinker:
    """Answers questions, and keeps the bots that were asked last.

    Args:
        make: gives the bot of a spec.
    """

    def __init__(self, make: Callable[[str], Agent] = make_agent) -> None:
        self.make = make
        self.bots: OrderedDict[str, Agent] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """The decision of the bot.

        Raises:
            Exception: whatever the bot raises.
        """
        game = game_of_view(question.view, question.seed)
        bot = self.bot(question.spec)
        bot.begin(game, question.seat, question.seed)
        action = bot.act(game)
        if action not in question.legal:
            raise ValueError(f"{question.spec} chose {action}, which is not legal")
        return Answer(
            int(action),
            ranked=_ranked(bot, game) if RANKED in question.wants else (),
            value=tuple(outlook(bot, game, action).items()) if VALUE in question.wants else (),
        )

    def bot(self, spec: str) -> Agent:
        """The bot of a spec."""
        if spec in self.bots:
            self.bots.move_to_end(spec)
            return self.bots[spec]
        bot = self.make(spec)
        self.bots[spec] = bot
        while len(self.bots) > KEPT:
            self.bots.popitem(last=False)
        return bot


def _ranked(bot: Agent, game: Game) -> tuple[tuple[int, float], ...]:
    """The actions with what the bot thinks of them, the best first; none if it cannot tell."""
    return tuple(sorted(worths(bot, game).items(), key=lambda pair: -pair[1]))


class Quick:
    """Decides at once, by bots that need no time, which are there from the beginning."""

    def __init__(self) -> None:
        self.bots = {game: make_agent(spec) for game, spec in QUICK.items()}

    def action(self, question: Question) -> int:
        """A legal action; the first one if even the quick bot fails."""
        try:
            game = game_of_view(question.view, question.seed)
            bot = self.bots[game_of(game.rules)]
            bot.begin(game, question.seat, question.seed)
            action = int(bot.act(game))
        except Exception:
            return question.legal[0]
        return action if action in question.legal else question.legal[0]
