"""A whole observation: several encoders, one after the other."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.plain import PlainState
from ludo_env.observation.encoder import Encoder
from ludo_env.observation.sheet import Sheet
from ludo_env.observation.spaces import Spaces, join, write_pieces


class Encoding:
    """Several encoders one after the other: an observation of ``size`` numbers."""

    def __init__(self, encoders: list[Encoder]) -> None:
        self.size: i64 = 0
        self.others: list[Encoder] = []
        self.offsets: list[int] = []
        spaces: list[Spaces] = []
        space_offsets: list[int] = []
        for encoder in encoders:
            if isinstance(encoder, Spaces):
                spaces.append(encoder)
                space_offsets.append(int(self.size))
            else:
                self.others.append(encoder)
                self.offsets.append(int(self.size))
            self.size += encoder.size
        self.places: vec[i64] = join(spaces, space_offsets)
        """The joint table of all encoders of spaces: they are written in one pass."""

    def write(self, state: PlainState, seat: i64, sheet: Sheet) -> None:
        """Write the observation of a seat into a row, in place of what was there."""
        sheet.wipe()
        write_pieces(state, seat, sheet, 0, self.places)
        others = self.others
        for i in range(len(others)):
            others[i].write(state, seat, sheet, self.offsets[i])

    def fresh(self, state: PlainState, seat: i64) -> vec[u8]:
        """The observation of a seat in an array of its own."""
        out = vec[u8](bytes(self.size))
        self.write(state, seat, Sheet(out, 0, self.size))
        return out
