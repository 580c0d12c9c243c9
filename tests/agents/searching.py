"""Decisions that are worth a search."""

from __future__ import annotations

from agents.search.bot import Search
from agents.sensible import Sensible
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECISIONS


def busy(seed: int = 4) -> Game:
    """A game under way, in which it is not clear which of several pieces to move."""
    game, bot = Game("ludicrous", 2, seed=seed), Sensible()
    while game.full.rounds < 12 or DECISIONS[game.full.kind] != "move" or not unclear(game):
        game.apply(bot.choose(game.full))
    return game


def unclear(game: Game) -> bool:
    """Whether several actions are still in question after many worlds."""
    player = Search(nodes=300, turns=2)
    player.begin(game, game.decider, seed=1)
    player.act(game)
    return player.limit == "nodes"
