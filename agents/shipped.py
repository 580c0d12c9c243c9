"""The trained bots that come with the project, one file a rule set."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from agents.model import load_model
from agents.value import Value
from ludo_env.engine.game import Game
from ludo_env.errors import BadModel

MODELS: Final = Path(__file__).with_name("models")
"""Where they are, by the name of the rule set: ``danish.onnx``."""


class Shipped:
    """Plays the trained bot of the game's rule set.

    Args:
        temperature: see `agents.value.Value`.
    """

    name = "td"

    def __init__(self, temperature: float = 0.0) -> None:
        self.temperature = temperature
        self.bots: dict[str, Value] = {}
        """The bots that have been loaded, by rule set."""
        self.bot: Value | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadModel` if no bot comes with the project for it."""
        name = game.rules.name
        if name not in self.bots:
            path = MODELS / f"{name}.onnx"
            if not path.is_file():
                there = ", ".join(sorted(file.stem for file in MODELS.glob("*.onnx")))
                raise BadModel(f"td: no trained bot for the rules {name}, allowed: {there}")
            self.bots[name] = Value(load_model(path, "value"), self.temperature)
        self.bot = self.bots[name]
        self.bot.begin(game, seat, seed)

    def act(self, game: Game) -> int:
        """The chosen action, always a legal one."""
        if self.bot is None:
            raise RuntimeError("act before begin")
        return self.bot.act(game)

    def worths(self, game: Game) -> dict[int, float]:
        """As of `Value`; empty before a game begins."""
        return {} if self.bot is None else self.bot.worths(game)

    def outlook(self, game: Game, action: int) -> dict[int, float]:
        """As of `Value`; empty before a game begins."""
        return {} if self.bot is None else self.bot.outlook(game, action)
