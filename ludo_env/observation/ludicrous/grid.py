"""The board of the full game as 15 x 15 planes, with the own start where yellow's is."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import (
    GRID,
    HOME,
    PARTIES,
    PIECES,
    QUADRANT,
    RING,
    SPACES,
    YARD,
    Kind,
    Space,
    own_spaces,
    route_space,
)
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    NO_STRUCTURE,
    NOWHERE,
    PRISON,
    SHIELD,
    STRUCTURAL_SPACES,
    TANK_SPACE_KINDS,
)
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.observation.encoder import VIEW, Field, FullEncoder
from ludo_env.observation.ludicrous.decision import Decision
from ludo_env.observation.ludicrous.describe import describe
from ludo_env.observation.ludicrous.parties import Hands, Parties, Sheets, Tokens, Turns
from ludo_env.observation.ludicrous.pieces import PIECE_WIDTH, Pieces, write_row
from ludo_env.observation.ludicrous.under_way import Checks, Tape, UnderWay
from ludo_env.observation.ludicrous.world import Clock, Hand, Rules, World
from ludo_env.observation.ludicrous.yard import HIGHEST_HP, LONGEST, MOST_POINTS
from ludo_env.observation.sheet import BYTE, Sheet
from ludo_env.rules.tables import STRUCTURES

CELLS: Final = GRID * GRID
ROUTE: Final = HOME + 1
PLANES: Final = (
    *(Field(f"{view}_pieces", PIECES, f"pieces of the {view} party") for view in VIEW),
    Field("fallen", ALL, "unconscious pieces"),
    Field("forward", ALL, "conscious pathway pieces that face forward"),
    Field("prone", ALL, "prone pieces"),
    Field("restrained", ALL, "restrained pieces"),
    Field("wet", ALL, "wet pieces"),
    Field("burning", ALL, "burning pieces"),
    Field("dodging", ALL, "dodging pieces"),
    Field("veiled", ALL, "veiled pieces"),
    Field("crowned", ALL, "crowned pieces"),
    Field("leaders", PARTIES, "leaders"),
    Field("phantoms", 1, "a phantom"),
    Field("crown_tokens", PARTIES, "crown tokens"),
    *(Field(f"built_{kind}", 1, f"{kind} that stands here") for kind in STRUCTURES),
    Field("structure_hp", HIGHEST_HP, "HP of a structure or tank"),
    Field("out_of_order", LONGEST, "turns of hacking, or of a reload"),
    *(
        Field(f"project_{kind}", MOST_POINTS, f"1 + points of a project, {kind}")
        for kind in STRUCTURES
    ),
    Field("tanks", 1, "a tank"),
    Field("clock", BYTE, "the numbers of `clock` on the first squares"),
)
FALLEN: Final = 4
FORWARD: Final = 5
PRONE: Final = 6
RESTRAINED: Final = 7
WET: Final = 8
BURNING: Final = 9
DODGING: Final = 10
VEILED: Final = 11
CROWNED: Final = 12
LEADERS: Final = 13
PHANTOMS: Final = 14
CROWNS: Final = 15
BUILT: Final = 16
HP: Final = 21
WAITS: Final = 22
PROJECTS: Final = 23
TANKS: Final = 28
CLOCK_PLANE: Final = 29


def cell_of(space: Space) -> int:
    """The square of a space as a number."""
    return space.row * GRID + space.col


class Grid(FullEncoder):
    """Planes x rows x columns: the board, then planes that hold, row by row, what has no place.

    The second kind are the slices of `parts`, one after the other; what is left over is 0.
    """

    def __init__(self) -> None:
        self.parts: list[FullEncoder] = [
            Pieces(), Parties(), Tokens(), Turns(), Hands(), Hand(), World(), Decision(),
            UnderWay(), Tape(), Checks(), Sheets(), Rules(),
        ]  # fmt: skip
        self.clock: Clock = Clock()
        filled: i64 = 0
        for part in self.parts:
            filled += part.size
        planes = list(PLANES)
        more: i64 = (filled + CELLS - 1) // CELLS
        planes += [
            Field(f"filled_{n + 1}", BYTE, "numbers of what has no place on the board, row by row")
            for n in range(more)
        ]
        meaning = "the board as planes, turned so that the own start is where yellow's is"
        super().__init__("grid", meaning, [field.name for field in planes], planes)
        self.shape = (len(planes), GRID, GRID)
        self.size = len(planes) * CELLS
        self.row: vec[u8] = vec[u8](bytes(PIECE_WIDTH))
        """Room for the numbers of one piece."""
        routes = [cell_of(route_space(party, r)) for party in range(PARTIES) for r in range(ROUTE)]
        self.routes: vec[i64] = vec[i64](routes)
        self.yards: vec[i64] = _own_cells(Kind.YARD)
        self.prisons: vec[i64] = _own_cells(Kind.PRISON)
        self.structural: vec[i64] = _own_cells(Kind.STRUCTURAL)
        self.tanks: vec[i64] = _own_cells(Kind.TANK)
        self.artillery: vec[i64] = _own_cells(Kind.ARTILLERY)
        ring = [cell_of(SPACES[space]) for space in range(RING)]
        self.ring: vec[i64] = vec[i64](ring)

    def highs(self) -> list[int]:
        """The largest value of every square of every plane."""
        return [field.high for field in self.fields for _ in range(CELLS)]

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """All planes, one after the other."""
        for i in range(ALL):
            if m.seats[i // PIECES] != 0:
                self.write_piece(m, i, seat, sheet, at)
        for party in range(PARTIES):
            if m.plays(party):
                self.write_party(m, party, (party - seat) & 3, seat, sheet, at)
        self.clock.write(m, seat, sheet, at + CLOCK_PLANE * CELLS)
        filled: i64 = at + len(PLANES) * CELLS
        self.write_pieces(m, seat, sheet, filled)
        for n in range(len(self.parts)):
            part: FullEncoder = self.parts[n]
            part.write(m, seat, sheet, filled)
            filled += part.size

    def write_pieces(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The slice of all pieces, which its encoder leaves to others."""
        for i in range(ALL):
            if m.seats[i // PIECES] == 0:
                continue
            known: i64 = describe(m, i)
            write_row(known, seat, self.row, 0)
            first: i64 = at + ((i - seat * PIECES) & (ALL - 1)) * PIECE_WIDTH
            for column in range(PIECE_WIDTH):
                sheet.put(first + column, i64(self.row[column]))

    def write_piece(self, m: LudicrousState, i: i64, seat: i64, sheet: Sheet, at: i64) -> None:
        """A piece on its square."""
        view: i64 = ((i // PIECES) - seat) & 3
        cell: i64 = at + self.cell(m, i, view, seat)
        if m.fallen[i] != 0:
            sheet.add(cell + FALLEN * CELLS, 1)
            return
        sheet.add(cell + view * CELLS, 1)
        if i % PIECES == 0:
            sheet.add(cell + LEADERS * CELLS, 1)
        if m.prone[i] != 0:
            sheet.add(cell + PRONE * CELLS, 1)
        if m.crowned[i] != 0:
            sheet.add(cell + CROWNED * CELLS, 1)
        if not m.on_path(i):
            return
        if m.facing[i] > 0:
            sheet.add(cell + FORWARD * CELLS, 1)
        if m.restrained[i] != 0:
            sheet.add(cell + RESTRAINED * CELLS, 1)
        if m.wet[i] != 0:
            sheet.add(cell + WET * CELLS, 1)
        if m.burning[i] != 0:
            sheet.add(cell + BURNING * CELLS, 1)
        if m.dodging[i] != 0:
            sheet.add(cell + DODGING * CELLS, 1)
        if m.veiled[i] != 0:
            sheet.add(cell + VEILED * CELLS, 1)

    def cell(self, m: LudicrousState, i: i64, view: i64, seat: i64) -> i64:
        """The square of a piece."""
        r: i64 = m.r[i]
        if r == YARD:
            return self.yards[view * PIECES + i % PIECES]
        if r != PRISON:
            return self.routes[view * ROUTE + r]
        jailer: i64 = m.jailer[i]
        held: i64 = ((i // PIECES) - jailer) & 3
        return self.prisons[((jailer - seat) & 3) * (PARTIES - 1) + held - 1]

    def write_party(
        self, m: LudicrousState, party: i64, view: i64, seat: i64, sheet: Sheet, at: i64
    ) -> None:
        """What a party has on the board besides its pieces."""
        origin: i64 = seat * QUADRANT
        if m.phantom_at[party] != NOWHERE:
            cell: i64 = self.ring[(m.phantom_at[party] - origin + RING) % RING]
            sheet.put(at + PHANTOMS * CELLS + cell, 1)
        if m.crown_at[party] != NOWHERE:
            cell = self.ring[(m.crown_at[party] - origin + RING) % RING]
            sheet.add(at + CROWNS * CELLS + cell, 1)
        for n in range(STRUCTURAL_SPACES):
            slot: i64 = party * STRUCTURAL_SPACES + n
            cell = at + self.structural[view * STRUCTURAL_SPACES + n]
            if m.built[slot] != NO_STRUCTURE:
                sheet.put(cell + (BUILT + m.built[slot]) * CELLS, 1)
                sheet.put(cell + HP * CELLS, m.built_hp[slot])
                sheet.put(cell + WAITS * CELLS, m.hacked[slot])
            if m.project[slot] != NO_STRUCTURE:
                sheet.put(cell + (PROJECTS + m.project[slot]) * CELLS, 1 + m.project_points[slot])
        if m.t.tanks:
            cell = at + self.artillery[view]
            sheet.put(cell + WAITS * CELLS, m.artillery_wait[party])
            if m.tank_hp[party] > 0:
                cell = at + self.tanks[view * TANK_SPACE_KINDS + m.tank[party] - SHIELD]
                sheet.put(cell + TANKS * CELLS, 1)
                sheet.put(cell + HP * CELLS, m.tank_hp[party])
                sheet.put(cell + WAITS * CELLS, m.tank_wait[party])


def _own_cells(kind: Kind) -> vec[i64]:
    """The squares of the spaces of a kind, party by party, in the order of the board."""
    cells = [cell_of(space) for party in range(PARTIES) for space in own_spaces(party, kind)]
    return vec[i64](cells)
