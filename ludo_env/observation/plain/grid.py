"""The board as 15 x 15 planes, turned so that the observer's start is where yellow's is."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import (
    GRID,
    HOME,
    LAST_RING,
    PARTIES,
    PIECES,
    QUADRANT,
    YARD,
    Kind,
    Space,
    own_spaces,
    route_space,
)
from ludo_env.engine.options import DIE
from ludo_env.engine.plain import NOWHERE, PlainState
from ludo_env.observation.encoder import VIEW, Field, PlainEncoder
from ludo_env.observation.plain.parties import Clock, Decision, OwnPieces, Parties
from ludo_env.observation.sheet import BYTE, Sheet

CELLS: Final = GRID * GRID
ROUTE: Final = HOME + 1
PLANES: Final = (
    *(
        Field(f"{view}_pieces", PIECES, f"pieces of the {view} party on the square")
        for view in VIEW
    ),
    Field("movable", PIECES, "own pieces on the square that the roll can move"),
    Field("targets", PIECES, "own pieces that the roll can take to the square"),
    Field("safe", 1, "a safe space"),
    Field("die", DIE, "the roll to be used, on every square"),
    Field("filled", BYTE, "numbers of what has no place on the board, row by row"),
)
MOVABLE: Final = 4
TARGETS: Final = 5
SAFE: Final = 6
DIE_PLANE: Final = 7
FILLED: Final = 8


class Grid(PlainEncoder):
    """Planes x rows x columns. Yard pieces stand on their yard spaces, finished ones on home.

    The last plane holds, row by row, the slices of `parts` one after the other, then 0.
    """

    def __init__(self) -> None:
        meaning = "the board as planes, turned so that the own start is where yellow's is"
        super().__init__("grid", meaning, [field.name for field in PLANES], list(PLANES))
        self.shape = (len(PLANES), GRID, GRID)
        self.size = len(PLANES) * CELLS
        self.parts: list[PlainEncoder] = [Parties(), Decision(), OwnPieces(), Clock()]
        routes = [_cell(route_space(party, r)) for party in range(PARTIES) for r in range(ROUTE)]
        self.routes: vec[i64] = vec[i64](routes)
        yards = [_cell(space) for party in range(PARTIES) for space in own_spaces(party, Kind.YARD)]
        self.yards: vec[i64] = vec[i64](yards)

    def highs(self) -> list[int]:
        """The largest value of every square of every plane."""
        return [field.high for field in self.fields for _ in range(CELLS)]

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """All planes, one after the other."""
        for view in range(PARTIES):
            party: i64 = (seat + view) % PARTIES
            if state.seats[party] != 0:
                self.write_pieces(state, party, view, sheet, at)
        if state.decider == seat:
            self.write_moves(state, seat, sheet, at)
        for r in range(LAST_RING + 1):
            if state.options.safe[r % QUADRANT] != 0:
                sheet.put(at + SAFE * CELLS + self.routes[r], 1)
        if state.decider >= 0:
            for cell in range(CELLS):
                sheet.put(at + DIE_PLANE * CELLS + cell, state.die)
        filled: i64 = at + FILLED * CELLS
        for part in self.parts:
            part.write(state, seat, sheet, filled)
            filled += part.size

    def write_pieces(self, state: PlainState, party: i64, view: i64, sheet: Sheet, at: i64) -> None:
        """The pieces of a party, which the observer sees in the place of party ``view``."""
        for piece in range(state.options.pieces):
            r: i64 = state.pieces[party * PIECES + piece]
            sheet.add(at + view * CELLS + self.cell(view, piece, r), 1)

    def write_moves(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Which own pieces can move, and where to."""
        for piece in range(state.options.pieces):
            target: i64 = state.targets[piece]
            if target != NOWHERE:
                r: i64 = state.pieces[seat * PIECES + piece]
                sheet.add(at + MOVABLE * CELLS + self.cell(0, piece, r), 1)
                sheet.add(at + TARGETS * CELLS + self.cell(0, piece, target), 1)

    def cell(self, view: i64, piece: i64, r: i64) -> i64:
        """The square of a piece."""
        return self.yards[view * PIECES + piece] if r == YARD else self.routes[view * ROUTE + r]


def _cell(space: Space) -> int:
    return space.row * GRID + space.col
