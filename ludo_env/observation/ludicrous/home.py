"""Encoders for home fields, home areas and home. [6.2, 6.4, 6.8]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, HOME_AREA, PARTIES, PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.movement import MOST_ON_SPACE
from ludo_env.engine.ludicrous.names import LEADER, SHIELD
from ludo_env.engine.ludicrous.structures import fortification_points
from ludo_env.observation.encoder import (
    CONDITIONS,
    PARTIES_PART,
    PLACES,
    STRUCTURES_PART,
    VIEW,
    WORLD_PART,
    Field,
    FullEncoder,
)
from ludo_env.observation.ludicrous.ring import MOST
from ludo_env.observation.sheet import Sheet

AREA: Final = HOME - HOME_AREA
"""Spaces of a home area."""
MOST_WORK: Final = 23
"""Most points that one action of fortifying can add."""
MOST_WIND: Final = 3

# Columns of a home field.
SHIELDED: Final = 5
WORK: Final = 6
# Columns of a home area.
DISTANCE: Final = 5


def distance_fields() -> list[Field]:
    """How far a space is from each own piece."""
    return [
        Field(f"distance_{k + 1}", HOME, f"spaces from own piece {k + 1}; 0: not ahead of it")
        for k in range(PIECES)
    ]


def write_distances(m: LudicrousState, seat: i64, r: i64, sheet: Sheet, at: i64) -> None:
    """How far r is ahead of each own piece on its way."""
    for k in range(PIECES):
        i: i64 = seat * PIECES + k
        if m.conscious(i) and m.r[i] < r:
            sheet.put(at + k, r - m.r[i])


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
        reads = PLACES | STRUCTURES_PART | PARTIES_PART
        super().__init__("home_field", "the home fields", rows, fields, reads)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who is in each home field, and what that is worth."""
        for i in range(ALL):
            if not (0 <= m.r[i] < HOME_AREA):
                continue
            space: i64 = m.space(i)
            for owner in range(PARTIES):
                if m.seats[owner] != 0 and m.in_field(owner, space):
                    view: i64 = PARTIES if m.fallen[i] != 0 else ((i // PIECES) - seat) & 3
                    sheet.add(at + ((owner - seat) & 3) * self.width + view, 1)
        for row in range(PARTIES):
            party: i64 = (seat + row) & 3
            if not m.plays(party):
                continue
            if m.t.tanks and m.tank[party] == SHIELD and m.tank_hp[party] > 0:
                sheet.put(at + row * self.width + SHIELDED, 1)
            if m.t.structures:
                sheet.put(at + row * self.width + WORK, fortification_points(m, party))


class HomeArea(FullEncoder):
    """[6.4] A row for each space of each home area."""

    def __init__(self) -> None:
        fields = [
            Field("pieces", MOST, "conscious pieces here"),
            Field("full", 1, "there is no room for another"),
            Field("leader", 1, "the party's leader is here"),
            Field("prone", MOST, "those that are prone"),
            Field("crowned", MOST, "those that are crowned"),
        ]
        rows = [f"{view} r = {r}" for view in VIEW for r in range(HOME_AREA, HOME)]
        fields += distance_fields()
        meaning = "the home areas, outermost space first"
        super().__init__("home_area", meaning, rows, fields, PLACES | CONDITIONS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who is there, and how far it is."""
        for i in range(ALL):
            if HOME_AREA <= m.r[i] < HOME:
                view: i64 = ((i // PIECES) - seat) & 3
                self.write_piece(m, i, sheet, at + (view * AREA + m.r[i] - HOME_AREA) * self.width)
        for step in range(AREA):
            write_distances(m, seat, HOME_AREA + step, sheet, at + step * self.width + DISTANCE)

    def write_piece(self, m: LudicrousState, i: i64, sheet: Sheet, here: i64) -> None:
        """A piece in its home area."""
        sheet.add(here, 1)
        if (
            m.count_at(i // PIECES, m.r[i]) >= MOST_ON_SPACE
            and i64(sheet.out[sheet.base + here]) == 1
        ):
            sheet.put(here + 1, 1)
        if i % PIECES == LEADER:
            sheet.put(here + 2, 1)
        if m.prone[i] != 0:
            sheet.add(here + 3, 1)
        if m.crowned[i] != 0:
            sheet.add(here + 4, 1)


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
        """How many are home, and how far it is."""
        for row in range(PARTIES):
            party: i64 = (seat + row) & 3
            if m.seats[party] == 0:
                continue
            count: i64 = m.home_count(party)
            sheet.put(at + row * self.width, count)
            if m.plays(party) and count < m.t.pieces_to_win:
                sheet.put(at + row * self.width + 1, m.t.pieces_to_win - count)
        write_distances(m, seat, HOME, sheet, at + 2)
