"""Encoders for the pending decision, what is under way, and the checks that wait."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import HOME, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.action_phase import VERB_KINDS
from ludo_env.engine.ludicrous.catalogue import ANTI_TANK, ARTILLERY, TANK_SHOT, VERBS
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.health import FINAL
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.magic import CASTER, META, SPELL
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.movement import DIE, FROM, TACKLER, TO
from ludo_env.engine.ludicrous.names import (
    COLLATERAL_CHECK,
    FEAR_CHECK,
    NOBODY,
    SPELL_KINDS,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.off_table import CHOICE, NUMBER, PARTY, SIDES
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    DECISIONS,
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
from ludo_env.observation.encoder import ALWAYS, VIEW, Field, FullEncoder
from ludo_env.observation.sheet import BYTE, Sheet
from ludo_env.rules.tables import META_CARDS, SPELLS

# -- the pending decision ------------------------------------------------------------------------

ACTS: Final = (*VERBS, "tank shot", "anti-tank shot", "artillery", "turret")
KINDS: Final = len(DECISIONS)
PHASE_NAMES: Final = (
    "turning phase",
    "first special rules phase",
    "tank movement phase",
    "action phase",
    "second special rules phase",
    "movement phase",
    "night phase",
)

# Columns of the decision.
MINE: Final = KINDS
PHASE: Final = MINE + 1
DIE_FELL: Final = PHASE + len(PHASE_NAMES)
SIXES: Final = DIE_FELL + DIE
BONUS_SPACES: Final = SIXES + 1
ACTED: Final = BONUS_SPACES + 1
BONUS_ACTED: Final = ACTED + 1
SNEAKING: Final = BONUS_ACTED + 1
HAS_CAST: Final = SNEAKING + 1
ACTOR: Final = HAS_CAST + 1
SUBJECT: Final = ACTOR + ALL
BY: Final = SUBJECT + ALL
ACT: Final = BY + PARTIES
SPELL_CAST: Final = ACT + len(ACTS)
META_USED: Final = SPELL_CAST + SPELL_KINDS
DAMAGE: Final = META_USED + len(META_CARDS)
GOES_FROM: Final = DAMAGE + 1
GOES_TO: Final = GOES_FROM + 1
FALLEN_DIE: Final = GOES_TO + 1
FALLEN_NUMBER: Final = FALLEN_DIE + 1


def piece_fields(prefix: str, meaning: str) -> list[Field]:
    """One field for each piece, as seen."""
    return [
        Field(f"{prefix}_{view}_{k + 1}", 1, f"{view} piece {k + 1} {meaning}")
        for view in VIEW
        for k in range(PIECES)
    ]


class Decision(FullEncoder):
    """What is asked, of whom, and what it is about."""

    def __init__(self) -> None:
        fields = [Field(kind.replace(" ", "_"), 1, f"asked: {kind}") for kind in DECISIONS]
        fields.append(Field("mine", 1, "the observer is asked"))
        fields += [Field(name.replace(" ", "_"), 1, f"it is the {name}") for name in PHASE_NAMES]
        fields += [Field(f"die_{n + 1}", 1, f"the movement die shows {n + 1}") for n in range(DIE)]
        fields += [
            Field("sixes", BYTE, "sixes in a row in this turn"),
            Field("bonus_spaces", BYTE, "spaces of a bonus die that waits to be used"),
            Field("acted", 1, "the action of this turn is used"),
            Field("bonus_acted", 1, "the bonus action of this turn is used"),
            Field("sneaking", 1, "the party whose turn it is sneaks"),
            Field("has_cast", 1, "a spell was cast in this turn"),
        ]
        fields += piece_fields("actor", "acts")
        fields += piece_fields("subject", "is hit, moves or is the one whose move may be stopped")
        fields += [Field(f"by_{view}", 1, f"the {view} party is the cause") for view in VIEW]
        fields += [Field(act.replace(" ", "_"), 1, f"the target of {act} is asked") for act in ACTS]
        fields += [Field(name.replace(" ", "_"), 1, f"the spell is {name}") for name, _ in SPELLS]
        fields += [Field(card, 1, f"the spell goes with {card}") for card in META_CARDS]
        fields += [
            Field("damage", BYTE, "damage that a ward could lessen"),
            Field("goes_from", HOME + 1, "1 + r where the moving piece starts"),
            Field("goes_to", HOME + 1, "1 + r where the moving piece would end"),
            Field("fallen_die", BYTE, "sides of the die that fell off the table"),
            Field("fallen_number", BYTE, "what it shows"),
        ]
        super().__init__("decision", "the pending decision", ["now"], fields, ALWAYS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The pending decision; between decisions only the turn."""
        sheet.put(at + PHASE + m.phase, 1)
        if m.die > 0:
            sheet.put(at + DIE_FELL + m.die - 1, 1)
        sheet.put(at + SIXES, m.sixes)
        sheet.put(at + BONUS_SPACES, m.bonus_spaces)
        if m.acted:
            sheet.put(at + ACTED, 1)
        if m.bonus_acted:
            sheet.put(at + BONUS_ACTED, 1)
        if m.sneaking:
            sheet.put(at + SNEAKING, 1)
        if m.cast:
            sheet.put(at + HAS_CAST, 1)
        if m.decider == NOBODY:
            return
        sheet.put(at + m.kind, 1)
        if m.decider == seat:
            sheet.put(at + MINE, 1)
        self.write_matter(m, seat, sheet, at)

    def write_matter(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What the procedure that asks tells of the matter."""
        procedure: i64 = m.procedure()
        if procedure == TARGET:
            write_one(sheet, at + ACT + act_of(m.arg(0)))
            if m.arg(0) < VERB_KINDS:
                put_piece(sheet, at + ACTOR, m.arg(1), seat)
        elif procedure == MOVE_PIECE:
            put_piece(sheet, at + SUBJECT, m.arg(0), seat)
            put_piece(sheet, at + ACTOR, m.arg(TACKLER), seat)
            sheet.put(at + GOES_FROM, 1 + m.arg(FROM))
            sheet.put(at + GOES_TO, 1 + m.arg(TO))
        elif procedure == HIT:
            put_piece(sheet, at + SUBJECT, m.arg(0), seat)
            put_party(sheet, at + BY, m.arg(2), seat)
            sheet.put_capped(at + DAMAGE, m.arg(FINAL))
        elif procedure == CAST_SPELL or procedure == COUNTERSPELLS:
            self.write_spell(m, seat, sheet, at)
        elif procedure == ENTERING or procedure == TELEPORT:
            put_piece(sheet, at + ACTOR, m.arg(0), seat)
        elif (procedure == CROWN_JUMP or procedure == NIGHT_AMBUSHES) and m.stage() == 2:
            put_piece(sheet, at + ACTOR, m.arg(1), seat)
        elif procedure == OFF_TABLE:
            put_party(sheet, at + BY, m.arg(PARTY), seat)
            sheet.put(at + FALLEN_DIE, m.arg(SIDES))
            sheet.put(at + FALLEN_NUMBER, m.arg(NUMBER))

    def write_spell(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """A spell that is being cast."""
        caster: i64 = m.arg(CASTER)
        write_one(sheet, at + SPELL_CAST + m.arg(SPELL))
        if m.arg(META) >= SPELL_KINDS:
            write_one(sheet, at + META_USED + m.arg(META) - SPELL_KINDS)
        put_piece(sheet, at + ACTOR, caster, seat)
        put_party(sheet, at + BY, m.turn if caster == NOBODY else caster // PIECES, seat)


def write_one(sheet: Sheet, index: i64) -> None:
    """Set a flag."""
    sheet.put(index, 1)


def act_of(verb: i64) -> i64:
    """The place of a verb or of a shot among `ACTS`."""
    if verb < VERB_KINDS:
        return verb
    if verb == TANK_SHOT:
        return VERB_KINDS
    if verb == ANTI_TANK:
        return VERB_KINDS + 1
    return VERB_KINDS + 2 if verb == ARTILLERY else VERB_KINDS + 3


def seen_piece(i: i64, seat: i64) -> i64:
    """The number of a piece as a party sees it, 0..15."""
    return (i - seat * PIECES) & (ALL - 1)


def put_piece(sheet: Sheet, at: i64, i: i64, seat: i64) -> None:
    """Set the flag of a piece, if there is one."""
    if i != NOBODY:
        sheet.put(at + seen_piece(i, seat), 1)


def put_party(sheet: Sheet, at: i64, party: i64, seat: i64) -> None:
    """Set the flag of a party, if there is one."""
    if party != NOBODY:
        sheet.put(at + ((party - seat) & 3), 1)


# -- what is under way ---------------------------------------------------------------------------

NUMBER_ARGUMENT: Final = 0
PIECE_ARGUMENT: Final = 1
PARTY_ARGUMENT: Final = 2
ARGUMENTS: Final = 6
FRAMES: Final = 10
"""Frames that are told of, from the top of the stack."""
TAPE: Final = 4
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


def _argument_kinds() -> list[int]:
    kinds = [NUMBER_ARGUMENT] * (PROCEDURES * ARGUMENTS)
    for table, kind in ((_PIECES_AT, PIECE_ARGUMENT), (_PARTIES_AT, PARTY_ARGUMENT)):
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
            Field(f"argument_{n + 1}", BYTE, "1 + a number, or a piece or party as seen")
            for n in range(ARGUMENTS)
        ]
        rows = [f"frame {n + 1}" for n in range(FRAMES)]
        super().__init__("under_way", "what the decision interrupts", rows, fields, ALWAYS)
        self.kinds: vec[i64] = vec[i64](_argument_kinds())

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The top frames of the stack."""
        for n in range(FRAMES):
            depth: i64 = m.depth - 1 - n
            if depth < 0:
                return
            self.write_frame(m, depth * FRAME, seat, sheet, at + n * self.width)

    def write_frame(self, m: LudicrousState, base: i64, seat: i64, sheet: Sheet, row: i64) -> None:
        """One procedure."""
        procedure: i64 = m.stack[base]
        stage: i64 = m.stack[base + 1]
        sheet.put(row, 1 + procedure)
        sheet.put_capped(row + 1, stage)
        for n in range(ARGUMENTS):
            value: i64 = m.stack[base + 2 + n]
            kind: i64 = self.kinds[procedure * ARGUMENTS + n]
            if value < 0:
                continue
            if kind == NUMBER_ARGUMENT:
                # An argument that is not used is 0, and so is what is told of it.
                sheet.put_capped(row + 2 + n, value)
            elif kind == PARTY_ARGUMENT:
                sheet.put(row + 2 + n, 1 + ((value - seat) & 3))
            elif is_set(procedure, stage, n):
                sheet.put(row + 2 + n, 1 + seen_piece(value, seat))


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
        sheet.put_capped(at, rolls)
        for n in range(TAPE):
            if n < rolls:
                sheet.put_capped(at + 1 + n, m.tape[rolls - 1 - n])
        if m.depth > 0 and m.procedure() == OFF_TABLE:
            sheet.put(at + 1 + TAPE, m.arg(CHOICE) // LOW)
            sheet.put(at + 2 + TAPE, m.arg(CHOICE) % LOW)


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
