"""The bot that plays a value function of afterstates: it tries every move and takes the best."""

from __future__ import annotations

import numpy as np

from agents.model import Model
from ludo_env.afterstates import Afterstates
from ludo_env.arrays import view
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game


class Value:
    """Plays a trained value function.

    Args:
        model: a model of kind ``value``: afterstates, as the mover sees them, to each party's
            chance to win, ``(n, 4)``, mover first.
        temperature: 0 takes the best move; above, chances to win differ by ``temperature`` for a
            move to be e times as probable.
    """

    name = "td"

    def __init__(self, model: Model, temperature: float = 0.0) -> None:
        self.model = model
        self.temperature = temperature
        self.rng = np.random.default_rng(0)
        self.after = Afterstates(model.schema.encoding, 0)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadModel` if the values were learned for another one."""
        self.model.check(game)
        self.rng = np.random.default_rng(seed)
        self.after = Afterstates(self.model.schema.encoding, len(game.catalogue.names))
        self.rows = view(self.after.observations, np.uint8).reshape(-1, self.model.schema.size)
        self.results = view(self.after.results, np.float64).reshape(-1, PARTIES)

    def act(self, game: Game) -> int:
        """The chosen action, always a legal one."""
        count = self.after.expand([game.plain])
        worth = self.model.run(self.rows[:count])[:, 0].astype(np.float64)
        for row in range(count):
            if self.after.known[row]:
                # An over game's result, from -1 to 1, on the scale of chances.
                worth[row] = (self.results[row, 0] + 1.0) / 2.0
        if self.temperature > 0:
            # The largest of values with Gumbel noise is a draw from their softmax.
            worth = worth / self.temperature + self.rng.gumbel(size=count)
        return int(self.after.moves[int(np.argmax(worth))])
