"""An agent function of the AEC environment, such as a trained policy, as a bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ludo_env.arrays import view
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.observation import Schema, schema_for

Function = Callable[[dict[str, Any], str], Any]
"""From the observation that ``env.last()`` gives, and the agent's name, to an action's number."""
NAME: Final = "policy"


class Policy:
    """Plays a function of the observation, as a loop over the AEC environment would.

    ::

        def choose(observation, agent):
            return int(observation["action_mask"].argmax())

        bot = Policy(choose)

    Args:
        function: called with the observation, ``{"observation": ..., "action_mask": (actions,)
            int8}`` as `ludo_env.aec` describes it, and the colour that decides.
        layout: the format of the observation.
    """

    name = NAME

    def __init__(self, function: Function, layout: str | Sequence[str] = "flat") -> None:
        self.function = function
        self.layout = layout if isinstance(layout, str) else tuple(layout)
        self.schema: Schema | None = None
        self.rules = ""
        """Of the games that the schema is for."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadOption` if there is no such format for it."""
        if self.schema is None or self.rules != game.rules.text:
            self.schema, self.rules = schema_for(self.layout, game.rules), game.rules.text

    def act(self, game: Game) -> int:
        """The action that the function gives. Raises `IllegalAction` unless it is a legal one."""
        assert self.schema is not None
        seat = game.decider
        seen: Any = self.schema.encode(game, seat)
        if self.layout == "dict":
            seen = self.schema.split(seen)
        mask = view(game.state.mask, np.int8).copy()
        return game.number(self.function({"observation": seen, "action_mask": mask}, COLOURS[seat]))
