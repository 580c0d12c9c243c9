"""The published schema: what every number of an observation is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.arrays import view
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.observation.encoder import Encoder
from ludo_env.observation.encoding import Encoding
from ludo_env.observation.grid import Grid
from ludo_env.observation.parties import Decision, OwnPieces, Parties
from ludo_env.observation.spaces import home, home_area, pathway, star, start, yard

VERSION: Final = 1
"""Rises whenever the numbers of an observation change their meaning."""

ENCODERS: Final[dict[str, Callable[[], Encoder]]] = {
    "yard": yard,
    "start": start,
    "star": star,
    "pathway": pathway,
    "home_area": home_area,
    "home": home,
    "parties": Parties,
    "decision": Decision,
    "own_pieces": OwnPieces,
    "grid": Grid,
}
FLAT: Final = tuple(name for name in ENCODERS if name != "grid")
"""The encoders of the formats ``flat`` and ``dict``, in order."""
AFTERSTATE: Final = tuple(name for name in FLAT if name != "own_pieces")
"""What describes a position before the next roll."""

FORMATS: Final = ("flat", "dict", "grid")


@dataclass(frozen=True, slots=True)
class Slice:
    """One encoder's part of the observation: numbers ``start`` to ``stop`` (excluded).

    ``dict`` observations hold the same numbers under ``name``, in ``shape``.
    """

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    meaning: str
    rows: tuple[str, ...]
    fields: tuple[tuple[str, int, str], ...]
    """Name, largest value and meaning of each number of a row; the smallest value is 0."""


class Schema:
    """What every number of an observation is: whole numbers 0..255 from one party's point of view.

    Args:
        names: the encoders to join, in order; all of `FLAT` by default.
    """

    def __init__(self, names: Sequence[str] = FLAT) -> None:
        for name in names:
            if name not in ENCODERS:
                raise BadOption(f"unknown encoder {name!r}, allowed: {', '.join(ENCODERS)}")
        if not names or len(set(names)) != len(names):
            raise BadOption(f"encoders {list(names)} must be at least one, none of them twice")
        self.names = tuple(names)
        encoders = [ENCODERS[name]() for name in names]
        self.encoding = Encoding(encoders)
        self.size = int(self.encoding.size)
        highs = [high for encoder in encoders for high in encoder.highs()]
        self.high: NDArray[np.uint8] = np.array(highs, dtype=np.uint8)
        """The largest value of every number, shape ``(size,)``."""
        self.slices = tuple(_slices(encoders))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation: that of the planes for the grid alone, else ``(size,)``."""
        return self.slices[0].shape if self.names == ("grid",) else (self.size,)

    def encode(self, game: Game, seat: int) -> NDArray[np.uint8]:
        """The observation of a party, shape `shape`, dtype uint8."""
        return view(self.encoding.fresh(game.plain, seat), np.uint8).reshape(self.shape)

    def split(self, flat: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """The slices of flat observations (any leading axes), each in its own shape, as views."""
        lead = flat.shape[:-1]
        return {
            part.name: flat[..., part.start : part.stop].reshape(*lead, *part.shape)
            for part in self.slices
        }

    def to_dict(self) -> dict[str, object]:
        """The schema as JSON data, as it is stored beside a model."""
        slices = [
            {
                "name": part.name,
                "start": part.start,
                "stop": part.stop,
                "shape": list(part.shape),
                "meaning": part.meaning,
                "rows": list(part.rows),
                "fields": [list(field) for field in part.fields],
            }
            for part in self.slices
        ]
        return {"version": VERSION, "dtype": "uint8", "size": self.size, "slices": slices}

    @property
    def fingerprint(self) -> str:
        """A short hash of what the numbers are, whatever the words that explain them."""
        parts = [
            (part.name, part.shape, [(name, high) for name, high, _ in part.fields])
            for part in self.slices
        ]
        text = json.dumps([VERSION, parts])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)


def schema_for(layout: str) -> Schema:
    """The schema of an observation format.

    Raises:
        BadOption: unknown format.
    """
    if layout not in FORMATS:
        raise BadOption(f"unknown observation format {layout!r}, allowed: {', '.join(FORMATS)}")
    return Schema(("grid",) if layout == "grid" else FLAT)


def _slices(encoders: list[Encoder]) -> list[Slice]:
    slices = []
    start = 0
    for encoder in encoders:
        stop = start + int(encoder.size)
        fields = tuple((field.name, field.high, field.meaning) for field in encoder.fields)
        rows = tuple(encoder.rows)
        shape = tuple(encoder.shape)
        slices.append(Slice(encoder.name, start, stop, shape, encoder.meaning, rows, fields))
        start = stop
    return slices
