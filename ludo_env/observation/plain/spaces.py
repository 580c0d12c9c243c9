"""Encoders for the kinds of board space that plain Ludo has."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from ludo_env.board import HOME, HOME_AREA, PARTIES, PIECES, QUADRANT, RING, SPACES, YARD, Kind
from ludo_env.engine.plain import PlainState
from ludo_env.observation.encoder import VIEW, Field, PlainEncoder
from ludo_env.observation.sheet import Sheet

OCCUPANT: Final = 2
"""Numbers that describe one party's pieces on a space."""
PLACES: Final = HOME - YARD + 1
"""Different r that a piece may have."""
ELSEWHERE: Final = -1


class Spaces(PlainEncoder):
    """Who stands on the spaces of one kind: for each party how many, and whether it is a block.

    All that such an encoder needs is a table: for each party as one sees it, and each r of that
    party's own route, the index of the party's numbers; -1 where the space is of another kind. So
    several of them join into one, and all are written by one pass over the pieces.
    """

    def __init__(self, name: str, meaning: str, rows: list[str], table: list[int]) -> None:
        fields = []
        for view in VIEW:
            fields.append(Field(f"{view}_pieces", PIECES, f"pieces of the {view} party here"))
            fields.append(Field(f"{view}_block", 1, f"two or more of the {view} party stand here"))
        super().__init__(name, meaning, rows, fields)
        self.table: vec[i64] = vec[i64](table)

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Count every piece on its space."""
        write_pieces(state, seat, sheet, at, self.table)


def write_pieces(state: PlainState, seat: i64, sheet: Sheet, at: i64, table: vec[i64]) -> None:
    """Count every piece at the index that the table has for it."""
    pieces = state.pieces
    seats = state.seats
    # As `Sheet.put`; called for every piece it would take a tenth of a step.
    out = sheet.out
    written = sheet.written
    end: i64 = sheet.first + sheet.count
    number: i64 = state.options.pieces
    base: i64 = sheet.base
    for view in range(PARTIES):
        party: i64 = (seat + view) & 3
        if seats[party] == 0:
            continue
        row: i64 = view * PLACES - YARD
        first: i64 = party * PIECES
        for piece in range(first, first + number):
            index: i64 = table[row + pieces[piece]]
            if index == ELSEWHERE:
                continue
            index += at
            before: i64 = i64(out[base + index])
            out[base + index] = u8(before + 1)
            if before <= 1:
                # The first piece is one, the second makes a block.
                out[base + index + before] = 1
                written[end] = i16(index + before)
                end += 1
    sheet.count = end - sheet.first


def join(parts: list[Spaces], offsets: list[int]) -> vec[i64]:
    """One table for several encoders, each of which begins at its offset."""
    table = [ELSEWHERE] * (PARTIES * PLACES)
    for part, offset in zip(parts, offsets, strict=True):
        for place in range(PARTIES * PLACES):
            index = int(part.table[place])
            if index != ELSEWHERE:
                table[place] = offset + index
    return vec[i64](table)


def on_ring(name: str, meaning: str, wanted: Kind, unwanted: Kind) -> Spaces:
    """The ring spaces of a kind, clockwise from the own start."""
    chosen = [r for r in range(RING) if SPACES[r].kind & wanted and not SPACES[r].kind & unwanted]
    table = [ELSEWHERE] * (PARTIES * PLACES)
    for view in range(PARTIES):
        for r in range(HOME_AREA):
            space = (view * QUADRANT + r) % RING
            if space in chosen:
                table[view * PLACES + r - YARD] = _index(chosen.index(space), view)
    return Spaces(name, meaning, [f"r = {r}" for r in chosen], table)


def off_ring(name: str, meaning: str, first: int, last: int) -> Spaces:
    """Places off the ring, which every party has for itself: yard, home area, home."""
    table = [ELSEWHERE] * (PARTIES * PLACES)
    for view in range(PARTIES):
        for r in range(first, last + 1):
            table[view * PLACES + r - YARD] = _index(r - first, view)
    rows = [f"r = {r} of each party" for r in range(first, last + 1)]
    return Spaces(name, meaning, rows, table)


def _index(row: int, view: int) -> int:
    return (row * PARTIES + view) * OCCUPANT


def yard() -> PlainEncoder:
    """The yards."""
    return off_ring("yard", "the yards", YARD, YARD)


def start() -> PlainEncoder:
    """The four start spaces."""
    return on_ring("start", "the four start spaces", Kind.START, Kind(0))


def star() -> PlainEncoder:
    """The four star spaces."""
    return on_ring("star", "the four star spaces", Kind.STAR, Kind(0))


def pathway() -> PlainEncoder:
    """All other ring spaces, which plain Ludo does not tell apart."""
    return on_ring("pathway", "all other ring spaces", Kind.PATHWAY, Kind.START | Kind.STAR)


def home_area() -> PlainEncoder:
    """The home areas, outermost space first."""
    return off_ring("home_area", "the home areas, outermost space first", HOME_AREA, HOME - 1)


def home() -> PlainEncoder:
    """Pieces that got home."""
    return off_ring("home", "the pieces that got home", HOME, HOME)
