"""The sensible player with learned weights: those of the project, or of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from agents.characters import WEIGHTS
from agents.sensible import Sensible
from agents.shipped import MODELS
from ludo_env.engine.game import Game
from ludo_env.errors import BadModel
from ludo_env.files import read_json

SHIPPED: Final = MODELS / "ludicrous.json"
"""The weights that come with the project."""


class Learned:
    """Judges the full game as `agents.sensible` does, by weights learned from self-play.

    Args:
        model: a file that ``ludo train`` with the method ``evolve`` has written; empty takes the
            weights that come with the project.
        temperature: see `agents.sensible.Sensible`.

    Raises:
        BadModel: the file cannot be read, or does not hold all weights.
    """

    name = "learned"

    def __init__(self, model: str = "", temperature: float = 0.0) -> None:
        self.bot = Sensible(temperature=temperature)
        self.bot.start(read_weights(Path(model) if model else SHIPPED))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadRules` in a game of plain Ludo."""
        self.bot.begin(game, seat, seed)

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.bot.act(game)


def read_weights(path: Path) -> dict[str, int]:
    """The weights in a JSON file: a whole number for each name. Raises `BadModel`."""
    data = read_json(path, BadModel)
    if not isinstance(data, dict):
        raise BadModel(f"{path}: not a file of weights: not an object of names and numbers")
    if odd := sorted(data.keys() ^ WEIGHTS.keys()):
        kind = "unknown" if odd[0] in data else "missing"
        raise BadModel(f"{path}: weight {odd[0]!r} is {kind}, needed: {', '.join(WEIGHTS)}")
    for name, value in data.items():
        if type(value) is not int:
            raise BadModel(f"{path}: weight {name!r} is {value!r}, allowed: a whole number")
    return data
