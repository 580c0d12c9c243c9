"""What each piece adds to the numbers of the spaces around it.

Most of it is counts, so that a piece that has changed takes away what it had added, and adds anew;
nobody else's numbers are touched. Distances from own pieces are written over those from before.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import DIE
from ludo_env.engine.ludicrous.names import LEADER, NOBODY, PRISON
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.observation.encoder import FullEncoder
from ludo_env.observation.ludicrous import describe as seen_as
from ludo_env.observation.ludicrous import ring
from ludo_env.observation.ludicrous.describe import NEVER, flag, place, turns
from ludo_env.observation.ludicrous.home import (
    AREA,
    AREA_CROWNED,
    AREA_DISTANCE,
    AREA_LEADER,
    AREA_PRONE,
    AREA_WIDTH,
    FIELD_WIDTH,
    HOME_DISTANCE,
    HOME_WIDTH,
    Home,
    HomeArea,
    HomeField,
)
from ludo_env.observation.ludicrous.pieces import PIECE_WIDTH, Pieces, write_row
from ludo_env.observation.ludicrous.ring import ELSEWHERE, RingSpaces, join
from ludo_env.observation.ludicrous.yard import (
    AIMS,
    ARTILLERY_WIDTH,
    PRISON_WIDTH,
    TANK_TARGETS,
    TANK_WIDTH,
    YARD_WIDTH,
    Artillery,
    AttackTank,
    Prison,
    ShieldTank,
    Yard,
)

FIELD: Final = QUADRANT - 1
"""Spaces of a home field, from the trap before the start on."""
EVERYBODY: Final = (1 << PARTIES) - 1
"""A bit for each party."""


class Marks:
    """The encoders whose numbers come from single pieces, and where their slices begin."""

    def __init__(self, encoders: list[FullEncoder], offsets: list[int]) -> None:
        spaces: list[RingSpaces] = []
        space_offsets: list[int] = []
        self.yard: i64 = ELSEWHERE
        self.prison: i64 = ELSEWHERE
        self.home_area: i64 = ELSEWHERE
        self.home: i64 = ELSEWHERE
        self.home_field: i64 = ELSEWHERE
        self.shield_tank: i64 = ELSEWHERE
        self.attack_tank: i64 = ELSEWHERE
        self.artillery: i64 = ELSEWHERE
        self.pieces: i64 = ELSEWHERE
        for encoder, offset in zip(encoders, offsets, strict=True):
            if isinstance(encoder, RingSpaces):
                spaces.append(encoder)
                space_offsets.append(offset)
            elif isinstance(encoder, Yard):
                self.yard = offset
            elif isinstance(encoder, Prison):
                self.prison = offset
            elif isinstance(encoder, HomeArea):
                self.home_area = offset
            elif isinstance(encoder, Home):
                self.home = offset
            elif isinstance(encoder, HomeField):
                self.home_field = offset
            elif isinstance(encoder, ShieldTank):
                self.shield_tank = offset
            elif isinstance(encoder, AttackTank):
                self.attack_tank = offset
            elif isinstance(encoder, Artillery):
                self.artillery = offset
            elif isinstance(encoder, Pieces):
                self.pieces = offset
        self.table: vec[i64] = join(spaces, space_offsets)
        """Where the numbers of each ring space begin; see `ring.join`."""

    def mark(
        self, i: i64, seen: i64, seat: i64, enemies: i64, out: vec[u8], base: i64, by: i64
    ) -> None:
        """Add (``by`` 1) or take away (-1) what a piece adds to the row that begins at ``base``.

        For ``enemies`` see `enemies_of_all`.
        """
        if seen == NEVER:
            return
        view: i64 = ((i // PIECES) - seat) & 3
        r: i64 = place(seen)
        if r == YARD:
            self.mark_yard(i, view, out, base, by)
        elif r == PRISON:
            self.mark_prison(i, seen_as.jailer(seen), seat, out, base, by)
        elif r >= HOME_AREA:
            self.mark_home(i, seen, r, view, out, base, by)
        else:
            self.mark_pathway(i, seen, r, view, seat, enemies, out, base, by)

    def mark_yard(self, i: i64, view: i64, out: vec[u8], base: i64, by: i64) -> None:
        """A piece in its yard."""
        if self.yard != ELSEWHERE:
            at: i64 = base + self.yard + view * YARD_WIDTH
            bump(out, at + i % PIECES, by)
            bump(out, at + PIECES, by)

    def mark_prison(self, i: i64, jailer: i64, seat: i64, out: vec[u8], base: i64, by: i64) -> None:
        """A captive piece."""
        if self.prison != ELSEWHERE:
            held: i64 = ((i // PIECES) - jailer) & 3
            row: i64 = ((jailer - seat) & 3) * (PARTIES - 1) + held - 1
            bump(out, base + self.prison + row * PRISON_WIDTH + i % PIECES, by)

    def mark_home(
        self, i: i64, seen: i64, r: i64, view: i64, out: vec[u8], base: i64, by: i64
    ) -> None:
        """A piece in its home area, or at home."""
        if r == HOME:
            if self.home != ELSEWHERE:
                bump(out, base + self.home + view * HOME_WIDTH, by)
        elif self.home_area != ELSEWHERE:
            at: i64 = base + self.home_area + (view * AREA + r - HOME_AREA) * AREA_WIDTH
            bump(out, at, by)
            if i % PIECES == LEADER:
                bump(out, at + AREA_LEADER, by)
            bump(out, at + AREA_PRONE, by * flag(seen, seen_as.PRONE))
            bump(out, at + AREA_CROWNED, by * flag(seen, seen_as.CROWNED))

    def mark_pathway(
        self,
        i: i64,
        seen: i64,
        r: i64,
        view: i64,
        seat: i64,
        enemies: i64,
        out: vec[u8],
        base: i64,
        by: i64,
    ) -> None:
        """A piece on the pathway: on its space, in a home field, and where it may arrive."""
        # Where it is, counted from the own start.
        space: i64 = r + view * QUADRANT
        if space >= RING:
            space -= RING
        # Whose home field that is; the space before a star's next quadrant is in none.
        beyond: i64 = space + 1
        field: i64 = NOBODY
        if beyond % QUADRANT < FIELD:
            field = (beyond // QUADRANT) & 3
        lies: bool = seen_as.fallen(seen) != 0
        if field != NOBODY and self.home_field != ELSEWHERE and plays(enemies, (seat + field) & 3):
            column: i64 = view
            if lies:
                column = PARTIES
            bump(out, base + self.home_field + field * FIELD_WIDTH + column, by)
        at: i64 = self.table[space]
        if lies:
            if at != ELSEWHERE:
                bump(out, base + at + ring.FALLEN, by)
            return
        if at != ELSEWHERE:
            mark_space(i, seen, view, out, base + at, by)
        self.mark_aims(i, seen, field, seat, enemies, out, base, by)
        if turns(seen, seen_as.RESTRAINED) != 0:
            return
        if view == 0:
            self.mark_reach(r, space, seen, ring.REACH, out, base, by)
        elif hostile(enemies, seat, i // PIECES):
            self.mark_reach(r, space, seen, ring.THREAT, out, base, by)

    def mark_aims(
        self,
        i: i64,
        seen: i64,
        field: i64,
        seat: i64,
        enemies: i64,
        out: vec[u8],
        base: i64,
        by: i64,
    ) -> None:
        """[TK-shield] [TK-shot] [TK-artillery] Whose tank shields it, and who could shoot at it."""
        party: i64 = i // PIECES
        if field == (party - seat) & 3 and self.shield_tank != ELSEWHERE:
            bump(out, base + self.shield_tank + field * TANK_WIDTH + TANK_TARGETS, by)
        if flag(seen, seen_as.VEILED) != 0:
            return
        for view in range(i64(PARTIES)):
            if not hostile(enemies, party, (seat + view) & 3):
                continue
            if view == field:
                if self.attack_tank != ELSEWHERE:
                    bump(out, base + self.attack_tank + view * TANK_WIDTH + TANK_TARGETS, by)
            elif self.artillery != ELSEWHERE:
                bump(out, base + self.artillery + view * ARTILLERY_WIDTH + AIMS, by)

    def mark_reach(
        self, r: i64, space: i64, seen: i64, column: i64, out: vec[u8], base: i64, by: i64
    ) -> None:
        """The pathway spaces that one roll of the piece reaches. [8.5]"""
        most: i64 = DIE
        if flag(seen, seen_as.PRONE) != 0:
            most = DIE // 2
        if most > LAST_RING - r:
            most = LAST_RING - r
        table = self.table
        for there in range(space + 1, space + most + 1):
            at: i64 = table[there]
            if at != ELSEWHERE:
                bump(out, base + at + column, by)

    def write_distances(self, k: i64, before: i64, r: i64, out: vec[u8], base: i64) -> None:
        """How far every space ahead is from own piece ``k``, which was ``before`` and is at ``r``.

        A piece that is nowhere counts as home: nothing is ahead of it.
        """
        table = self.table
        column: i64 = base + ring.DISTANCE + k
        passed: i64 = r
        if passed > LAST_RING:
            passed = LAST_RING
        for there in range(before + 1, passed + 1):
            at: i64 = table[there]
            if at != ELSEWHERE:
                out[column + at] = 0
        for there in range(r + 1, i64(LAST_RING + 1)):
            at = table[there]
            if at != ELSEWHERE:
                out[column + at] = u8(there - r)
        if self.home_area != ELSEWHERE:
            column = base + self.home_area + AREA_DISTANCE + k
            for there in range(HOME_AREA, HOME):
                put_distance(out, column + (there - HOME_AREA) * AREA_WIDTH, there - r)
        if self.home != ELSEWHERE:
            put_distance(out, base + self.home + HOME_DISTANCE + k, HOME - r)

    def write_piece(self, i: i64, seen: i64, seat: i64, out: vec[u8], base: i64) -> None:
        """The row of a piece among all pieces."""
        if self.pieces == ELSEWHERE:
            return
        row: i64 = base + self.pieces + ((i - seat * PIECES) & (ALL - 1)) * PIECE_WIDTH
        if seen == NEVER:
            for column in range(i64(PIECE_WIDTH)):
                out[row + column] = 0
        else:
            write_row(seen, seat, out, row)


def enemies_of_all(m: LudicrousState) -> i64:
    """[E-teams] Which parties are enemies: bit 4 * party + enemy. One without a seat has none."""
    enemies: i64 = 0
    for party in range(PARTIES):
        for other in range(PARTIES):
            seated: bool = m.seats[party] != 0 and m.seats[other] != 0
            if seated and m.hostile(party, other):
                enemies |= 1 << (PARTIES * party + other)
    return enemies


def plays(enemies: i64, party: i64) -> bool:
    """Whether a party has a seat."""
    return (enemies >> (PARTIES * party)) & EVERYBODY != 0


def hostile(enemies: i64, party: i64, other: i64) -> bool:
    """[E-teams] Whether two parties have seats and are enemies."""
    return (enemies >> (PARTIES * party + other)) & 1 != 0


def bump(out: vec[u8], at: i64, by: i64) -> None:
    """Add to a number."""
    out[at] = u8(i64(out[at]) + by)


def put_distance(out: vec[u8], at: i64, spaces: i64) -> None:
    """Write how far ahead a space is; 0 where it is not ahead."""
    if spaces > 0:
        out[at] = u8(spaces)
    else:
        out[at] = 0


def mark_space(i: i64, seen: i64, view: i64, out: vec[u8], at: i64, by: i64) -> None:
    """A conscious piece on its space."""
    bump(out, at + view, by)
    if flag(seen, seen_as.FORWARD) != 0:
        bump(out, at + ring.FORWARD, by)
    if flag(seen, seen_as.PRONE) != 0:
        bump(out, at + ring.PRONE, by)
    if turns(seen, seen_as.RESTRAINED) != 0:
        bump(out, at + ring.RESTRAINED, by)
    if i % PIECES == LEADER:
        bump(out, at + ring.LEADS, by)
    if flag(seen, seen_as.CROWNED) != 0:
        bump(out, at + ring.CROWNED, by)
    if flag(seen, seen_as.VEILED) != 0:
        bump(out, at + ring.VEILED, by)
