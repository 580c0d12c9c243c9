"""The encoder of all sixteen pieces."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import wind_on
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.names import NOBODY, PRISON
from ludo_env.observation.encoder import CONDITIONS, PLACES, VIEW, WORLD_PART, Field, FullEncoder
from ludo_env.observation.sheet import Sheet

MOST_TURNS: Final = 9
"""No condition lasts longer."""
MOST_WIND: Final = 3

# Columns.
PLACE: Final = 0
FALLEN: Final = 1
FORWARD: Final = 2
PRONE: Final = 3
RESTRAINED: Final = 4
WET: Final = 5
BURNING: Final = 6
DODGING: Final = 7
VEILED: Final = 8
CROWNED: Final = 9
JAILER: Final = 10
MOVED: Final = 11
TURNED: Final = 12
LAID: Final = 13


class Pieces(FullEncoder):
    """A row for each piece of each party, present or not."""

    def __init__(self) -> None:
        fields = [
            Field("place", HOME - PRISON, "r + 2: 0 prison, 1 yard, 2..52 pathway, 58 home"),
            Field("fallen", MOST_TURNS, "turns that it stays unconscious; 0: conscious"),
            Field("forward", 1, "on the pathway, and faces forward"),
            Field("prone", 1, "prone"),
            Field("restrained", MOST_TURNS, "turns restrained"),
            Field("wet", MOST_TURNS, "turns wet"),
            Field("burning", MOST_TURNS, "turns burning"),
            Field("dodging", 1, "dodging"),
            Field("veiled", 1, "veiled"),
            Field("crowned", 1, "crowned"),
            Field("jailer", PARTIES, "1 + the party, as seen, that holds it"),
            Field("moved", 1, "a roll has moved it since the last night"),
            Field("turned", 1, "it has turned in its party's latest turning phase"),
            Field("laid", 1, "it has lain down in that phase"),
        ]
        rows = [f"{view} piece {k + 1}" for view in VIEW for k in range(PIECES)]
        super().__init__("pieces", "all pieces", rows, fields, PLACES | CONDITIONS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Place and conditions of every piece."""
        for i in range(ALL):
            if m.seats[i // PIECES] == 0:
                continue
            row: i64 = at + ((i - seat * PIECES) & (ALL - 1)) * self.width
            r: i64 = m.r[i]
            sheet.put(row + PLACE, r - PRISON)
            if 0 <= r <= LAST_RING:
                self.write_conditions(m, i, sheet, row)
            if m.prone[i] != 0:
                sheet.put(row + PRONE, 1)
            if m.crowned[i] != 0:
                sheet.put(row + CROWNED, 1)
            if m.jailer[i] != NOBODY:
                sheet.put(row + JAILER, 1 + ((m.jailer[i] - seat) & 3))
            if m.moved[i] != 0:
                sheet.put(row + MOVED, 1)
            sheet.put(row + TURNED, m.turned[i])
            sheet.put(row + LAID, m.laid[i])

    def write_conditions(self, m: LudicrousState, i: i64, sheet: Sheet, row: i64) -> None:
        """What only pathway pieces have."""
        if m.facing[i] > 0:
            sheet.put(row + FORWARD, 1)
        if m.fallen[i] != 0:
            sheet.put(row + FALLEN, m.fallen[i])
            return
        sheet.put(row + RESTRAINED, m.restrained[i])
        sheet.put(row + WET, m.wet[i])
        sheet.put(row + BURNING, m.burning[i])
        sheet.put(row + DODGING, m.dodging[i])
        sheet.put(row + VEILED, m.veiled[i])


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
        for i in range(ALL):
            if m.on_path(i):
                row: i64 = at + ((i - seat * PIECES) & (ALL - 1)) * self.width
                blows: i64 = wind_on(m, i)
                if blows > 0:
                    sheet.put(row, m.wind_strength)
                elif blows < 0:
                    sheet.put(row + 1, m.wind_strength)
