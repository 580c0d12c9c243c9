"""Observations of the full game, of which only what has changed is written anew."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.state import State
from ludo_env.observation.encoder import PLACES, STRUCTURES_PART, FullEncoder
from ludo_env.observation.encoding import Encoding, Row
from ludo_env.observation.ludicrous.marks import Marks
from ludo_env.observation.ludicrous.ring import RingSpaces, write_things
from ludo_env.observation.ludicrous.watch import Watch
from ludo_env.observation.sheet import Sheet

NOBODY: Final = -1


class Part:
    """An encoder, and where its slice begins. A chain is faster to follow than a list."""

    def __init__(self, encoder: FullEncoder, offset: i64, following: Part | None) -> None:
        self.encoder: FullEncoder = encoder
        self.offset: i64 = offset
        self.following: Part | None = following


class Layer:
    """The encoders that read the same parts of a state, and so are written together."""

    def __init__(self, reads: i64) -> None:
        self.reads: i64 = reads
        self.first: Part | None = None
        self.size: i64 = 0
        self.things: bool = False
        """Whether phantoms, crown tokens and barricades on the pathway belong to this layer."""

    def add(self, encoder: FullEncoder, offset: int) -> None:
        """Take in an encoder whose slice begins at an index of the observation."""
        self.first = Part(encoder, offset, self.first)
        self.size += encoder.size


class FullEncoding(Encoding):
    """Encoders of the full game, one after the other."""

    def __init__(self, encoders: list[FullEncoder]) -> None:
        size: i64 = 0
        self.layers: list[Layer] = []
        offsets: list[int] = []
        for encoder in encoders:
            offsets.append(int(size))
            self.layer(encoder.reads).add(encoder, int(size))
            size += encoder.size
            if isinstance(encoder, RingSpaces):
                things = self.layer(PLACES | STRUCTURES_PART)
                things.things = True
        for layer in self.layers:
            if layer.things:
                layer.size = size
        super().__init__(size)
        self.marks: Marks = Marks(encoders, offsets)

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
    """A row that shows full games of one rule set."""

    def __init__(self, encoding: FullEncoding, out: vec[u8], base: i64) -> None:
        self.layers: list[Layer] = encoding.layers
        self.marks: Marks = encoding.marks
        self.out: vec[u8] = out
        self.base: i64 = base
        self.watch: Watch = Watch()
        self.seat: i64 = NOBODY
        """The party that the row shows the game to."""
        self.state: State | None = None
        """The game that it shows."""
        self.sheets: list[Sheet] = [Sheet(out, base, layer.size) for layer in encoding.layers]

    def show(self, state: State, seat: i64) -> None:
        """Write what a party sees, in place of what the row shows now."""
        assert isinstance(state, LudicrousState)
        changed: i64 = self.watch.look(state)
        # Another game may differ in what the watch takes to follow from the rest.
        elsewhere: bool = seat != self.seat or state is not self.state
        self.show_pieces(state, seat)
        self.seat = seat
        self.state = state
        layers = self.layers
        for n in range(len(layers)):
            layer: Layer = layers[n]
            if elsewhere or layer.reads & changed != 0:
                self.write(state, seat, layer, self.sheets[n])

    def show_pieces(self, m: LudicrousState, seat: i64) -> None:
        """What pieces add that have changed, or that are now seen by another party."""
        marks = self.marks
        out = self.out
        base: i64 = self.base
        before = self.watch.before
        pieces = self.watch.pieces
        elsewhere: bool = seat != self.seat
        for i in range(ALL):
            if elsewhere or before[i] != pieces[i]:
                marks.mark(m, i, before[i], self.seat, out, base, -1)
        # Only now: the distances of the party that saw the row before are wiped.
        for i in range(ALL):
            if elsewhere or before[i] != pieces[i]:
                marks.mark(m, i, pieces[i], seat, out, base, 1)
                marks.write_piece(i, pieces[i], seat, out, base)

    def write(self, m: LudicrousState, seat: i64, layer: Layer, sheet: Sheet) -> None:
        """Write one layer."""
        sheet.wipe()
        if layer.things:
            write_things(m, seat, sheet, self.marks.table)
        part = layer.first
        while part is not None:
            part.encoder.write(m, seat, sheet, part.offset)
            part = part.following
