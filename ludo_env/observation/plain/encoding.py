"""Observations of plain Ludo."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.plain import PlainState
from ludo_env.engine.state import State
from ludo_env.observation.encoder import PlainEncoder
from ludo_env.observation.encoding import Encoding, Row
from ludo_env.observation.plain.spaces import Spaces, join, write_pieces
from ludo_env.observation.sheet import Sheet


class PlainEncoding(Encoding):
    """Encoders of plain Ludo, one after the other. A row is written anew for every decision."""

    def __init__(self, encoders: list[PlainEncoder]) -> None:
        size: i64 = 0
        self.others: list[PlainEncoder] = []
        offsets: list[int] = []
        spaces: list[Spaces] = []
        space_offsets: list[int] = []
        for encoder in encoders:
            if isinstance(encoder, Spaces):
                spaces.append(encoder)
                space_offsets.append(int(size))
            else:
                self.others.append(encoder)
                offsets.append(int(size))
            size += encoder.size
        super().__init__(size)
        self.offsets: vec[i64] = vec[i64](offsets)
        self.places: vec[i64] = join(spaces, space_offsets)
        """The joint table of all encoders of spaces: they are written in one pass."""

    def rows(self, out: vec[u8], number: i64) -> list[Row]:
        """The rows of an array whose numbers all are 0. One thread at a time may use them."""
        return [PlainRow(self, out, row * self.size) for row in range(number)]

    def write(self, state: PlainState, seat: i64, sheet: Sheet) -> None:
        """Write the observation of a seat into a row, in place of what was there."""
        sheet.wipe()
        write_pieces(state, seat, sheet, 0, self.places)
        others = self.others
        for i in range(len(others)):
            others[i].write(state, seat, sheet, self.offsets[i])


class PlainRow(Row):
    """A row that shows games of plain Ludo."""

    def __init__(self, encoding: PlainEncoding, out: vec[u8], base: i64) -> None:
        self.encoding: PlainEncoding = encoding
        self.sheet: Sheet = Sheet(out, base, encoding.size)

    def show(self, state: State, seat: i64) -> None:
        """Write what a party sees, in place of what the row shows now."""
        assert isinstance(state, PlainState)
        self.encoding.write(state, seat, self.sheet)
