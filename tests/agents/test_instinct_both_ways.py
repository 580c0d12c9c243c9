"""The learned scorer plays the same moves compiled and interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from agents.instinct.bot import Instinct
from agents.learned import SHIPPED, read_model, read_scorer
from ludo_env.engine.game import Game
from ludo_env.rules.ludicrous import LudicrousRules
from tests.both_ways import needs_compiled, tell, told_interpreted

PLAYERS: Final = (2, 4)
DIGITS: Final = 9
"""A compiler may add in another order."""


def moves() -> Iterator[str]:
    """The moves of short games, with what the mover thought of its choices."""
    bot = Instinct(*read_scorer(SHIPPED, read_model(SHIPPED)))
    for players in PLAYERS:
        game = Game(LudicrousRules(max_rounds=12), players, seed=11 + players)
        bot.begin(game, 0, seed=players)
        while not game.over:
            scores = bot.scores(game.full)
            told = [(action, round(score, DIGITS)) for action, score in sorted(scores.items())]
            action = bot.act(game)
            yield f"{game.decider} {action} {told}"
            game.apply(action)


@needs_compiled
def test_it_plays_the_same_moves_compiled_and_interpreted() -> None:
    ours = list(moves())
    assert len(ours) > 200
    assert sum("(" in line for line in ours) > 50
    assert told_interpreted(__file__) == ours


if __name__ == "__main__":
    tell(list(moves()))
