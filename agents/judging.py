"""What a bot thinks of a decision: what each action is worth to it, and who it thinks will win.

Not every bot can tell. Those that are compiled are asked here by their own measure; others have the
methods of `Judging`.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from agents.agent import Agent
from agents.instinct.bot import Instinct
from agents.learned import Learned
from agents.levels import Levelled
from agents.lookahead import Expect
from agents.sensible import Sensible
from agents.sensible.bot import value_of
from agents.sensible.judge import SPACE
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK


@runtime_checkable
class Judging(Protocol):
    """A bot that tells what it thinks, at a decision of its seat, after `Agent.begin`."""

    def worths(self, game: Game) -> dict[int, float]:
        """What each action is worth to it, on a scale of its own."""
        ...

    def outlook(self, game: Game, action: int) -> dict[int, float]:
        """The chance to win, 0 to 1, that it gives each party after an action; empty if none."""
        ...


def worths(agent: Agent, game: Game) -> dict[int, float]:
    """What each action is worth to a bot, on a scale of its own; empty if it cannot tell."""
    bot = _player(agent)
    if isinstance(bot, Instinct):
        return bot.scores(game.full) or _sensible(bot, game)
    if isinstance(bot, Sensible):
        return _sensible(bot, game)
    if isinstance(bot, Expect):
        return {action: _foreseen(bot, game, action) for action in game.legal()}
    return bot.worths(game) if isinstance(bot, Judging) else {}


def outlook(agent: Agent, game: Game, action: int) -> dict[int, float]:
    """The chance to win that a bot gives each party after an action; empty if it cannot tell."""
    bot = _player(agent)
    return bot.outlook(game, action) if isinstance(bot, Judging) else {}


def _player(agent: Agent) -> Agent:
    """The bot that plays a level, or by what was learned."""
    bot = agent.bot if isinstance(agent, Levelled) and agent.bot is not None else agent
    return bot.bot if isinstance(bot, Learned) else bot


def _sensible(bot: Sensible, game: Game) -> dict[int, float]:
    """In spaces of progress. Giving up has no worth, nor have the places of a tank."""
    m = game.full
    bot.judge.look(m, m.decider)
    if m.kind == DECIDE_TANK:
        return {}
    actions = [action for action in game.legal() if action != CEDE]
    return {action: value_of(bot.judge, m, m.kind, action) / SPACE for action in actions}


def _foreseen(bot: Expect, game: Game, action: int) -> float:
    """In spaces of progress."""
    after = game.plain.twin()
    after.settle(action)
    return float(bot.foresee(after, game.decider))
