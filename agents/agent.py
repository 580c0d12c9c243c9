"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from ludo_env.engine.game import Game


class Agent(Protocol):
    """A bot that plays one seat: `begin` starts a game, `act` answers each decision of the seat.

    ::

        agent = make_agent("smart")
        agent.begin(game, seat=0, seed=1)
        while not game.over:
            game.apply(agent.act(game) if game.decider == 0 else game.legal()[0])

    An agent has a generator of its own, which `begin` seeds; it never touches the dice of the game
    (it may look ahead on `Game.copy` and `Game.afterstate`). The same seed and the same game give
    the same answers. Nothing is carried over from one game to the next.
    """

    name: str
    """The registered name."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins in which the agent plays party ``seat`` (0 yellow to 3 green)."""

    def act(self, game: Game) -> int:
        """The number of a legal action for ``game.decider``, which is the agent's seat."""
        ...
