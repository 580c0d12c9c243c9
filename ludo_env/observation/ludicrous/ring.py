"""What every pathway space tells: who is there, how far it is, and who may arrive there. [6.1]"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import stops
from ludo_env.engine.ludicrous.names import NO_STRUCTURE, NOWHERE, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.observation.encoder import VIEW, Field, FullEncoder
from ludo_env.observation.sheet import Sheet

ELSEWHERE: Final = -1
MOST: Final = 2
"""Most conscious pieces of a party on a space."""
MET: Final = 3
"""Most conscious pieces on a space, when one has arrived at a block."""

# The numbers of a row after those of the four parties.
FALLEN: Final = 4
FORWARD: Final = 5
PRONE: Final = 6
RESTRAINED: Final = 7
LEADS: Final = 8
CROWNED: Final = 9
VEILED: Final = 10
DISTANCE: Final = 11
REACH: Final = 15
THREAT: Final = 16
FRIENDLY_PHANTOM: Final = 17
ENEMY_PHANTOM: Final = 18
OWN_CROWN: Final = 19
OTHER_CROWN: Final = 20
STOPS: Final = 21
COMMON: Final = 22
"""Numbers that every pathway space has; those of its kind follow."""


def common_fields() -> list[Field]:
    """What every pathway space tells. The pieces' part is written by `marks`."""
    fields = [Field(f"{v}_pieces", MOST, f"conscious pieces of the {v} party") for v in VIEW]
    fields += [
        Field("fallen", ALL, "unconscious pieces that lie here"),
        Field("forward", MET, "of the conscious pieces, those that face forward"),
        Field("prone", MET, "those that are prone"),
        Field("restrained", MET, "those that are restrained"),
        Field("leader", MOST, "those that are leaders"),
        Field("crowned", MET, "those that are crowned"),
        Field("veiled", MET, "those that are veiled"),
    ]
    fields += [
        Field(f"distance_{k + 1}", LAST_RING, f"spaces from own piece {k + 1}; 0: not ahead of it")
        for k in range(PIECES)
    ]
    fields += [
        Field("reach", PIECES, "own pathway pieces that one roll brings here if nothing bars it"),
        Field("threat", ALL, "enemy pathway pieces that one roll brings here if nothing bars it"),
        Field("friendly_phantom", 1, "a phantom of the own side stands here"),
        Field("enemy_phantom", 1, "a phantom of the enemy stands here"),
        Field("own_crown", 1, "the own crown token lies here"),
        Field("other_crown", PARTIES - 1, "crown tokens of other parties that lie here"),
        Field("stops", 1, "a working enemy barricade stops own pieces here"),
    ]
    return fields


class RingSpaces(FullEncoder):
    """The pathway spaces at some r of each quadrant, a row each, clockwise from the own start.

    ``extras`` are the fields of the kind, which `write` fills in; the common ones are written for
    the spaces of all encoders together.
    """

    def __init__(
        self, name: str, meaning: str, places: list[int], extras: list[Field], reads: int
    ) -> None:
        chosen = [space for space in range(RING) if space % QUADRANT in places]
        fields = common_fields() + extras
        super().__init__(name, meaning, [f"r = {space}" for space in chosen], fields, reads)
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


def write_things(m: LudicrousState, seat: i64, sheet: Sheet, table: vec[i64]) -> None:
    """Phantoms, crown tokens and barricades on the spaces that the table names."""
    origin: i64 = seat * QUADRANT
    phantom_at = m.phantom_at
    crown_at = m.crown_at
    built = m.built
    for party in range(i64(PARTIES)):
        phantom: i64 = phantom_at[party]
        if phantom != NOWHERE and table[(phantom - origin + RING) % RING] != ELSEWHERE:
            column: i64 = ENEMY_PHANTOM if m.hostile(seat, party) else FRIENDLY_PHANTOM
            sheet.put(table[(phantom - origin + RING) % RING] + column, 1)
        crown: i64 = crown_at[party]
        if crown != NOWHERE and table[(crown - origin + RING) % RING] != ELSEWHERE:
            column = OWN_CROWN if party == seat else OTHER_CROWN
            sheet.add(table[(crown - origin + RING) % RING] + column, 1)
        if not m.hostile(seat, party):
            continue
        for slot in range(party * STRUCTURAL_SPACES, (party + 1) * STRUCTURAL_SPACES):
            if built[slot] != NO_STRUCTURE and stops(m, seat, m.t.guarded[slot]):
                at: i64 = table[(m.t.guarded[slot] - origin + RING) % RING]
                if at != ELSEWHERE:
                    sheet.put(at + STOPS, 1)
