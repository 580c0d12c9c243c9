"""The published schema: what every number of an observation is."""

from __future__ import annotations

import hashlib
import importlib
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.arguments import whole
from ludo_env.arrays import view
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.engine.state import State
from ludo_env.errors import BadOption
from ludo_env.observation.checked import checked
from ludo_env.observation.encoder import Encoder, FullEncoder, PlainEncoder
from ludo_env.observation.encoding import Encoding
from ludo_env.observation.ludicrous import (
    decision,
    grid,
    home,
    parties,
    pathway,
    pieces,
    under_way,
    world,
    yard,
)
from ludo_env.observation.ludicrous.encoding import FullEncoding
from ludo_env.observation.plain import grid as plain_grid
from ludo_env.observation.plain import parties as plain_parties
from ludo_env.observation.plain import spaces
from ludo_env.observation.plain.encoding import PlainEncoding
from ludo_env.rules import LudicrousRules, RuleSet, as_rules

VERSION: Final = 1
"""Rises whenever the numbers of an observation change their meaning."""

Factory = Callable[[], Encoder]

PLAIN: Final[dict[str, Factory]] = {
    "yard": spaces.yard,
    "start": spaces.start,
    "star": spaces.star,
    "pathway": spaces.pathway,
    "home_area": spaces.home_area,
    "home": spaces.home,
    "parties": plain_parties.Parties,
    "decision": plain_parties.Decision,
    "own_pieces": plain_parties.OwnPieces,
    "clock": plain_parties.Clock,
    "grid": plain_grid.Grid,
}
"""The encoders of plain Ludo by name."""
FULL: Final[dict[str, Factory]] = {
    "yard": yard.Yard,
    "start": pathway.Start,
    "pathway": pathway.Pathway,
    "corner": pathway.Corner,
    "home_field": home.HomeField,
    "star": pathway.Star,
    "teleport_from": pathway.TeleportFrom,
    "teleport_to": pathway.TeleportTo,
    "spell_card": pathway.SpellCard,
    "hoop": pathway.Hoop,
    "fishing": pathway.Fishing,
    "trap": pathway.Trap,
    "structural": yard.Structural,
    "structure_distance": yard.StructureDistance,
    "prison": yard.Prison,
    "shield_tank": yard.ShieldTank,
    "attack_tank": yard.AttackTank,
    "anti_tank": yard.AntiTank,
    "artillery": yard.Artillery,
    "home_area": home.HomeArea,
    "direction_mark": home.DirectionMark,
    "home": home.Home,
    "pieces": pieces.Pieces,
    "wind": pieces.Wind,
    "parties": parties.Parties,
    "tokens": parties.Tokens,
    "hands": parties.Hands,
    "turns": parties.Turns,
    "hand": world.Hand,
    "world": world.World,
    "decision": decision.Decision,
    "under_way": under_way.UnderWay,
    "tape": under_way.Tape,
    "checks": under_way.Checks,
    "sheets": parties.Sheets,
    "rules": world.Rules,
    "clock": world.Clock,
    "grid": grid.Grid,
}
"""The encoders of the full game by name."""
GAMES: Final = {"plain": PLAIN, "full": FULL}
"""The encoders of each game; `register` adds to them."""
BUILT_IN: Final = frozenset([*PLAIN.values(), *FULL.values()])
"""What makes the encoders that are not held to what they say; tests have done that."""
REGISTERS: Final = {"advice": "agents.advice"}
"""The module of this project that registers an encoder, which is imported when it is named."""

KINDS: Final[dict[str, type[Encoder]]] = {"plain": PlainEncoder, "full": FullEncoder}
"""What the encoders of each game are."""
LARGEST: Final = 2**15 - 1
"""Most numbers of an observation: 16 bits tell a row which of its numbers it must wipe."""

