"""Bots that need no time: they decide where they are asked, and stand in for late ones."""

from __future__ import annotations

import logging

from agents.registry import game_of
from agents.search.worlds import possible_world
from agents.service.bots import QUICK
from agents.service.search import Answer, Brief
from agents.service.thinking import Thinker
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState

log = logging.getLogger(__name__)


class Quick:
    """Decides by bots that need some microseconds.

    A game is only read, and what the seat may not know of it is dealt anew before a bot sees it.
    """

    def __init__(self) -> None:
        self.thinker = Thinker()

    def answer(self, game: Game, brief: Brief) -> Answer:
        """The decision of the bot; the first legal action if even a quick one fails."""
        try:
            return self.thinker.decide(blind(game, brief.seat, brief.seed), brief)
        except Exception as error:
            log.exception("a quick bot gave no answer")
            return Answer(brief.legal[0], failed=f"{type(error).__name__}: {error}", spare=True)

    def spare(self, game: Game, brief: Brief) -> int:
        """The action for when the bot has no time left, is stopped or fails."""
        spec = QUICK[game_of(game.rules)]
        return self.answer(game, Brief(brief.seat, brief.legal, spec, brief.seed)).action


def blind(game: Game, seat: int, seed: int) -> Game:
    """A copy with other dice, in which all that a seat cannot see is dealt anew."""
    dice = Dice()
    dice.seed(seed)
    if isinstance(game.state, LudicrousState):
        return Game.of(possible_world(game.state, seat, dice))
    copy = game.copy()
    copy.state.dice = dice
    return copy
