"""The decision that is there at once, for when a bot has no time left, is stopped or fails."""

from __future__ import annotations

from collections.abc import Sequence

from agents.registry import game_of, make_agent
from agents.search.worlds import possible_world
from agents.service.bots import QUICK
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState


class Spare:
    """Decides by bots that need no time, in some hundredths of a millisecond.

    So every question has its answer from the beginning, and none has to be found when many are
    late together.
    """

    def __init__(self) -> None:
        self.bots = {game: make_agent(spec) for game, spec in QUICK.items()}

    def action(self, game: Game, seat: int, legal: Sequence[int], seed: int) -> int:
        """A legal action; the first one if even the quick bot fails.

        Args:
            game: at a decision of the seat. It is only read, and what the seat may not know of it
                is dealt anew before a bot sees it.
            legal: the numbers of the actions.
            seed: of what is dealt.
        """
        try:
            shown = blind(game, seat, seed)
            bot = self.bots[game_of(game.rules)]
            bot.begin(shown, seat, seed)
            action = int(bot.act(shown))
        except Exception:
            return legal[0]
        return action if action in legal else legal[0]


def blind(game: Game, seat: int, seed: int) -> Game:
    """A copy with other dice, in which all that a seat cannot see is dealt anew."""
    dice = Dice()
    dice.seed(seed)
    if isinstance(game.state, LudicrousState):
        return Game.of(possible_world(game.state, seat, dice))
    copy = game.copy()
    copy.state.dice = dice
    return copy
