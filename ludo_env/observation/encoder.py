"""What an observation is made of: an encoder writes one named slice of it."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from ludo_env.engine.plain import PlainState
from ludo_env.observation.sheet import Sheet


class Field:
    """One number of an encoder: its name, its largest value (the smallest is 0), its meaning."""

    def __init__(self, name: str, high: int, meaning: str) -> None:
        self.name = name
        self.high = high
        self.meaning = meaning


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
        size: the numbers of the slice.
    """

    def __init__(self, name: str, meaning: str, rows: list[str], fields: list[Field]) -> None:
        self.name = name
        self.meaning = meaning
        self.rows = rows
        self.fields = fields
        self.shape: tuple[int, ...] = (len(rows), len(fields))
        self.size: i64 = len(rows) * len(fields)

    def highs(self) -> list[int]:
        """The largest value of every number of the slice, in order."""
        return [field.high for _ in self.rows for field in self.fields]

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``, as ``seat`` sees the game."""
        raise NotImplementedError
