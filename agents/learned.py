"""The learned player of the full game: by the project's own model, or by one of a file."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

from agents.characters import WEIGHTS
from agents.instinct.bot import Instinct
from agents.instinct.inputs import INPUTS, POSITION, SCHEMA, VERSION
from agents.sensible import Sensible
from agents.shipped import MODELS
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK, DECISIONS
from ludo_env.errors import BadModel
from ludo_env.files import read_json

SHIPPED: Final = MODELS / "learned" / "two.json"
"""The scorer that comes with the project."""
EVOLVED: Final = MODELS / "ludicrous.json"
"""The evolved weights of the rules of thumb that come with the project."""
SCORER: Final = "scorer"
"""The key that a scorer's file has, and a file of weights has not."""
TABLES: Final = ("units", "bias", "out", "linear")


class Learned:
    """Judges the full game as it has learned to, by one of two kinds of files.

    A **scorer** corrects what the rules of thumb think of an action (`agents.instinct`).
    **Weights** are those of the rules of thumb themselves: it plays as `agents.sensible` by them.

    Args:
        model: a file that ``ludo train`` has written with the method ``distil`` or ``evolve``;
            empty takes the scorer that comes with the project.
        temperature: see `agents.sensible.Sensible`.

    Raises:
        BadModel: the file cannot be read, is none of these, or was trained on other numbers.
    """

    name = "learned"

    def __init__(self, model: str = "", temperature: float = 0.0) -> None:
        path = Path(model) if model else SHIPPED
        data = read_model(path)
        self.bot: Sensible
        if SCORER in data:
            self.bot = Instinct(*read_scorer(path, data), temperature)
        else:
            self.bot = Sensible(temperature=temperature)
            self.bot.start(check_weights(path, data))

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadRules` in a game of plain Ludo."""
        self.bot.begin(game, seat, seed)

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.bot.act(game)


def load_scorer() -> Instinct:
    """The player by the project's own scorer. Raises `BadModel` when the file is damaged."""
    return Instinct(*read_scorer(SHIPPED, read_model(SHIPPED)))


def read_model(path: Path) -> dict[str, Any]:
    """The object in a JSON file. Raises `BadModel`."""
    data = read_json(path, BadModel)
    if not isinstance(data, dict):
        raise BadModel(f"{path}: not a learned model: not an object of names and numbers")
    return data


def read_weights(path: Path) -> dict[str, int]:
    """The weights in a JSON file: a whole number for each name. Raises `BadModel`."""
    return check_weights(path, read_model(path))


def check_weights(path: Path, data: Mapping[str, Any]) -> dict[str, int]:
    """The weights that a file holds. Raises `BadModel`."""
    if odd := sorted(data.keys() ^ WEIGHTS.keys()):
        kind = "unknown" if odd[0] in data else "missing"
        raise BadModel(f"{path}: weight {odd[0]!r} is {kind}, needed: {', '.join(WEIGHTS)}")
    for name, value in data.items():
        if type(value) is not int:
            raise BadModel(f"{path}: weight {name!r} is {value!r}, allowed: a whole number")
    return dict(data)


def describe_scorer(kinds: list[int], training: Mapping[str, object]) -> dict[str, object]:
    """What a scorer's file tells besides its numbers.

    Args:
        kinds: the kinds of decision that it has learned.
        training: the configuration that it was trained with, as JSON data.
    """
    return {
        "version": VERSION,
        "schema": SCHEMA,
        "kinds": [DECISIONS[kind] for kind in kinds],
        "training": dict(training),
    }


def read_scorer(path: Path, data: Mapping[str, Any]) -> tuple[dict[str, list[float]], list[int]]:
    """The numbers and the kinds of decision of a scorer. Raises `BadModel`."""
    kinds = check_scorer(path, data)
    tables = data[SCORER]
    try:
        weights = {name: [float(x) for x in tables[name]] for name in TABLES}
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise BadModel(f"{path}: damaged: {type(error).__name__} {error}") from None
    hidden = len(weights["bias"])
    wanted = dict(zip(TABLES, (INPUTS * hidden, hidden, hidden, INPUTS - POSITION), strict=True))
    for name, size in wanted.items():
        if len(weights[name]) != size or not hidden:
            raise BadModel(f"{path}: damaged: {len(weights[name])} numbers of {name}, not {size}")
        if not all(map(isfinite, weights[name])):
            raise BadModel(f"{path}: damaged: a number of {name} is not finite")
    return weights, kinds


def check_scorer(path: Path, data: Mapping[str, Any]) -> list[int]:
    """The kinds of decision of a scorer that sees what is seen here. Raises `BadModel`."""
    try:
        version, schema = data["version"], dict(data["schema"])
        names = list(data["kinds"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadModel(f"{path}: damaged: {type(error).__name__} {error}") from None
    if found := differences(version, schema):
        raise BadModel(f"{path}: trained on other numbers: {'; '.join(found)}")
    allowed = [name for kind, name in enumerate(DECISIONS) if kind != DECIDE_TANK]
    for name in names:
        if name not in allowed:
            raise BadModel(f"{path}: kind {name!r}, allowed: {', '.join(allowed)}")
    return [DECISIONS.index(name) for name in names]


def differences(version: object, schema: Mapping[str, Any]) -> list[str]:
    """What a scorer was trained on, and is otherwise here."""
    found = []
    if version != VERSION:
        found.append(f"version is {version!r} in the model, {VERSION} here")
    for name in [*schema, *(name for name in SCHEMA if name not in schema)]:
        was, now = schema.get(name, "missing"), SCHEMA.get(name, "missing")
        if was != now:
            found.append(f"{name} is {was!r} in the model, {now!r} here")
    if not found and list(schema) != list(SCHEMA):
        found.append(f"the order is {', '.join(schema)}; here it is {', '.join(SCHEMA)}")
    return found
