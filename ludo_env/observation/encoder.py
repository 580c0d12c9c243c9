"""What an observation is made of: an encoder writes one named slice of it."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as shorten
from typing import Any, Final, SupportsIndex

from mypy_extensions import i64, mypyc_attr

from ludo_env.arguments import text, whole
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadOption
from ludo_env.observation.sheet import BYTE, Sheet

VIEW: Final = ["own", "next", "across", "previous"]
"""The parties as one sees them: oneself, then clockwise."""

# What an encoder of the full game reads: a bit for each part of a state.
PLACES: Final = 1
"""Where pieces, phantoms and crown tokens are, who is crowned or captive, and who has a partner."""
CONDITIONS: Final = 2
"""Conditions and facing of pieces."""
PARTIES_PART: Final = 4
"""What a party has besides its cards: HP, ammunition, loot, partner, ..."""
STRUCTURES_PART: Final = 8
"""Structures, projects, and who is stunned, whose structures do nothing."""
CARDS_PART: Final = 16
"""Hands, discards and deck."""
WORLD_PART: Final = 32
"""What belongs to nobody: weather, wind, calendar, tokens, rounds, ..."""
TANKS_PART: Final = 64
"""Tanks and artillery."""
ALWAYS: Final = 128
"""Everything else, which may change with every decision."""

Text = str | Any
"""A text. Whether it is one is looked at here, not by the compiler, whose error names nothing."""


class Field:
    """One number of an encoder: its name, its largest value (the smallest is 0), its meaning.

    Raises:
        BadOption: the largest value is not 1..255, or the rest no text.
    """

    def __init__(self, name: Text, high: SupportsIndex, meaning: Text) -> None:
        self.name: str = text("field", name)
        self.high: int = whole(f"field {name!r}: largest value", high, 1, BYTE)
        self.meaning: str = text(f"field {name!r}: meaning", meaning)


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Reads one aspect of a game from one party's point of view.

    It writes an array of shape ``rows x fields``; rows are spaces, parties or pieces. Parties are
    always in the order: oneself, then clockwise.

    Attributes:
        name: the slice's name in the schema.
        meaning: what the slice is, in a few words.
        rows: what each row is, one name a row.
        fields: what each number of a row is.
        shape: the shape of the slice.
        width: the numbers of a row.
        size: the numbers of the slice.

    Raises:
        BadOption: no row or no field, two of one name, or something of another type.
    """

    def __init__(
        self, name: Text, meaning: Text, rows: Sequence[str], fields: Sequence[Field]
    ) -> None:
        self.name: str = text("encoder", name)
        self.meaning: str = text(f"encoder {name!r}: meaning", meaning)
        self.rows: list[str] = listed(name, "rows", rows, str)
        self.fields: list[Field] = listed(name, "fields", fields, Field)
        refuse_repeated(name, "rows", self.rows)
        refuse_repeated(name, "fields", [field.name for field in self.fields])
        self.shape: tuple[int, ...] = (len(self.rows), len(self.fields))
        self.width: i64 = len(self.fields)
        self.size: i64 = len(self.rows) * len(self.fields)

    def highs(self) -> list[int]:
        """The largest value of every number of the slice, in order."""
        return [field.high for _ in self.rows for field in self.fields]


def listed(name: str, what: str, given: object, kind: type[Any]) -> list[Any]:
    """The rows or fields of an encoder as a list. Raises `BadOption` unless all are of a kind."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        items = list(given)
        if all(isinstance(item, kind) for item in items):
            return items
    wanted = f"allowed: a list of {kind.__name__}"
    raise BadOption(f"encoder {name!r}: {what}: {shorten(given)}, {wanted}")


def refuse_repeated(name: str, what: str, names: list[str]) -> None:
    """Raise `BadOption` unless the rows or fields of an encoder have names, each another one."""
    twice = [] if len(set(names)) == len(names) else [n for n in names if names.count(n) > 1]
    if twice or not names:
        wrong = f"{twice[0]!r} twice" if twice else "none"
        raise BadOption(f"encoder {name!r}: {what}: {wrong}, allowed: at least one, each once")


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainEncoder(Encoder):
    """An encoder for plain Ludo."""

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``, as ``seat`` sees the game."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class FullEncoder(Encoder):
    """An encoder for the full game.

    Attributes:
        reads: the parts of a state that it reads, as a sum of bits; a slice is only written anew
            when one of them, or the observer, has changed.
    """

    def __init__(
        self,
        name: Text,
        meaning: Text,
        rows: Sequence[str],
        fields: Sequence[Field],
        reads: SupportsIndex = ALWAYS,
    ) -> None:
        super().__init__(name, meaning, rows, fields)
        self.reads: i64 = whole(f"encoder {name!r}: reads", reads, 0, 2 * ALWAYS - 1)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``, as ``seat`` sees the game."""
        raise NotImplementedError
