"""Encoders for the pending decision, what is under way, and the checks that wait."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, PARTIES, PIECES
from ludo_env.engine.ludicrous.action_phase import VERB_KINDS
from ludo_env.engine.ludicrous.casting import CASTER, META, SPELL
from ludo_env.engine.ludicrous.catalogue import ANTI_TANK, ARTILLERY, TANK_SHOT, VERBS
from ludo_env.engine.ludicrous.health import FINAL
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import DIE, FROM, TACKLER, TO
from ludo_env.engine.ludicrous.names import (
    NOBODY,
    SPELL_KINDS,
)
from ludo_env.engine.ludicrous.off_table import NUMBER, PARTY, SIDES
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    DECISIONS,
    ENTERING,
    HIT,
    MOVE_PIECE,
    NIGHT_AMBUSHES,
    OFF_TABLE,
    TARGET,
    TELEPORT,
)
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
        fields += [
            Field("act_" + act.replace(" ", "_"), 1, f"the target of {act} is asked")
            for act in ACTS
        ]
        fields += [
            Field("spell_" + name.replace(" ", "_"), 1, f"the spell is {name}")
            for name, _ in SPELLS
        ]
        fields += [Field(f"meta_{card}", 1, f"the spell goes with {card}") for card in META_CARDS]
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
        sheet.put_capped(at + SIXES, m.sixes)
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
