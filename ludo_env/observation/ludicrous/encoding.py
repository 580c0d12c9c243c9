"""Observations of the full game, of which only what has changed is written anew."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from ludo_env.board import HOME, PARTIES, PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.state import State
from ludo_env.observation.encoder import CONDITIONS, PLACES, STRUCTURES_PART, FullEncoder
from ludo_env.observation.encoding import Encoding, Row
from ludo_env.observation.ludicrous.describe import NEVER, way
from ludo_env.observation.ludicrous.marks import Marks, enemies_of_all
from ludo_env.observation.ludicrous.ring import RingSpaces, write_things
from ludo_env.observation.ludicrous.watch import Watch
from ludo_env.observation.sheet import Sheet

NOBODY: Final = -1
LINE: Final = 64
"""Bytes that come from memory together."""
MOST_THINGS: Final = 2 * PARTIES + PARTIES * STRUCTURAL_SPACES
"""Most phantoms, crown tokens and barricades on the pathway."""


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
        self.parts: Part | None = None
        self.size: i64 = 0
        self.first: i64 = 0
        """Where its share of the list of written indices begins."""
        self.things: bool = False
        """Whether phantoms, crown tokens and barricades on the pathway belong to this layer."""
        self.following: Layer | None = None

    def add(self, encoder: FullEncoder, offset: int) -> None:
        """Take in an encoder whose slice begins at an index of the observation."""
        self.parts = Part(encoder, offset, self.parts)
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
        self.room: i64 = 0
        """Indices that a row may have written at most."""
        following: Layer | None = None
        for layer in self.layers:
            layer.following = following
            following = layer
            layer.first = self.room
            self.room += layer.size + (MOST_THINGS if layer.things else 0)
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

    def rows(self, out: vec[u8], number: i64) -> list[Row]:
        """The rows of an array whose numbers all are 0. One thread at a time may use them."""
        sheet = Sheet(out, 0, 0)
        now = vec[i64]([NEVER] * ALL)
        return [FullRow(self, sheet, now, row * self.size) for row in range(number)]


class FullRow(Row):
    """A row that shows full games of one rule set.

    All rows of an array write through the same sheet, so that little memory is touched.
    """

    def __init__(self, encoding: FullEncoding, sheet: Sheet, now: vec[i64], base: i64) -> None:
        self.last: Layer | None = encoding.layers[-1]
        self.marks: Marks = encoding.marks
        self.sheet: Sheet = sheet
        self.base: i64 = base
        self.written: vec[i16] = vec[i16]([0] * encoding.room)
        self.counts: vec[i16] = vec[i16]([0] * len(encoding.layers))
        """How many indices each layer has written."""
        self.size: i64 = encoding.size
        self.watch: Watch = Watch(now)
        self.ways: vec[i64] = vec[i64]([HOME] * PIECES)
        """From where the distances of each own piece are counted."""
        self.seat: i64 = NOBODY
        """The party that the row shows the game to."""
        self.enemies: i64 = 0
        """Who are enemies in the game that the row shows; see `enemies_of_all`."""

    def show(self, state: State, seat: i64) -> None:
        """Write what a party sees, in place of what the row shows now."""
        assert isinstance(state, LudicrousState)
        # Another game may differ in what the watch takes to follow from the rest.
        elsewhere: bool = seat != self.seat
        enemies: i64 = self.enemies
        if state is not self.watch.state:
            elsewhere = True
            enemies = enemies_of_all(state)
        changed: i64 = self.watch.look(state)
        if elsewhere or changed & (PLACES | CONDITIONS) != 0:
            self.show_pieces(seat, enemies)
        self.seat = seat
        self.enemies = enemies
        sheet: Sheet = self.sheet
        sheet.base = self.base
        sheet.written = self.written
        counts = self.counts
        n: i64 = 0
        layer = self.last
        while layer is not None:
            if elsewhere or layer.reads & changed != 0:
                sheet.first = layer.first
                sheet.count = i64(counts[n])
                self.write(state, seat, layer, sheet)
                counts[n] = i16(sheet.count)
            n += 1
            layer = layer.following

    def fetch(self) -> i64:
        """Read a bit of all that a new decision may change; see `State.fetch`."""
        watch = self.watch
        memory = watch.memory
        out = self.sheet.out
        total: i64 = watch.pieces[0] + watch.pieces[ALL // 2] + watch.pieces[ALL - 1]
        total += self.ways[0] + i64(self.counts[0])
        for i in range(i64(0), i64(len(memory)), LINE // 2):
            total += i64(memory[i])
        for i in range(self.base, self.base + self.size, LINE):
            total += i64(out[i])
        layer = self.last
        while layer is not None:
            total += i64(self.written[layer.first])
            layer = layer.following
        return total

    def show_pieces(self, seat: i64, enemies: i64) -> None:
        """What pieces add that have changed, or that are now seen by another party."""
        marks = self.marks
        out = self.sheet.out
        base: i64 = self.base
        pieces = self.watch.pieces
        seen = self.watch.now
        different: i64 = self.watch.different
        elsewhere: bool = seat != self.seat or enemies != self.enemies
        for i in range(i64(ALL)):
            changed: i64 = (different >> i) & 1
            if elsewhere or changed != 0:
                before: i64 = pieces[i]
                now: i64 = seen[i] if changed != 0 else before
                marks.mark(i, before, self.seat, self.enemies, out, base, -1)
                marks.mark(i, now, seat, enemies, out, base, 1)
                marks.write_piece(i, now, seat, out, base)
                pieces[i] = now
        ways = self.ways
        for k in range(i64(PIECES)):
            r: i64 = way(pieces[seat * PIECES + k])
            if r != ways[k]:
                marks.write_distances(k, ways[k], r, out, base)
                ways[k] = r

    def write(self, m: LudicrousState, seat: i64, layer: Layer, sheet: Sheet) -> None:
        """Write one layer."""
        sheet.wipe()
        if layer.things:
            write_things(m, seat, sheet, self.marks.table)
        part = layer.parts
        while part is not None:
            part.encoder.write(m, seat, sheet, part.offset)
            part = part.following
