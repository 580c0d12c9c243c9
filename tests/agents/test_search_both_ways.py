"""The search plays the same moves compiled and interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from agents import make_agent
from agents.search.bot import Search
from ludo_env.engine.game import Game
from ludo_env.rules.ludicrous import LudicrousRules
from tests.both_ways import needs_compiled, tell, told_interpreted

SEARCH: Final = "search:nodes=24,turns=2,depth=6"
PLAYERS: Final = (2, 4)


def moves() -> Iterator[str]:
    """The moves of short games, with what the mover thought of its choices."""
    for players in PLAYERS:
        game = Game(LudicrousRules(max_rounds=2), players, seed=11 + players)
        bots = {seat: make_agent(SEARCH) for seat in game.seats}
        for seat, bot in bots.items():
            bot.begin(game, seat, seed=seat + 1)
        while not game.over:
            bot = bots[game.decider]
            assert isinstance(bot, Search)
            action = bot.act(game)
            yield f"{game.decider} {action} {sorted(bot.worths(game).items())}"
            game.apply(action)


@needs_compiled
def test_it_plays_the_same_moves_compiled_and_interpreted() -> None:
    ours = list(moves())
    assert len(ours) > 20
    assert told_interpreted(__file__) == ours


if __name__ == "__main__":
    tell(list(moves()))
