"""Encoders for what is in a party's yard area. [6.1, 6.9, 6.10, 6.14]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from ludo_env.board import PARTIES, PIECES, YARD
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.lines import ring_distance
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import DIE, may_enter
from ludo_env.engine.ludicrous.names import (
    ANTI_TANK_SPACE,
    ATTACK_SPACE,
    ENGINEERING,
    LEADER,
    NO_STRUCTURE,
    PRISON,
    SHIELD,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.rescue import escape_bonus
from ludo_env.observation.encoder import (
    PLACES,
    STRUCTURES_PART,
    TANKS_PART,
    VIEW,
    Field,
    FullEncoder,
)
from ludo_env.observation.ludicrous.throws import lowest
from ludo_env.observation.sheet import Sheet, write_flag
from ludo_env.rules.tables import STRUCTURES

HALF_RING: Final = 26
HIGHEST_HP: Final = 120
"""No structure, tank or pool can have more."""
MOST_POINTS: Final = 99
"""Most points that a project can need."""
MOST_ESCAPE: Final = 40
LONGEST: Final = 21
"""No reload and no hacking lasts longer."""
HIGHEST_ROLL: Final = 101
# Columns of a structural space, after the kinds of structure.
HP: Final = 5
HACKED: Final = 6
WORKS: Final = 7
PROJECT: Final = 8
POINTS: Final = 13
MISSING: Final = 14

YARD_WIDTH: Final = 7
ENTER_1: Final = 5
ENTER_6: Final = 6

PRISON_WIDTH: Final = 5
ESCAPE: Final = 4

# Columns of a tank space.
TANK_WIDTH: Final = 5
TANK: Final = 0
TANK_HP: Final = 1
TANK_RELOAD: Final = 2
TANK_READY: Final = 3
TANK_TARGETS: Final = 4

# Columns of an artillery space.
ARTILLERY_WIDTH: Final = 4
RELOAD: Final = 0
LOADED: Final = 1
AIMS: Final = 2
GOAL: Final = 3

ESCAPE_ZERO: Final = 10
"""What stands for a modifier of 0 in an escape."""


class Yard(FullEncoder):
    """[6.1] [M-enter] A row for each party's yard."""

    def __init__(self) -> None:
        fields = [
            Field(f"piece_{k + 1}", 1, f"piece {k + 1} is in the yard") for k in range(PIECES)
        ]
        fields += [
            Field("pieces", PIECES, "pieces in the yard"),
            Field("enter_1", PIECES, "pieces that a 1 lets in: not the leader, and there is room"),
            Field("enter_6", PIECES, "pieces that a 6 lets in"),
        ]
        rows = [f"yard of the {view} party" for view in VIEW]
        super().__init__("yard", "the yards", rows, fields, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who can come in. Who waits is written by `marks`."""
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = sheet.base + at + view * YARD_WIDTH
            waiting: i64 = m.count_at(party, YARD)
            leader: i64 = party * PIECES + LEADER
            # Whether there is room is the same for all of a party's pieces.
            if waiting != 0 and not (m.plays(party) and may_enter(m, leader, DIE)):
                waiting = 0
            out[row + ENTER_6] = u8(waiting)
            if waiting != 0 and m.r[leader] == YARD:
                waiting -= 1  # A 1 does not let it in.
            out[row + ENTER_1] = u8(waiting)


class Structural(FullEncoder):
    """[6.9] A row for each structural space of each party."""

    def __init__(self) -> None:
        fields = [Field(f"built_{kind}", 1, f"{kind} that stands here") for kind in STRUCTURES]
        fields += [
            Field("hp", HIGHEST_HP, "HP of the structure"),
            Field("hacked", LONGEST, "its owner's turns until a hacked structure works again"),
            Field("works", 1, "it is neither hacked nor is its owner stunned"),
        ]
        fields += [
            Field(f"project_{kind}", 1, f"{kind} that is being built") for kind in STRUCTURES
        ]
        fields += [
            Field("points", MOST_POINTS, "points that the project has"),
            Field("missing", MOST_POINTS, "points that it still needs"),
        ]
        rows = [f"{view} space {n + 1}" for view in VIEW for n in range(STRUCTURAL_SPACES)]
        super().__init__("structural", "the structural spaces", rows, fields, STRUCTURES_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What stands there, and what is being built."""
        built = m.built
        project = m.project
        row: i64 = at
        for n in range(i64(PARTIES * STRUCTURAL_SPACES)):
            slot: i64 = (seat * STRUCTURAL_SPACES + n) & (PARTIES * STRUCTURAL_SPACES - 1)
            self.write_built(m, slot, built[slot], sheet, row)
            if project[slot] != NO_STRUCTURE:
                points: i64 = m.project_points[slot]
                sheet.put(row + PROJECT + project[slot], 1)
                sheet.put(row + POINTS, points)
                sheet.put(row + MISSING, m.t.structure_cost[project[slot]] - points)
            row += self.width

    def write_built(self, m: LudicrousState, slot: i64, kind: i64, sheet: Sheet, row: i64) -> None:
        """A structure, or none."""
        hp: i64 = 0
        hacked: i64 = 0
        works: bool = False
        if kind != NO_STRUCTURE:
            sheet.put(row + kind, 1)
            hp = m.built_hp[slot]
            hacked = m.hacked[slot]
            works = m.acts(slot, kind)
        out = sheet.out
        out[sheet.base + row + HP] = u8(hp)
        out[sheet.base + row + HACKED] = u8(hacked)
        write_flag(out, sheet.base + row + WORKS, works)


class StructureDistance(FullEncoder):
    """[6.9] A row for each structural space of each party: how far its structure is."""

    def __init__(self) -> None:
        fields = [
            Field(f"distance_{k + 1}", HALF_RING + 1, f"from own pathway piece {k + 1}, either way")
            for k in range(PIECES)
        ]
        rows = [f"{view} space {n + 1}" for view in VIEW for n in range(STRUCTURAL_SPACES)]
        meaning = "how far structures are from the own pieces; 0 where nothing is built"
        reads = PLACES | STRUCTURES_PART
        super().__init__("structure_distance", meaning, rows, fields, reads)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """One more than to the pathway space that the structure guards."""
        out = sheet.out
        built = m.built
        guarded = m.t.guarded
        for k in range(i64(PIECES)):
            i: i64 = seat * PIECES + k
            walks: bool = m.on_path(i)
            space: i64 = 0
            if walks:
                space = m.space(i)
            here: i64 = sheet.base + at + k
            for n in range(i64(PARTIES * STRUCTURAL_SPACES)):
                slot: i64 = (seat * STRUCTURAL_SPACES + n) & (PARTIES * STRUCTURAL_SPACES - 1)
                away: i64 = 0
                if walks and built[slot] != NO_STRUCTURE:
                    away = ring_distance(space, guarded[slot]) + 1
                out[here] = u8(away)
                here += PIECES


class Prison(FullEncoder):
    """[6.10] A row for each prison space of each party."""

    def __init__(self) -> None:
        fields = [
            Field(f"piece_{k + 1}", 1, f"piece {k + 1} of that party is held here")
            for k in range(PIECES)
        ]
        fields.append(
            Field(
                "escape",
                MOST_ESCAPE,
                f"{ESCAPE_ZERO} + the captive's modifier in its contest to escape",
            )
        )
        rows = [
            f"prison of the {view} party for the {VIEW[(v + n) % PARTIES]} party"
            for v, view in enumerate(VIEW)
            for n in range(1, PARTIES)
        ]
        super().__init__("prison", "the prison of war spaces", rows, fields, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """How likely a captive gets out. Who is held is written by `marks`."""
        r = m.r
        for i in range(i64(ALL)):
            if r[i] != PRISON:
                continue
            jailer: i64 = m.jailer[i]
            view: i64 = (jailer - seat) & 3
            held: i64 = ((i // PIECES) - jailer) & 3
            row: i64 = at + (view * (PARTIES - 1) + held - 1) * self.width
            sheet.put_capped(
                row + ESCAPE, ESCAPE_ZERO + escape_bonus(m, jailer) + crown_bonus(m, i)
            )


class TankSpace(FullEncoder):
    """[6.14] A row for each party's tank space of one kind."""

    def __init__(self, name: str, meaning: str, space: int, target: str) -> None:
        self.space: i64 = space
        fields = [
            Field("tank", 1, "the party's tank stands here"),
            Field("hp", HIGHEST_HP, "HP of the tank that stands here"),
            Field("reload", LONGEST, "own turns until it can shoot again"),
            Field("ready", 1, "it does its work now"),
            Field("targets", ALL, target),
        ]
        rows = [f"{name} space of the {view} party" for view in VIEW]
        super().__init__(name, meaning, rows, fields, TANKS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The tank, if it stands on this space."""
        if not m.t.tanks:
            return
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = sheet.base + at + view * TANK_WIDTH
            hp: i64 = 0
            reload: i64 = 0
            if m.tank[party] == self.space and m.tank_hp[party] != 0 and m.plays(party):
                hp = m.tank_hp[party]
                reload = m.tank_wait[party]
            write_flag(out, row + TANK, hp != 0)
            out[row + TANK_HP] = u8(hp)
            out[row + TANK_RELOAD] = u8(reload)
            write_flag(out, row + TANK_READY, hp != 0 and (self.space == SHIELD or reload == 0))


class ShieldTank(TankSpace):
    """[6.14] [TK-shield] The shield tank spaces. Targets are written by `marks`."""

    def __init__(self) -> None:
        target = "the party's conscious pieces in its home field, which a tank here shields"
        super().__init__("shield_tank", "the shield tank spaces", SHIELD, target)


class AttackTank(TankSpace):
    """[6.14] [TK-shot] The attack tank spaces. Targets are written by `marks`."""

    def __init__(self) -> None:
        target = "enemy pieces in the party's home field that a tank here can shoot at"
        super().__init__("attack_tank", "the attack tank spaces", ATTACK_SPACE, target)


class AntiTank(TankSpace):
    """[6.14] [TK-anti-tank] The anti-tank tank spaces."""

    def __init__(self) -> None:
        target = "enemy tanks that a tank here can shoot at"
        super().__init__("anti_tank", "the anti-tank tank spaces", ANTI_TANK_SPACE, target)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The tank, and the tanks of the enemies."""
        if not m.t.tanks:
            return
        super().write(m, seat, sheet, at)
        out = sheet.out
        tanks: i64 = with_tanks(m)
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            count: i64 = 0
            if m.plays(party):
                for other in range(i64(PARTIES)):
                    if (tanks >> other) & 1 != 0 and m.hostile(party, other):
                        count += 1
            out[sheet.base + at + view * TANK_WIDTH + TANK_TARGETS] = u8(count)


def with_tanks(m: LudicrousState) -> i64:
    """The parties in play that have tanks, a bit for each."""
    tanks: i64 = 0
    for party in range(i64(PARTIES)):
        if m.tank_hp[party] > 0 and m.plays(party):
            tanks |= i64(1) << party
    return tanks


class Artillery(FullEncoder):
    """[6.14] [TK-artillery] A row for each party's artillery space. Aims are written by `marks`."""

    def __init__(self) -> None:
        fields = [
            Field("reload", LONGEST, "own turns until it can fire again"),
            Field("loaded", 1, "it can fire, as long as a piece is in the yard"),
            Field("targets", ALL, "enemy pieces outside the party's home field"),
            Field("goal", HIGHEST_ROLL, "lowest roll that hits, naturals and leaning aside"),
        ]
        rows = [f"artillery of the {view} party" for view in VIEW]
        super().__init__("artillery", "the artillery spaces", rows, fields, TANKS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Whether it can fire, and how well."""
        if not m.t.tanks:
            return
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = sheet.base + at + view * ARTILLERY_WIDTH
            fires: bool = m.plays(party)
            reload: i64 = 0
            goal: i64 = 0
            if fires:
                reload = m.artillery_wait[party]
                goal = lowest(m.t.artillery_goal, m.score(party, ENGINEERING), m.t.contest_die)
            out[row + RELOAD] = u8(reload)
            write_flag(out, row + LOADED, fires and reload == 0)
            out[row + GOAL] = u8(goal)
