"""The encoders of all sixteen pieces."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import wind_on
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import NOBODY, PRISON
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.observation.encoder import CONDITIONS, PLACES, VIEW, WORLD_PART, Field, FullEncoder
from ludo_env.observation.ludicrous import describe as seen_as
from ludo_env.observation.ludicrous.describe import flag, place, turns
from ludo_env.observation.sheet import Sheet

MOST_TURNS: Final = 9
"""No condition lasts longer."""
MOST_WIND: Final = 3
PIECE_WIDTH: Final = 14

# Columns of a piece.
PLACE: Final = 0
JAILER: Final = 1
FALLEN: Final = 2
FORWARD: Final = 3
RESTRAINED: Final = 4
WET: Final = 5
BURNING: Final = 6
PRONE: Final = 7
DODGING: Final = 8
VEILED: Final = 9
CROWNED: Final = 10
MOVED: Final = 11
TURNED: Final = 12
LAID: Final = 13


class Pieces(FullEncoder):
    """A row for each piece of each party, present or not; written by `write_row`."""

    def __init__(self) -> None:
        fields = [
            Field("place", HOME - PRISON, "r + 2: 0 prison, 1 yard, 2..52 pathway, 58 home"),
            Field("jailer", PARTIES, "1 + the party, as seen, that holds it"),
            Field("fallen", MOST_TURNS, "turns that it stays unconscious; 0: conscious"),
            Field("forward", 1, "on the pathway, and faces forward"),
            Field("restrained", MOST_TURNS, "turns restrained"),
            Field("wet", MOST_TURNS, "turns wet"),
            Field("burning", MOST_TURNS, "turns burning"),
            Field("prone", 1, "prone"),
            Field("dodging", 1, "dodging"),
            Field("veiled", 1, "veiled"),
            Field("crowned", 1, "crowned"),
            Field("moved", 1, "a roll has moved it since the last night"),
            Field("turned", 1, "it has turned in its party's latest turning phase"),
            Field("laid", 1, "it has lain down in that phase"),
        ]
        rows = [f"{view} piece {k + 1}" for view in VIEW for k in range(PIECES)]
        super().__init__("pieces", "all pieces", rows, fields, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Nothing: rows are written when their piece has changed."""


def write_row(seen: i64, seat: i64, out: vec[u8], at: i64) -> None:
    """The row of a piece that is present, zeros included."""
    r: i64 = place(seen)
    held_by: i64 = seen_as.jailer(seen)
    holder: i64 = 0
    if held_by != NOBODY:
        holder = 1 + ((held_by - seat) & 3)
    forward: i64 = 0
    if 0 <= r <= LAST_RING:
        forward = flag(seen, seen_as.FORWARD)
    out[at + PLACE] = u8(r - PRISON)
    out[at + JAILER] = u8(holder)
    out[at + FALLEN] = u8(seen_as.fallen(seen))
    out[at + FORWARD] = u8(forward)
    out[at + RESTRAINED] = u8(turns(seen, seen_as.RESTRAINED))
    out[at + WET] = u8(turns(seen, seen_as.WET))
    out[at + BURNING] = u8(turns(seen, seen_as.BURNING))
    out[at + PRONE] = u8(flag(seen, seen_as.PRONE))
    out[at + DODGING] = u8(flag(seen, seen_as.DODGING))
    out[at + VEILED] = u8(flag(seen, seen_as.VEILED))
    out[at + CROWNED] = u8(flag(seen, seen_as.CROWNED))
    out[at + MOVED] = u8(flag(seen, seen_as.MOVED))
    out[at + TURNED] = u8(flag(seen, seen_as.TURNED))
    out[at + LAID] = u8(flag(seen, seen_as.LAID))


class Wind(FullEncoder):
    """[N-wind] What the wind does to a shot of each piece."""

    def __init__(self) -> None:
        fields = [
            Field("with", MOST_WIND, "what the wind adds to its shots"),
            Field("against", MOST_WIND, "what the wind takes from its shots"),
        ]
        rows = [f"{view} piece {k + 1}" for view in VIEW for k in range(PIECES)]
        reads = PLACES | CONDITIONS | WORLD_PART
        super().__init__("wind", "the wind on the shots of each piece", rows, fields, reads)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """With or against the first step of a shot."""
        if m.wind_strength == 0:
            return
        for i in range(i64(ALL)):
            if m.on_path(i):
                row: i64 = at + ((i - seat * PIECES) & (ALL - 1)) * self.width
                blows: i64 = wind_on(m, i)
                if blows > 0:
                    sheet.put(row, m.wind_strength)
                elif blows < 0:
                    sheet.put(row + 1, m.wind_strength)
