"""Encoders for what is under way: procedures, rolls of a step, checks that wait."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES, QUADRANT, RING
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    COLLATERAL_CHECK,
    FEAR_CHECK,
    NOBODY,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.off_table import CHOICE
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    ENTERING,
    HIT,
    LANDING,
    LANDING_EFFECTS,
    MOVE_PIECE,
    NIGHT_AMBUSHES,
    OFF_TABLE,
    PASS_EFFECTS,
    SECOND_PIECE,
    SPELL_CARD,
    SPELL_EFFECT,
    TARGET,
    TELEPORT,
    TURN,
)
from ludo_env.engine.state import FRAME
from ludo_env.observation.encoder import ALWAYS, Field, FullEncoder
from ludo_env.observation.ludicrous.decision import seen_piece
from ludo_env.observation.sheet import BYTE, Sheet, capped

# Columns of a procedure.
PROCEDURE: Final = 0
STAGE: Final = 1
ARGUMENT: Final = 2
# Columns of the tape.
ROLLS: Final = 0
ROLL: Final = 1

# What an argument is.
NUMBER_ARGUMENT: Final = 0
PIECE_ARGUMENT: Final = 1
PARTY_ARGUMENT: Final = 2
FROM_NONE_ARGUMENT: Final = 3
"""A number from -1 on, which stands for none."""
ARGUMENTS: Final = 6
FRAMES: Final = 10
"""Frames that are told of, from the top of the stack."""
TAPE: Final = 12
"""Rolls of a step that is to be done again that are told of."""
PROCEDURES: Final = 25
LOW: Final = 16
"""The choice that waits is told in two numbers, the second below this."""

# What the arguments of each procedure are; those left out are plain numbers.
_PIECES_AT: Final = {
    TARGET: (1,),
    HIT: (0,),
    MOVE_PIECE: (0, 5),
    SECOND_PIECE: (0,),
    PASS_EFFECTS: (0,),
    LANDING: (0,),
    LANDING_EFFECTS: (0,),
    TELEPORT: (0,),
    CROWN_JUMP: (1,),
    CAST_SPELL: (2,),
    SPELL_EFFECT: (2,),
    COUNTERSPELLS: (2,),
    NIGHT_AMBUSHES: (1,),
    ENTERING: (0,),
}
_PARTIES_AT: Final = {TURN: (0,), HIT: (2,), SPELL_CARD: (0,), CROWN_JUMP: (0,), OFF_TABLE: (0,)}
_FROM_NONE_AT: Final = {HIT: (3,)}


def _argument_kinds() -> list[int]:
    kinds = [NUMBER_ARGUMENT] * (PROCEDURES * ARGUMENTS)
    for table, kind in (
        (_PIECES_AT, PIECE_ARGUMENT),
        (_PARTIES_AT, PARTY_ARGUMENT),
        (_FROM_NONE_AT, FROM_NONE_ARGUMENT),
    ):
        for procedure, places in table.items():
            for place in places:
                kinds[procedure * ARGUMENTS + place] = kind
    return kinds


class UnderWay(FullEncoder):
    """The procedures that the decision interrupts, the one that asks first. Part of the rules'
    memory: two hits of one shot, the second piece of a synchronised move, ...
    """

    def __init__(self) -> None:
        fields = [
            Field("procedure", PROCEDURES, "1 + the number of the procedure"),
            Field("stage", BYTE, "where it goes on"),
        ]
        fields += [
            Field(f"argument_{n + 1}", BYTE, "a number, or 1 + a piece or party as seen")
            for n in range(ARGUMENTS)
        ]
        rows = [f"frame {n + 1}" for n in range(FRAMES)]
        super().__init__("under_way", "what the decision interrupts", rows, fields, ALWAYS)
        self.kinds: vec[i64] = vec[i64](_argument_kinds())

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The top frames of the stack."""
        stack = m.stack
        row: i64 = at
        base: i64 = m.depth * FRAME
        for _frame in range(i64(FRAMES)):
            base -= FRAME
            if base < 0:
                return
            self.write_frame(stack, base, seat, sheet, row)
            row += self.width

    def write_frame(self, stack: vec[i64], base: i64, seat: i64, sheet: Sheet, row: i64) -> None:
        """One procedure."""
        procedure: i64 = stack[base]
        stage: i64 = stack[base + 1]
        kinds = self.kinds
        sheet.put(row + PROCEDURE, 1 + procedure)
        sheet.put(row + STAGE, capped(stage))
        for n in range(i64(ARGUMENTS)):
            value: i64 = stack[base + 2 + n]
            kind: i64 = kinds[procedure * ARGUMENTS + n]
            # A number that is not used is 0, and so is what is told of it.
            if value < 0 or (value == 0 and kind == NUMBER_ARGUMENT):
                continue
            if kind == PARTY_ARGUMENT:
                value = 1 + ((value - seat) & 3)
            elif kind == FROM_NONE_ARGUMENT:
                value += 1
            elif kind == PIECE_ARGUMENT:
                if not is_set(procedure, stage, n):
                    continue
                value = 1 + seen_piece(value, seat)
            sheet.put(row + ARGUMENT + n, capped(value))


