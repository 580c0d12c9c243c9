"""Observations of the full game, of which only what has changed is written anew."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.state import State
from ludo_env.observation.encoder import FullEncoder
from ludo_env.observation.encoding import Encoding, Row
from ludo_env.observation.ludicrous.ring import READS, RingSpaces, join, write_ring
from ludo_env.observation.ludicrous.watch import Watch
from ludo_env.observation.sheet import Sheet

EVERYTHING: Final = -1
NOBODY: Final = -1


class Layer:
    """The encoders that read the same parts of a state, and so are written together."""

    def __init__(self, reads: i64) -> None:
        self.reads: i64 = reads
        self.encoders: list[FullEncoder] = []
        self.offsets: list[int] = []
        self.size: i64 = 0
        self.ring: bool = False
        """Whether the common numbers of the pathway spaces belong to this layer."""

    def add(self, encoder: FullEncoder, offset: int) -> None:
        """Take in an encoder whose slice begins at an index of the observation."""
        self.encoders.append(encoder)
        self.offsets.append(offset)
        self.size += encoder.size


class FullEncoding(Encoding):
    """Encoders of the full game, one after the other."""

    def __init__(self, encoders: list[FullEncoder]) -> None:
        size: i64 = 0
        self.layers: list[Layer] = []
        ring: list[RingSpaces] = []
        ring_offsets: list[int] = []
        reads: i64 = READS
        for encoder in encoders:
            if isinstance(encoder, RingSpaces):
                reads |= encoder.reads
        for encoder in encoders:
            if isinstance(encoder, RingSpaces):
                ring.append(encoder)
                ring_offsets.append(int(size))
                layer = self.layer(reads)
                layer.ring = True
            else:
                layer = self.layer(encoder.reads)
            layer.add(encoder, int(size))
            size += encoder.size
        super().__init__(size)
        self.table: vec[i64] = join(ring, ring_offsets)

    def layer(self, reads: i64) -> Layer:
        """The layer of all encoders that read the same parts."""
        for layer in self.layers:
            if layer.reads == reads:
                return layer
        made = Layer(reads)
        self.layers.append(made)
        return made

    def row(self, out: vec[u8], base: i64) -> Row:
        """The row of an array that begins at an index; all its numbers are 0."""
        return FullRow(self, out, base)


class FullRow(Row):
    """A row that shows full games."""

    def __init__(self, encoding: FullEncoding, out: vec[u8], base: i64) -> None:
        self.layers: list[Layer] = encoding.layers
        self.table: vec[i64] = encoding.table
        self.watch: Watch = Watch()
        self.seat: i64 = NOBODY
        """The party that the row shows the game to."""
        self.sheets: list[Sheet] = [Sheet(out, base, layer.size) for layer in encoding.layers]

    def show(self, state: State, seat: i64) -> None:
        """Write what a party sees, in place of what the row shows now."""
        assert isinstance(state, LudicrousState)
        changed: i64 = self.watch.look(state)
        if seat != self.seat:
            changed = EVERYTHING
            self.seat = seat
        layers = self.layers
        for n in range(len(layers)):
            layer: Layer = layers[n]
            if layer.reads & changed != 0 or changed == EVERYTHING:
                self.write(state, seat, layer, self.sheets[n])

    def write(self, m: LudicrousState, seat: i64, layer: Layer, sheet: Sheet) -> None:
        """Write one layer."""
        sheet.wipe()
        if layer.ring:
            write_ring(m, seat, sheet, self.table)
        encoders = layer.encoders
        for n in range(len(encoders)):
            encoders[n].write(m, seat, sheet, layer.offsets[n])
