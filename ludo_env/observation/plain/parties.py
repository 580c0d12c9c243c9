"""Encoders for the parties, the pending decision, and what each own piece could do with it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.options import COUNT, DIE, NIBBLE
from ludo_env.engine.plain import CAPTURES, GOES_BACK, NOWHERE, PlainState
from ludo_env.observation.clock import CLOCK, clock_fields, write_clock
from ludo_env.observation.encoder import VIEW, Field, PlainEncoder
from ludo_env.observation.sheet import BYTE, Sheet, capped

SIXES: Final = 2
"""The most sixes that are told: a third one is forfeited, or one as any other after the first."""


class Parties(PlainEncoder):
    """One row for each party, oneself first."""

    def __init__(self) -> None:
        fields = [
            Field("in_play", 1, "it has a seat in this game and is not finished"),
            Field("to_move", 1, "it decides, or rolls next"),
            Field("team_mate", 1, "it plays for the observer's side"),
            Field("has_captured", 1, "it has sent an enemy piece home in this game"),
            Field("starter", 1, "a new round begins with it"),
        ]
        rows = [f"{view} party" for view in VIEW]
        super().__init__("parties", "all parties, oneself first", rows, fields)

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who is who, and whose turn it is."""
        out = sheet.out
        first: i64 = sheet.base + at
        for view in range(PARTIES):
            party: i64 = (seat + view) & 3
            row: i64 = first + view * 5
            plays: bool = state.seats[party] != 0
            out[row] = 1 if plays and not state.is_home(party) else 0
            out[row + 1] = 0
            mate: bool = view != 0 and state.sides[party] == state.sides[seat]
            out[row + 2] = 1 if plays and mate else 0
            out[row + 3] = 1 if plays and state.captured[party] != 0 else 0
            out[row + 4] = 0
        out[first + ((state.roller() - seat) & 3) * 5 + 1] = 1
        out[first + ((state.starter - seat) & 3) * 5 + 4] = 1


class Decision(PlainEncoder):
    """The pending decision: the die that fell and what follows from it."""

    def __init__(self) -> None:
        fields = [
            Field(f"die_{value}", 1, f"the roll to be used is a {value}")
            for value in range(1, DIE + 1)
        ]
        fields.append(Field("sixes", SIXES, "sixes in a row in this turn, this roll included"))
        fields.append(Field("bonus", 1, "the turn goes on with another roll whatever is moved"))
        fields.append(
            Field("rounds_left", BYTE, "full rounds before the game is cut off, at most 255")
        )
        super().__init__("decision", "the roll and what follows from it", ["now"], fields)

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The die is public; between decisions there is none."""
        out = sheet.out
        first: i64 = sheet.base + at
        for i in range(first, first + DIE):
            out[i] = 0
        bonus: bool = False
        if state.decider >= 0:
            out[first + state.die - 1] = 1
            bonus = state.bonus
        sixes: i64 = state.sixes
        if sixes > SIXES:
            sixes = SIXES
        out[first + DIE] = u8(sixes)
        out[first + DIE + 1] = 1 if bonus else 0
        left: i64 = BYTE
        if state.options.max_rounds > 0:
            left = capped(state.options.max_rounds - state.rounds)
        out[first + DIE + 2] = u8(left)


class Clock(PlainEncoder):
    """How long the game may still last, to the round."""

    def __init__(self) -> None:
        super().__init__("clock", CLOCK, ["now"], clock_fields())

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The rounds that are left."""
        if state.options.max_rounds > 0:
            write_clock(state.options.max_rounds - state.rounds, sheet, at)


class OwnPieces(PlainEncoder):
    """One row for each own piece: where it stands, and what the roll would make of it."""

    def __init__(self) -> None:
        fields = [
            Field("place", HOME + 1, "r + 1: 0 yard, 1..51 ring, 52..56 home area, 57 home"),
            Field("danger", PARTIES * PIECES, "enemy pieces 1..6 spaces behind it on the ring"),
            Field("legal", 1, "it may be moved with the roll"),
            Field(
                "target",
                HOME + 1,
                "r + 1 of the space that the roll takes it to, jumps not counted",
            ),
            Field("captures", PIECES, "enemy pieces that it would send home there"),
            Field("goes_back", 1, "it would be sent back to the yard itself"),
            Field("safe", 1, "the target is a safe ring space, in the home area, or home"),
            Field("company", PIECES, "own pieces on the target"),
            Field("target_danger", PARTIES * PIECES, "enemy pieces 1..6 spaces behind the target"),
        ]
        rows = [f"piece {piece + 1}" for piece in range(PIECES)]
        meaning = "where each own piece stands, and what the roll would make of it"
        super().__init__("own_pieces", meaning, rows, fields)

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The four pieces by number, so that action k reads row k."""
        out = sheet.out
        pieces = state.pieces
        targets = state.targets
        decides: bool = state.decider == seat
        for piece in range(PIECES):
            row: i64 = sheet.base + at + piece * 9
            for i in range(row, row + 9):
                out[i] = 0
            if piece >= state.options.pieces:
                continue
            r: i64 = pieces[seat * PIECES + piece]
            out[row] = u8(r + 1)
            out[row + 1] = u8(danger(state, seat, r))
            if decides and targets[piece] != NOWHERE:
                write_target(state, seat, out, row, r, targets[piece])


def write_target(state: PlainState, seat: i64, out: vec[u8], row: i64, r: i64, target: i64) -> None:
    """What awaits a piece where the roll takes it."""
    out[row + 2] = 1
    out[row + 3] = u8(target + 1)
    if target > LAST_RING:
        company: i64 = state.home[seat] if target == HOME else state.in_home_area(seat, target)
        out[row + 6] = 1
        out[row + 7] = u8(company)
        return
    space: i64 = (seat * QUADRANT + target) % RING
    here: i64 = state.ring[space]
    outcome: i64 = state.outcome(seat, space, r == YARD)
    if outcome == CAPTURES:
        out[row + 4] = u8(count(here & state.options.enemies[seat]))
    out[row + 5] = 1 if outcome == GOES_BACK else 0
    out[row + 6] = u8(state.options.safe[target % QUADRANT])
    out[row + 7] = u8((here >> (NIBBLE * seat)) & COUNT)
    out[row + 8] = u8(danger(state, seat, target))


def count(occupation: i64) -> i64:
    """All pieces in an occupation."""
    total: i64 = 0
    while occupation != 0:
        total += occupation & COUNT
        occupation >>= NIBBLE
    return total


def danger(state: PlainState, seat: i64, r: i64) -> i64:
    """Enemy pieces that stand 1..6 spaces behind a ring space of the party's route."""
    if not 0 <= r <= LAST_RING:
        return 0
    ring = state.ring
    space: i64 = (seat * QUADRANT + r) % RING
    # No party has more pieces than one space can hold: occupations may be added.
    behind: i64 = 0
    for here in range(space - DIE, space):
        behind += ring[here if here >= 0 else here + RING]
    return count(behind & state.options.enemies[seat])
