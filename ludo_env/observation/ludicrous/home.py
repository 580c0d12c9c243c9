"""Encoders for home fields, home areas and home. [6.2, 6.4, 6.8]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from ludo_env.board import HOME, HOME_AREA, PARTIES, PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import SHIELD
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.structures import fortification_points
from ludo_env.observation.encoder import (
    PLACES,
    TANKS_PART,
    VIEW,
    WORLD_PART,
    Field,
    FullEncoder,
)
from ludo_env.observation.ludicrous.ring import MOST
from ludo_env.observation.sheet import Sheet, capped, write_flag

AREA: Final = HOME - HOME_AREA
"""Spaces of a home area."""
MOST_WORK: Final = 23
"""Most points that one action of fortifying can add."""
MOST_WIND: Final = 3

FIELD_WIDTH: Final = 7
SHIELDED: Final = 5
WORK: Final = 6

AREA_WIDTH: Final = 8
AREA_LEADER: Final = 1
AREA_PRONE: Final = 2
AREA_CROWNED: Final = 3
AREA_DISTANCE: Final = 4

HOME_WIDTH: Final = 6
NEEDED: Final = 1
HOME_DISTANCE: Final = 2


def distance_fields() -> list[Field]:
    """How far a space is from each own piece."""
    return [
        Field(f"distance_{k + 1}", HOME, f"spaces from own piece {k + 1}; 0: not ahead of it")
        for k in range(PIECES)
    ]


class HomeField(FullEncoder):
    """[6.2] A row for each party's home field."""

    def __init__(self) -> None:
        fields = [
            Field(f"{view}_pieces", PIECES, f"pathway pieces of the {view} party") for view in VIEW
        ]
        fields += [
            Field("fallen", ALL, "unconscious pieces that lie here"),
            Field("shielded", 1, "a tank on its shield space takes 1 off all damage to its owner"),
            Field("work", MOST_WORK, "what one action of fortifying adds to a project"),
        ]
        rows = [f"home field of the {view} party" for view in VIEW]
        super().__init__("home_field", "the home fields", rows, fields, PLACES | TANKS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What a home field is worth. Who is in it is written by `marks`."""
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = sheet.base + at + view * FIELD_WIDTH
            shielded: bool = False
            work: i64 = 0
            if m.plays(party):
                shielded = m.t.tanks and m.tank[party] == SHIELD and m.tank_hp[party] > 0
                if m.t.structures:
                    work = fortification_points(m, party)
            write_flag(out, row + SHIELDED, shielded)
            out[row + WORK] = u8(work)


class HomeArea(FullEncoder):
    """[6.4] A row for each space of each home area; written by `marks`."""

    def __init__(self) -> None:
        fields = [
            Field("pieces", MOST, "conscious pieces here; two leave no room"),
            Field("leader", 1, "the party's leader is here"),
            Field("prone", MOST, "those that are prone"),
            Field("crowned", MOST, "those that are crowned"),
            *distance_fields(),
        ]
        rows = [f"{view} r = {r}" for view in VIEW for r in range(HOME_AREA, HOME)]
        super().__init__("home_area", "the home areas, outermost space first", rows, fields, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Nothing more."""


class DirectionMark(FullEncoder):
    """[6.8] [N-wind] A row for the direction mark on each party's outermost home area space."""

    def __init__(self) -> None:
        fields = [Field("wind", MOST_WIND, "strength of a wind that blows this way")]
        rows = [f"mark of the {view} party" for view in VIEW]
        meaning = "the direction marks, and the wind"
        super().__init__("direction_mark", meaning, rows, fields, WORLD_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The wind, on the mark of the direction in which it blows. Marks go round as seats do."""
        if m.wind_strength > 0:
            sheet.put(at + ((m.wind - seat) & 3), m.wind_strength)


class Home(FullEncoder):
    """[E-win] A row for each party."""

    def __init__(self) -> None:
        fields = [
            Field("pieces", PIECES, "pieces that got home"),
            Field("needed", PIECES, "pieces that the party still needs to finish"),
            *distance_fields(),
        ]
        rows = [f"home of the {view} party" for view in VIEW]
        super().__init__("home", "the pieces that got home", rows, fields, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """How many are still needed. The rest is written by `marks`."""
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            needed: i64 = 0
            if m.plays(party):
                needed = m.t.pieces_to_win - m.home_count(party)
            out[sheet.base + at + view * HOME_WIDTH + NEEDED] = u8(capped(needed))