NEXT_ROLL: Final = ("own_pieces", "clock")
"""What `AFTERSTATE` is without: who values positions asks neither for moves nor for the round."""
FLAT: Final = tuple(name for name in PLAIN if name != "grid")
"""The encoders of the formats ``flat`` and ``dict`` of plain Ludo, in order."""
AFTERSTATE: Final = tuple(name for name in FLAT if name not in NEXT_ROLL)
"""What describes a position of plain Ludo before the next roll."""
FULL_FLAT: Final = tuple(name for name in FULL if name != "grid")
"""The encoders of the formats ``flat`` and ``dict`` of the full game, in order."""

FORMATS: Final = ("flat", "dict", "grid")


def register(name: str, factory: Factory) -> None:
    """Add an encoder of one's own, which a `Schema` can then name.

    What it writes is looked at each time: a number outside its slice, or outside the range that its
    field has published, raises `BadOption`, which names the encoder, the field and the number. A
    batch in which that happens is closed.

    Args:
        name: a new name; that of the encoder it makes must be the same.
        factory: makes a `PlainEncoder` or a `FullEncoder`, which tells the game it is for. For a
            batch in several processes it must be a function or a class of a module.

    Raises:
        BadOption: the name is taken, or the factory makes something else, or something whose
            shape, size and largest values do not belong together, or of more than 32,767 numbers.
    """
    made = _made(name, factory, *KINDS.values())
    encoders = PLAIN if isinstance(made, PlainEncoder) else FULL
    if name in encoders:
        raise BadOption(f"encoder {name!r} exists, allowed: a new name")
    encoders[name] = factory


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


class _Encoders(threading.local):
    """The encoders of a schema, in each thread others.

    While one that somebody has written in Python writes, another thread may go on.
    """

    def __init__(self, names: tuple[str, ...], game: str) -> None:
        self.list = [_encoder(name, game) for name in names]
        _check_size(names, sum(int(encoder.size) for encoder in self.list))
        self.joined = _encoding(self.list)


class Schema:
    """What every number of an observation is: whole numbers 0..255 from one party's point of view.

    Several threads may use a schema at the same time.

    Args:
        names: the encoders to join, in order; those of the format ``flat`` by default.
        game: whose encoders they are, ``plain`` or ``full``.

    Raises:
        BadOption: an unknown name or game, a name given twice, or none at all, or encoders of more
            than 32,767 numbers together.
    """

    def __init__(self, names: Sequence[str] | None = None, game: str = "plain") -> None:
        if game not in list(GAMES):
            raise BadOption(f"unknown game {game!r}, allowed: {', '.join(GAMES)}")
        if names is None:
            names = FLAT if game == "plain" else FULL_FLAT
        if not _is_names(names):
            wanted = "allowed: a list of their names; schema_for knows the formats by theirs"
            raise BadOption(f"encoders: {names!r}, {wanted}")
        if not names or len(set(names)) != len(names):
            raise BadOption(f"encoders {list(names)} must be at least one, none of them twice")
        self.names = tuple(names)
        self.game = game
        self._encoders = _Encoders(self.names, game)
        encoders = self._encoders.list
        self.size = int(self.encoding.size)
        highs = [high for encoder in encoders for high in encoder.highs()]
        self.high: NDArray[np.uint8] = np.array(highs, dtype=np.uint8)
        """The largest value of every number, shape ``(size,)``."""
        self.slices = tuple(_slices(encoders))

    @property
    def encoding(self) -> Encoding:
        """The encoders joined, for this thread."""
        return self._encoders.joined

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation: that of the planes for the grid alone, else ``(size,)``."""
        return self.slices[0].shape if self.names == ("grid",) else (self.size,)

    def encode(self, game: Game, seat: int) -> NDArray[np.uint8]:
        """The observation of a party, shape `shape`, dtype uint8.

        Raises:
            BadOption: no `Game`, or the party is not 0..3.
            BadRules: a game of the other kind.
        """
        if not isinstance(game, Game):
            raise BadOption(f"game: {shorten(game)}, allowed: a Game")
        party = whole("seat", seat, 0, PARTIES - 1)
        return view(self.encoding.fresh(self._state(game), party), np.uint8).reshape(self.shape)

    def _state(self, game: Game) -> State:
        """The state of a game of the kind that the encoders read. Raises `BadRules`."""
        return game.plain if self.game == "plain" else game.full

    def split(self, flat: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """The slices of flat observations (any leading axes), each in its own shape, as views.

        Raises:
            BadOption: no array whose last axis has `size` numbers.
        """
        if not isinstance(flat, np.ndarray) or flat.shape[-1:] != (self.size,):
            given = f"shape {flat.shape}" if isinstance(flat, np.ndarray) else shorten(flat)
            wanted = f"allowed: an array of shape (..., {self.size})"
            raise BadOption(f"observations: {given}, {wanted}")
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
        return {
            "version": VERSION,
            "game": self.game,
            "dtype": "uint8",
            "size": self.size,
            "slices": slices,
        }

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
        return isinstance(other, Schema) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, tuple[str, ...]]:
        return self.game, self.names


def schema_for(
    layout: str | Sequence[str], rules: str | RuleSet | LudicrousRules = "classic"
) -> Schema:
    """The schema of an observation format, for games of a rule set.

    Args:
        layout: one of `FORMATS`, or the names of encoders, whose slices make up a flat vector.
        rules: what is played.

    Raises:
        BadOption: unknown format or encoder.
        BadRules: unknown rules.
    """
    game = "full" if isinstance(as_rules(rules), LudicrousRules) else "plain"
    given = as_layout(layout)
    if not isinstance(given, str):
        return Schema(given, game)
    return Schema(("grid",) if given == "grid" else None, game)


def as_layout(layout: str | Sequence[str]) -> str | tuple[str, ...]:
    """One of `FORMATS`, or names of encoders. Raises `BadOption` for anything else."""
    allowed = f"{', '.join(FORMATS)}, or a list of encoders"
    if isinstance(layout, str):
        if layout not in FORMATS:
            raise BadOption(f"unknown observation format {layout!r}, allowed: {allowed}")
        return layout
    if not _is_names(layout):
        raise BadOption(f"layout: {shorten(layout)}, allowed: {allowed}")
    return tuple(layout)


def _is_names(names: object) -> bool:
    """Whether something is a list of names."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        return False
    return all(isinstance(name, str) for name in names)


