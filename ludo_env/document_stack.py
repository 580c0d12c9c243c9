"""Whether what is under way in a full game can be under way: the stack, and the pending decision.

The frames must be in their ranges, in an order in which they call one another, and about pieces and
parties that they can be about. The decision is not believed but made anew: the procedure that asks
is set back to before it asked, and has to ask for the same again. What a die that fell off the
table has interrupted is done again up to that die.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import COLOURS, PIECES, YARD
from ludo_env.document_decision import NO_DECISION, Redone, ask_again, decision_at, redo
from ludo_env.document_frames import ABOVE, BOTTOM, SHAPES
from ludo_env.engine.ludicrous.action_phase import can_do, next_to_enemy
from ludo_env.engine.ludicrous.casting import holds, holds_spell, needs_no_caster, spell_targets
from ludo_env.engine.ludicrous.catalogue import (
    ANTI_TANK,
    ARTILLERY,
    DODGE,
    FISH,
    TANK_SHOT,
    TURRET,
    VERBS,
)
from ludo_env.engine.ludicrous.health import NO_META
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, next_d
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import may_enter, target
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    COUNTERSPELL,
    NIGHT,
    NOBODY,
    NOWHERE,
    REACH,
    SPELL_KINDS,
    WARD,
)
from ludo_env.engine.ludicrous.off_table import CHOICE, NUMBER, PARTY, SIDES
from ludo_env.engine.ludicrous.procedures import (
    BONUS_MOVE,
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    DECISIONS,
    ENTERING,
    HIT,
    LANDING,
    LANDING_EFFECTS,
    MOVE_PIECE,
    NIGHT_FALLS,
    OFF_TABLE,
    PASS_EFFECTS,
    SECOND_PIECE,
    SET_UP,
    SPELL_CARD,
    SPELL_EFFECT,
    TARGET,
    TELEPORT,
    TURN,
)
from ludo_env.engine.ludicrous.turn import PHASES
from ludo_env.engine.state import FRAME, STACK
from ludo_env.errors import BadState

GROWTH: Final = 6
"""Procedures that a choice may put on the stack before others leave it."""
FIRST: Final = 2
"""Where the arguments of a frame begin, after the procedure and its stage."""
TABLES: Final = tuple(SHAPES[procedure].ranges() for procedure in range(len(SHAPES)))


def check_play(m: LudicrousState) -> None:
    """Whether the game can be at this decision, or over.

    Raises:
        BadState: it cannot; the message begins with the field.
    """
    _check_ranges(m)
    if m.decider != NOBODY and (m.over or not m.plays(m.decider)):
        raise BadState(f"world.decider: {COLOURS[m.decider]} cannot decide")
    if m.over:
        return
    _check_order(m)
    for n in range(m.depth):
        _check_frame(m, n)
    _check_decision(m)
    if m.procedure() == OFF_TABLE:
        _check_interrupted(m)
    elif m.tape:
        raise BadState(f"tape: {m.tape}, allowed: nothing unless a die is off the table")


def _name(m: LudicrousState, n: i64) -> str:
    """How messages name a frame."""
    return f"stack[{n}]: {SHAPES[_procedure(m, n)].name}"


def _procedure(m: LudicrousState, n: i64) -> i64:
    return m.stack[FRAME * n]


def _stage(m: LudicrousState, n: i64) -> i64:
    return m.stack[FRAME * n + 1]


def _arg(m: LudicrousState, n: i64, k: i64) -> i64:
    return m.stack[FRAME * n + FIRST + k]


# -- the stack -----------------------------------------------------------------------------------


def _check_ranges(m: LudicrousState) -> None:
    """Every stage and argument is one that its procedure can have."""
    for n in range(m.depth):
        ranges = TABLES[_procedure(m, n)]
        for k in range(1, FRAME):
            number: i64 = m.stack[FRAME * n + k]
            low, high = ranges[k - 1]
            if not low <= number <= high:
                name = SHAPES[_procedure(m, n)].name
                raise BadState(f"stack[{n}][{k}]: {number}, allowed for {name}: {low}..{high}")


def _check_order(m: LudicrousState) -> None:
    """Every procedure lies on one that has called it."""
    if m.depth == 0 or m.depth > STACK - GROWTH:
        raise BadState(f"stack: {m.depth} procedures, allowed: 1..{STACK - GROWTH}")
    for n in range(m.depth):
        procedure: i64 = _procedure(m, n)
        if procedure == OFF_TABLE:
            good: bool = n > 0 and n == m.depth - 1 and m.t.dice_off_table
        elif n == 0:
            # The set-up asks for nothing but whether dice off the table are called.
            good = procedure in BOTTOM or (procedure == SET_UP and m.depth == 2)
        else:
            below: i64 = _procedure(m, n - 1)
            good = procedure in ABOVE.get((below, _stage(m, n - 1)), ())
        if not good:
            place = "at the bottom" if n == 0 else f"on {SHAPES[_procedure(m, n - 1)].name}"
            raise BadState(f"{_name(m, n)} cannot lie {place} at its stage")


def _must(good: bool, m: LudicrousState, n: i64, allowed: str) -> None:
    """Refuse a frame, naming what it has to be about."""
    if not good:
        frame = list(m.stack[FRAME * n : FRAME * n + FRAME])
        raise BadState(f"{_name(m, n)} {frame}, allowed: {allowed}")


def _check_frame(m: LudicrousState, n: i64) -> None:
    """A procedure is about pieces and parties that it can be about."""
    procedure: i64 = _procedure(m, n)
    if procedure == TURN:
        _check_turn(m, n)
    elif procedure == NIGHT_FALLS:
        good: bool = _stage(m, n) == 0 or m.phase == NIGHT
        _must(good, m, n, f"with world.phase {NIGHT}")
    elif procedure in (MOVE_PIECE, SECOND_PIECE, ENTERING, BONUS_MOVE):
        _check_move(m, n)
    elif procedure in (PASS_EFFECTS, LANDING, LANDING_EFFECTS, TELEPORT, SPELL_CARD):
        _check_arrival(m, n)
    elif procedure == TARGET:
        _check_verb(m, n)
    elif procedure in (CAST_SPELL, SPELL_EFFECT, COUNTERSPELLS):
        _check_spell(m, n)
    elif procedure == HIT:
        by: i64 = _arg(m, n, 2)
        good = m.seats[_arg(m, n, 0) // PIECES] != 0 and (by == NOBODY or m.seats[by] != 0)
        _must(good, m, n, "parties that are seated")
        if n > 0 and _procedure(m, n - 1) == HIT:
            _must(_arg(m, n, 0) < _arg(m, n - 1, 0), m, n, "hits in the order of the pieces")
    elif procedure == CROWN_JUMP:
        _must(m.plays(_arg(m, n, 0)), m, n, "a party in play")


def _check_turn(m: LudicrousState, n: i64) -> None:
    """[T-] A turn is in the phase that it has begun, or its party has left in it."""
    stage: i64 = _stage(m, n)
    _must(_arg(m, n, 0) == m.turn, m, n, "the party of world.turn")
    left: bool = stage == PHASES and m.left[m.turn] != 0 and _procedure(m, n + 1) == OFF_TABLE
    _must(m.phase == stage - 1 or left, m, n, "one stage more than world.phase")
    if m.turns == 0:
        raise BadState("world.turns: 0, allowed: 1.. in a turn")


def _check_move(m: LudicrousState, n: i64) -> None:
    """[M-roll] A piece of the party whose turn it is, and where it may go."""
    procedure: i64 = _procedure(m, n)
    if procedure == BONUS_MOVE:
        _must(m.bonus_spaces > 0, m, n, "with world.bonus_spaces above 0")
        return
    i: i64 = _arg(m, n, 0)
    _must(i // PIECES == m.turn, m, n, "a piece of the party of world.turn")
    if procedure == ENTERING:
        good: bool = m.r[i] == YARD and may_enter(m, i, m.die)
        _must(good, m, n, "a piece that may enter")
    elif procedure == MOVE_PIECE:
        start: i64 = _arg(m, n, 1)
        end: i64 = _arg(m, n, 2)
        good = m.conscious(i) and m.r[i] == start and start < end and not m.sneaking
        good = good and target(m, i, end - start, False) == end
        good = good and start < _arg(m, n, 3) <= end
        _must(good, m, n, "a move that the piece may make")


def _check_arrival(m: LudicrousState, n: i64) -> None:
    """[M-effects] [6.6] [6.7] A piece where it is, and what is below it about the same piece."""
    procedure: i64 = _procedure(m, n)
    i: i64 = _arg(m, n, 0)
    if procedure == SPELL_CARD:
        _must(_arg(m, n - 1, 0) // PIECES == i, m, n, "the party of the piece below")
        stage: i64 = _stage(m, n)
        left: i64 = m.t.shed_cards - stage + 1
        good: bool = left > 0 and (stage == 1 or m.hand_size(i) >= left)
        _must(good and m.t.magic, m, n, "as many cards as are to be shed")
        return
    _must(m.seats[i // PIECES] != 0, m, n, "a party that is seated")
    if procedure == PASS_EFFECTS:
        good = 0 < _arg(m, n, 1) <= _arg(m, n, 2) == m.r[i] and m.fallen[i] == 0
        _must(good, m, n, "a way to where the piece is")
    elif procedure == TELEPORT:
        good = i == _arg(m, n - 1, 0) and _arg(m, n - 1, 1) & MAY_TELEPORT != 0
        good = good and m.on_path(i) and m.t.teleport_from[m.space(i)] != 0
        _must(good and next_d(m, i) != NOWHERE, m, n, "the piece below, on T with a D ahead")


def _check_verb(m: LudicrousState, n: i64) -> None:
    """[T-action] A verb with an actor that can do it."""
    verb: i64 = _arg(m, n, 0)
    i: i64 = _arg(m, n, 1)
    good: bool = i // PIECES == m.turn
    if verb < len(VERBS):
        good = good and verb != DODGE and verb != FISH and m.on_path(i)
        good = good and can_do(m, i, verb, next_to_enemy(m, i))
    else:
        whole_party: bool = verb in (TANK_SHOT, ANTI_TANK, ARTILLERY)
        good = good and i % PIECES == 0 and (whole_party or verb == TURRET)
        good = good and (m.t.structures if verb == TURRET else m.t.tanks)
    _must(good, m, n, "a verb that aims, of an actor of world.turn that can do it")


def _check_spell(m: LudicrousState, n: i64) -> None:
    """[A-cast] [SP-ward] Who casts, what is spent, and at whom it is aimed."""
    procedure: i64 = _procedure(m, n)
    spell: i64 = _arg(m, n, 0)
    meta: i64 = _arg(m, n, 1)
    caster: i64 = _arg(m, n, 2)
    if procedure == COUNTERSPELLS:
        same: bool = True
        for k in range(4):
            same = same and _arg(m, n, k) == _arg(m, n - 1, k)
        _must(same, m, n, "the spell below")
    elif procedure == CAST_SPELL:
        good: bool = holds_spell(m, m.turn, spell) and m.cast
        good = good and (meta == NO_META or (meta >= SPELL_KINDS and holds(m, m.turn, meta)))
        _must(good, m, n, "cards that are held, with world.cast 1")
    elif _procedure(m, n - 1) == HIT:
        good = spell == WARD and caster == _arg(m, n - 1, 0)
        _must(good and meta in (NO_META, AMPLIFY), m, n, "a ward of the piece that is hit")
    else:
        good = spell != WARD and spell != COUNTERSPELL and m.cast
        if needs_no_caster(spell):
            good = good and caster == NOBODY
        else:
            good = good and caster != NOBODY and caster // PIECES == m.turn
            if good and _stage(m, n) == 0:
                good = _can_aim(m, caster, spell, meta == REACH, _arg(m, n, 3))
        _must(good, m, n, "a caster of world.turn with this target, and world.cast 1")


def _can_aim(m: LudicrousState, caster: i64, spell: i64, far: bool, aim: i64) -> bool:
    """Whether a spell that has not taken effect can be aimed so."""
    probe: LudicrousState = m.twin()
    probe.close_decision()
    return (
        m.on_path(caster)
        and spell_targets(probe, caster, spell, far, True)
        and probe.mask[aim] != 0
    )


# -- the decision --------------------------------------------------------------------------------


def _check_decision(m: LudicrousState) -> None:
    """The procedure on top asks for the decision that is told."""
    top: i64 = m.depth - 1
    kind: i64 = m.kind
    if decision_at(m.procedure(), m.stage()) != kind:
        raise BadState(
            f"world.kind: {kind} ({DECISIONS[kind]}), allowed: what is asked for by "
            f"{_name(m, top)} at its stage"
        )
    decider: i64 = m.decider
    legal = m.legal[: m.choices]
    frame = m.stack[FRAME * top : FRAME * top + FRAME]
    ask_again(m, kind)
    if (
        m.depth != top + 1
        or m.decider == NOBODY
        or frame != m.stack[FRAME * top : FRAME * top + FRAME]
    ):
        raise BadState(f"{_name(m, top)} {list(frame)} does not ask for the decision that is told")
    if m.decider != decider:
        raise BadState(f"world.decider: {COLOURS[decider]}, allowed: {COLOURS[m.decider]}")
    again = m.legal[: m.choices]
    if legal != again:
        raise BadState(f"legal: {list(legal)}, allowed: {list(again)}")
    if m.choices == 1 and m.auto_pass:
        raise BadState("world.auto_pass: 1, allowed: 0 with a single legal action")


def _check_interrupted(m: LudicrousState) -> None:
    """[8.9] The step below throws the die that fell, after those of the tape."""
    top: i64 = m.depth - 1
    choice: i64 = m.arg(CHOICE)
    again = Redone(m.t)
    m.copy_match_to(again)
    again.close_decision()
    again.pop()
    kind: i64 = decision_at(again.procedure(), again.stage())
    if kind != NO_DECISION:
        _check_choice(again, kind, choice, top)
    again.choice = choice
    if not redo(again):
        raise BadState(f"{_name(m, top)}: no die is thrown by {_name(m, top - 1)}")
    thrown = (again.off_party, again.off_sides)
    told = (m.arg(PARTY), m.arg(SIDES))
    if thrown != told:
        raise BadState(
            f"{_name(m, top)} of party {told[0]} with {told[1]} sides, "
            f"allowed: of party {thrown[0]} with {thrown[1]}"
        )
    if m.arg(NUMBER) > m.arg(SIDES):
        raise BadState(f"stack[{top}][4]: {m.arg(NUMBER)}, allowed: 1..{m.arg(SIDES)}")


def _check_choice(again: Redone, kind: i64, choice: i64, top: i64) -> None:
    """The choice of the step that was undone is one that the procedure had offered."""
    tape = again.tape
    again.tape = []
    frame = list(again.stack[FRAME * (top - 1) : FRAME * top])
    ask_again(again, kind)
    same: bool = again.depth == top and frame == list(again.stack[FRAME * (top - 1) : FRAME * top])
    if not same or again.decider == NOBODY or again.mask[choice] == 0:
        raise BadState(f"stack[{top}][5]: {choice}, allowed: a choice of {_name(again, top - 1)}")
    again.close_decision()
    again.tape = tape