def is_set(procedure: i64, stage: i64, argument: i64) -> bool:
    """Whether the piece that a procedure chooses on its way has been chosen."""
    if argument == 0:
        return True
    if procedure == CROWN_JUMP or procedure == NIGHT_AMBUSHES:
        return stage == 2
    return procedure != MOVE_PIECE or stage == 1


class Tape(FullEncoder):
    """[8.9] The rolls of a step that is done again because a die fell off the table."""

    def __init__(self) -> None:
        fields = [Field("rolls", BYTE, "rolls that stand")]
        fields += [Field(f"roll_{n + 1}", BYTE, "the roll") for n in range(TAPE)]
        fields += [
            Field("choice_high", BYTE, f"the action whose step it is, divided by {LOW}"),
            Field("choice_low", LOW - 1, "the remainder"),
        ]
        super().__init__("tape", "rolls of a step that is done again", ["now"], fields, ALWAYS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The last rolls on the tape."""
        if not m.t.dice_off_table:
            return
        rolls: i64 = len(m.tape)
        sheet.put_capped(at + ROLLS, rolls)
        for n in range(TAPE):
            if n < rolls:
                sheet.put_capped(at + ROLL + n, m.tape[rolls - 1 - n])
        if m.depth > 0 and m.procedure() == OFF_TABLE:
            sheet.put(at + ROLL + TAPE, m.arg(CHOICE) // LOW)
            sheet.put(at + ROLL + TAPE + 1, m.arg(CHOICE) % LOW)


# -- checks that wait ----------------------------------------------------------------------------

CHECKS_TOLD: Final = 8
ZERO: Final = 32
"""What stands for 0 in a number that may be negative."""
CHECK_PIECE: Final = 3
CHECK_STRUCTURE: Final = 4
VALUE: Final = 5
BONUS: Final = 6
CHECK_BY: Final = 7
CHECK_DAMAGE: Final = 8
CHECK_STUN: Final = 9
AWAY: Final = 10
CHECK_SPACE: Final = 11


class Checks(FullEncoder):
    """[8.2] [8.3] [8.4] The first checks that wait for a special rules phase, in their order."""

    def __init__(self) -> None:
        fields = [
            Field("stun", 1, "a check for stun"),
            Field("fear", 1, "a check for fear"),
            Field("collateral", 1, "a check for collateral damage"),
            Field("piece", ALL, "1 + the piece, as seen, that it is about"),
            Field("structure", ALL, "1 + the structural space, as seen, that it is about"),
            Field("value", BYTE, f"{ZERO} + the number to reach or to exceed"),
            Field("bonus", BYTE, "what the leader adds"),
            Field("by", PARTIES, "1 + the party, as seen, that caused it"),
            Field("damage", BYTE, "damage of collateral"),
            Field("stun_value", BYTE, "stun value of collateral"),
            Field("away", 1, "the piece faced away"),
            Field("space", RING, "1 + the pathway space, from the own start, of the piece then"),
        ]
        rows = [f"check {n + 1}" for n in range(CHECKS_TOLD)]
        super().__init__("checks", "checks that wait", rows, fields, ALWAYS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The checks at the head of the queue."""
        waiting: i64 = len(m.checks) // CHECK
        for n in range(CHECKS_TOLD):
            if n >= waiting:
                return
            self.write_check(m, n * CHECK, seat, sheet, at + n * self.width)

    def write_check(self, m: LudicrousState, base: i64, seat: i64, sheet: Sheet, row: i64) -> None:
        """One check."""
        kind: i64 = m.checks[base]
        about: i64 = m.checks[base + 1]
        sheet.put(row + kind, 1)
        if about < ALL:
            sheet.put(row + CHECK_PIECE, 1 + seen_piece(about, seat))
        else:
            slot: i64 = about - ALL - seat * STRUCTURAL_SPACES
            sheet.put(row + CHECK_STRUCTURE, 1 + (slot & (PARTIES * STRUCTURAL_SPACES - 1)))
        sheet.put_capped(row + VALUE, ZERO + m.checks[base + 2])
        if kind == FEAR_CHECK:
            sheet.put_capped(row + BONUS, m.checks[base + 3])
            return
        by: i64 = m.checks[base + 3]
        if by != NOBODY:
            sheet.put(row + CHECK_BY, 1 + ((by - seat) & 3))
        if kind == COLLATERAL_CHECK:
            sheet.put_capped(row + CHECK_DAMAGE, m.checks[base + 4])
            sheet.put_capped(row + CHECK_STUN, m.checks[base + 5])
            sheet.put(row + AWAY, m.checks[base + 6])
            space: i64 = m.checks[base + 7] - seat * QUADRANT
            sheet.put(row + CHECK_SPACE, 1 + (space + RING) % RING)
