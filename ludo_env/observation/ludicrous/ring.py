"""What every pathway space tells: who is there, how far it is, and who may arrive there. [6.1]"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.movement import DIE, may_move, stops
from ludo_env.engine.ludicrous.names import LEADER, NO_STRUCTURE, NOWHERE, STRUCTURAL_SPACES
from ludo_env.observation.encoder import (
    CARDS_PART,
    CONDITIONS,
    PLACES,
    STRUCTURES_PART,
    VIEW,
    Field,
    FullEncoder,
)
from ludo_env.observation.sheet import Sheet

READS: Final = PLACES | CONDITIONS | STRUCTURES_PART | CARDS_PART
ELSEWHERE: Final = -1
MOST: Final = 2
"""Most conscious pieces of a party on a space."""

# The numbers of a row after those of the four parties.
FALLEN: Final = 4
FORWARD: Final = 5
PRONE: Final = 6
RESTRAINED: Final = 7
LEADS: Final = 8
CROWNED: Final = 9
VEILED: Final = 10
FRIENDLY_PHANTOM: Final = 11
ENEMY_PHANTOM: Final = 12
OWN_CROWN: Final = 13
OTHER_CROWN: Final = 14
STOPS: Final = 15
DISTANCE: Final = 16
REACH: Final = 20
THREAT: Final = 21
COMMON: Final = 22
"""Numbers that every pathway space has; those of its kind follow."""


def common_fields() -> list[Field]:
    """What every pathway space tells."""
    fields = [
        Field(f"{view}_pieces", MOST, f"conscious pieces of the {view} party") for view in VIEW
    ]
    fields += [
        Field("fallen", ALL, "unconscious pieces that lie here"),
        Field("forward", MOST, "of the conscious pieces, those that face forward"),
        Field("prone", MOST, "those that are prone"),
        Field("restrained", MOST, "those that are restrained"),
        Field("leader", 1, "one of them is a leader"),
        Field("crowned", MOST, "those that are crowned"),
        Field("veiled", MOST, "those that are veiled"),
        Field("friendly_phantom", 1, "a phantom of the own side stands here"),
        Field("enemy_phantom", 1, "a phantom of the enemy stands here"),
        Field("own_crown", 1, "the own crown token lies here"),
        Field("other_crown", PARTIES - 1, "crown tokens of other parties that lie here"),
        Field("stops", 1, "a working enemy barricade stops own pieces here"),
    ]
    fields += [
        Field(f"distance_{k + 1}", LAST_RING, f"spaces from own piece {k + 1}; 0: not ahead of it")
        for k in range(PIECES)
    ]
    fields += [
        Field("reach", PIECES, "own pieces that one roll brings here, if nothing is in the way"),
        Field("threat", ALL, "enemy pieces that one roll brings here, if nothing is in the way"),
    ]
    return fields


class RingSpaces(FullEncoder):
    """The pathway spaces at some r of each quadrant, a row each, clockwise from the own start.

    ``extras`` are the fields of the kind, which `write` fills in; the common ones are written for
    the spaces of all encoders in one pass.
    """

    def __init__(self, name: str, meaning: str, places: list[int], extras: list[Field]) -> None:
        chosen = [space for space in range(RING) if space % QUADRANT in places]
        fields = common_fields() + extras
        super().__init__(name, meaning, [f"r = {space}" for space in chosen], fields, READS)
        self.spaces: vec[i64] = vec[i64](chosen)
        """The ring spaces of the rows, counted from the own start."""

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The numbers of the kind; this kind has none."""


def join(encoders: list[RingSpaces], offsets: list[int]) -> vec[i64]:
    """Where the numbers of each ring space begin, twice round; -1 for those left out."""
    table = [ELSEWHERE] * RING
    for encoder, offset in zip(encoders, offsets, strict=True):
        for row in range(len(encoder.rows)):
            table[encoder.spaces[row]] = offset + row * int(encoder.width)
    return vec[i64](table + table)


