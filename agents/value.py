"""The bot that plays a value function of afterstates: it tries every move and takes the best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
        worth = self.chances(game)[:, 0]
        if self.temperature > 0:
            # The largest of values with Gumbel noise is a draw from their softmax.
            worth = worth / self.temperature + self.rng.gumbel(size=len(worth))
        return int(self.after.moves[int(np.argmax(worth))])

    def worths(self, game: Game) -> dict[int, float]:
        """The own chance to win after each action."""
        chances = self.chances(game)[:, 0]
        return {int(self.after.moves[row]): float(chance) for row, chance in enumerate(chances)}

    def outlook(self, game: Game, action: int) -> dict[int, float]:
        """The chance to win of each party after an action."""
        row = self.chances(game)[game.legal().index(action)]
        seen = [(game.decider + ahead) % PARTIES for ahead in range(PARTIES)]
        return {seat: float(row[seen.index(seat)]) for seat in game.seats}

    def chances(self, game: Game) -> NDArray[np.float64]:
        """Each party's chance to win after each legal action, ``(n, 4)``, mover first."""
        count = self.after.expand([game.plain])
        chances = self.model.run(self.rows[:count]).astype(np.float64)
        for row in range(count):
            if self.after.known[row]:
                # An over game's results, from -1 to 1, on the scale of chances.
                chances[row] = (self.results[row] + 1.0) / 2.0
        return chances