def _encoder(name: str, game: str) -> Encoder:
    """A new encoder. Raises `BadOption` if there is none of that name."""
    table = GAMES[game]
    if name not in table and name in REGISTERS:
        importlib.import_module(REGISTERS[name])
    if name not in table:
        allowed = ", ".join(dict.fromkeys([*table, *REGISTERS] if game == "full" else table))
        raise BadOption(f"unknown encoder {name!r}, allowed: {allowed}")
    factory = table[name]
    return factory() if factory in BUILT_IN else _made(name, factory, KINDS[game])


def _made(name: str, factory: Factory, *kinds: type[Encoder]) -> Encoder:
    """An encoder from outside, which is held to what it says. Raises `BadOption` if it is none."""
    made = factory() if callable(factory) else None
    if not isinstance(made, kinds):
        wanted = f"allowed: what makes a {' or a '.join(kind.__name__ for kind in kinds)}"
        raise BadOption(f"encoder {name!r}: made by {factory!r}, {wanted}")
    called = getattr(made, "name", None)  # there is none if `__init__` has left that out
    if called != name:
        raise BadOption(f"encoder {name!r}: calls itself {called!r}, allowed: the same name")
    if not callable(getattr(made, "write", None)):
        raise BadOption(f"encoder {name!r} has no method `write`, allowed: one of its own")
    _check_size((name,), int(made.size))
    return checked(made)


def _check_size(names: tuple[str, ...], size: int) -> None:
    """Raise `BadOption` if encoders have more numbers than an observation may have."""
    if size > LARGEST:
        what = f"encoders {', '.join(names)}: {size} numbers in an observation"
        raise BadOption(f"{what}, allowed: at most {LARGEST}")


def _encoding(encoders: list[Encoder]) -> Encoding:
    plain = [encoder for encoder in encoders if isinstance(encoder, PlainEncoder)]
    full = [encoder for encoder in encoders if isinstance(encoder, FullEncoder)]
    return PlainEncoding(plain) if plain else FullEncoding(full)


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