def write_ring(m: LudicrousState, seat: i64, sheet: Sheet, table: vec[i64]) -> None:
    """The common numbers of all ring spaces that the table names."""
    for i in range(ALL):
        r: i64 = m.r[i]
        if r < 0 or r > LAST_RING:
            continue
        party: i64 = i // PIECES
        view: i64 = (party - seat) & 3
        # Where the piece is, counted from the own start.
        space: i64 = r + view * QUADRANT
        if space >= RING:
            space -= RING
        if m.fallen[i] != 0:
            if table[space] != ELSEWHERE:
                sheet.add(table[space] + FALLEN, 1)
            continue
        if table[space] != ELSEWHERE:
            write_piece(m, i, view, sheet, table[space])
        if view == 0:
            write_distances(i, r, may_move(m, i), m.prone[i] != 0, sheet, table)
        elif m.hostile(seat, party) and may_move(m, i):
            write_threat(r, space, m.prone[i] != 0, sheet, table)
    write_things(m, seat, sheet, table)


def write_piece(m: LudicrousState, i: i64, view: i64, sheet: Sheet, at: i64) -> None:
    """A conscious piece on its space."""
    sheet.add(at + view, 1)
    if m.facing[i] > 0:
        sheet.add(at + FORWARD, 1)
    if m.prone[i] != 0:
        sheet.add(at + PRONE, 1)
    if m.restrained[i] != 0:
        sheet.add(at + RESTRAINED, 1)
    if i % PIECES == LEADER:
        sheet.put(at + LEADS, 1)
    if m.crowned[i] != 0:
        sheet.add(at + CROWNED, 1)
    if m.veiled[i] != 0:
        sheet.add(at + VEILED, 1)


def write_distances(
    i: i64, r: i64, moves: bool, prone: bool, sheet: Sheet, table: vec[i64]
) -> None:
    """How far the spaces ahead are from an own piece, and which one roll reaches."""
    column: i64 = DISTANCE + i % PIECES
    for ahead in range(1, LAST_RING - r + 1):
        at: i64 = table[r + ahead]
        if at != ELSEWHERE:
            sheet.put(at + column, ahead)
    if moves:
        write_reach(r, r, prone, REACH, sheet, table)


def write_threat(r: i64, space: i64, prone: bool, sheet: Sheet, table: vec[i64]) -> None:
    """Which spaces one roll of an enemy piece reaches."""
    write_reach(r, space, prone, THREAT, sheet, table)


def write_reach(
    r: i64, space: i64, prone: bool, column: i64, sheet: Sheet, table: vec[i64]
) -> None:
    """One more piece that may arrive, on each pathway space that its roll reaches. [8.5]"""
    most: i64 = DIE // 2 if prone else DIE
    if most > LAST_RING - r:
        most = LAST_RING - r
    for ahead in range(1, most + 1):
        at: i64 = table[space + ahead]
        if at != ELSEWHERE:
            sheet.add(at + column, 1)


def write_things(m: LudicrousState, seat: i64, sheet: Sheet, table: vec[i64]) -> None:
    """Phantoms, crown tokens and barricades."""
    origin: i64 = seat * QUADRANT
    for party in range(PARTIES):
        phantom: i64 = m.phantom_at[party]
        if phantom != NOWHERE and table[(phantom - origin + RING) % RING] != ELSEWHERE:
            column: i64 = ENEMY_PHANTOM if m.hostile(seat, party) else FRIENDLY_PHANTOM
            sheet.put(table[(phantom - origin + RING) % RING] + column, 1)
        crown: i64 = m.crown_at[party]
        if crown != NOWHERE and table[(crown - origin + RING) % RING] != ELSEWHERE:
            column = OWN_CROWN if party == seat else OTHER_CROWN
            sheet.add(table[(crown - origin + RING) % RING] + column, 1)
        if not m.hostile(seat, party):
            continue
        for slot in range(party * STRUCTURAL_SPACES, (party + 1) * STRUCTURAL_SPACES):
            if m.built[slot] != NO_STRUCTURE and stops(m, seat, m.t.guarded[slot]):
                at: i64 = table[(m.t.guarded[slot] - origin + RING) % RING]
                if at != ELSEWHERE:
                    sheet.put(at + STOPS, 1)
