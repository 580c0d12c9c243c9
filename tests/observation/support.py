"""What the tests of the full game's observations share."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.arrays import view
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.observation import FULL_FLAT, Schema, Slice
from tests.ludicrous.full_games import choices
from tests.ludicrous.scenes import Scene, seen_by

FLAT: Final = Schema(game="full")
GRID: Final = Schema(["grid"], "full")
EVERYTHING: Final = Schema([*FULL_FLAT, "grid"], "full")
PART: Final = {part.name: part for part in EVERYTHING.slices}

Seen = dict[str, int]
"""Every number that is not 0, by ``slice/row/field``."""


def encode(schema: Schema, state: LudicrousState, seat: int) -> NDArray[np.uint8]:
    """What a party sees of a state, as one vector."""
    return view(schema.encoding.fresh(state, seat), np.uint8)


def seen(scene: Scene | Game | LudicrousState, colour: str, *starts: str) -> Seen:
    """What a party sees in the slices and rows whose names begin in one of these ways."""
    state = scene.full if isinstance(scene, Game) else scene
    if isinstance(state, Scene):
        state = state.state
    numbers = encode(FLAT, state, COLOURS.index(colour))
    found: Seen = {}
    for part in FLAT.slices:
        values = numbers[part.start : part.stop].reshape(part.shape)
        for row, line in zip(part.rows, values.tolist(), strict=True):
            for (field, _, _), value in zip(part.fields, line, strict=True):
                if value:
                    found[f"{part.name}/{row}/{field}"] = value
    return {name: value for name, value in found.items() if name.startswith(starts or "")}


def row(scene: Scene | Game | LudicrousState, colour: str, name: str) -> Seen:
    """The numbers of one row, ``slice/row``, by field."""
    part, _, line = name.partition("/")
    assert line in PART[part].rows, f"{line!r} is not a row of {part}: {PART[part].rows}"
    found = seen(scene, colour, f"{name}/")
    return {field.removeprefix(f"{name}/"): value for field, value in found.items()}


def numbers_of(scene: Scene | Game | LudicrousState, colour: str, name: str, *fields: str) -> Seen:
    """Some fields of a row, zeros included."""
    found = row(scene, colour, name)
    part = PART[name.partition("/")[0]]
    assert set(fields) <= {field for field, _, _ in part.fields}, fields
    return {field: found.get(field, 0) for field in fields}


def name_of(schema: Schema, index: int) -> str:
    """Which number an index is."""
    part: Slice = next(part for part in schema.slices if part.start <= index < part.stop)
    place = np.unravel_index(index - part.start, part.shape)
    if part.name == "grid":
        return f"grid/{part.fields[place[0]][0]}/{place[1]}, {place[2]}"
    return f"{part.name}/{part.rows[place[0]]}/{part.fields[place[1]][0]}"


def differing(
    schema: Schema, one: NDArray[np.uint8], other: NDArray[np.uint8]
) -> dict[str, tuple[int, int]]:
    """The numbers in which two observations differ, by name."""
    return {
        name_of(schema, int(k)): (int(one[k]), int(other[k])) for k in np.flatnonzero(one != other)
    }


def play_on(game: Game, rng: Random, decisions: int) -> None:
    """Take some decisions at random."""
    for _ in range(decisions):
        if game.over:
            return
        game.apply(rng.choice(choices(game)))


def at(colour: str, space: int, **more: int) -> dict[str, int]:
    """A piece of a colour on a ring space, which is the r that yellow has there."""
    return {"r": seen_by("yellow", space, colour), **more}


def movement(*dice: int, **more: Any) -> Scene:
    """Yellow's movement phase after its roll, every choice asked for."""
    return Scene("movement", dice=dice, auto_pass=False, **more)


def quiet(**more: Any) -> Scene:
    """Yellow's turning phase, before anything has happened."""
    return Scene("turning", auto_pass=False, **more)
