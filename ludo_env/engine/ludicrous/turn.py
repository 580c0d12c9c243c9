"""A turn and its six phases. [T-, 8.1, 8.2]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PIECES
from ludo_env.engine.ludicrous.catalogue import END, LIE_DOWN, TURN_PIECE
from ludo_env.engine.ludicrous.ending import after_turn, done, leave
from ludo_env.engine.ludicrous.health import take_damage
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ACTION_PHASE,
    FIRST_SPECIAL,
    INFIRMARY,
    MOVEMENT,
    NOBODY,
    NOWHERE,
    SECOND_SPECIAL,
    STRUCTURAL_SPACES,
    TANK_PHASE,
    TURNING,
)
from ludo_env.engine.ludicrous.objects import remove_phantom
from ludo_env.engine.ludicrous.parts import BUILDINGS, HOLDINGS, TANKS
from ludo_env.engine.ludicrous.pieces import advance_counter, eliminate, heal
from ludo_env.engine.ludicrous.pivotal import pivot
from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    CHECKS,
    DECIDE_TURNING,
    MOVE_ROLLS,
    TANK_MOVE,
    TURN,
    TURNING_PHASE,
)
from ludo_env.engine.ludicrous.rescue import escapes

PHASES: Final = 6
OPENS: Final = 1
"""The argument of `TURN` that tells whether the party holds the starting token."""


def step_turn(m: Match) -> None:
    """[T-] [P-] [T-second-special] The phases in order; a pivotal moment may end each."""
    party: i64 = m.arg(0)
    stage: i64 = m.stage()
    m.go_on_at(stage + 1)
    if stage == 0:
        begin_turn(m, party)
    else:
        pivot(m)
    if m.plays(party):
        m.set_arg(OPENS, 1 if m.starter == party else 0)
    # The party may have finished or left in the phase that has just ended.
    if stage == PHASES or not m.plays(party) or (m.t.teams and done(m, party)):
        opened: bool = m.arg(OPENS) != 0
        m.pop()
        end_turn(m, party, opened)
        return
    m.phase = stage
    if stage == TURNING:
        m.call(TURNING_PHASE)
    elif stage == FIRST_SPECIAL:
        first_special(m, party)
        m.call(CHECKS)
    elif stage == TANK_PHASE:
        m.call(TANK_MOVE)
    elif stage == ACTION_PHASE:
        m.call(ACTIONS_OF_TURN)
    elif stage == SECOND_SPECIAL:
        m.call(CHECKS)
    elif stage == MOVEMENT:
        m.call(MOVE_ROLLS)


def begin_turn(m: Match, party: i64) -> None:
    """[T-] A turn begins: a reaction is free again."""
    m.turn = party
    m.turns += 1
    m.part_changes(HOLDINGS)
    m.reacted[party] = 0
    m.acted = False
    m.bonus_acted = False
    m.sneaking = False
    m.cast = False
    m.die = 0
    m.sixes = 0
    m.bonus_spaces = 0
    m.pieces_change(party)
    for i in range(party * PIECES, party * PIECES + PIECES):
        m.turned[i] = 0
        m.laid[i] = 0
    if m.log.on:
        m.log.add("turn", party, {"round": m.rounds})


def end_turn(m: Match, party: i64, opened: bool) -> None:
    """[T-] [C-provoked] Provoked ends; play goes on clockwise, or the night falls."""
    m.part_changes(HOLDINGS)
    m.provoker[party] = NOBODY
    m.sneaking = False
    m.bonus_spaces = 0
    if not m.over:
        after_turn(m, party, opened)


def step_turning(m: Match) -> None:
    """[T-turning] [8.5] Each conscious pathway piece may be turned once and made prone once."""
    party: i64 = m.turn
    first: i64 = party * PIECES
    if m.stage() == 1:
        if m.choice == END:
            m.pop()
            return
        if m.choice >= LIE_DOWN:
            lie_down(m, first + m.choice - LIE_DOWN)
        else:
            turn_round(m, first + m.choice - TURN_PIECE)
    m.allow(END)
    for i in range(first, first + PIECES):
        if m.on_path(i):
            if m.turned[i] == 0:
                m.allow(TURN_PIECE + i % PIECES)
            if m.laid[i] == 0 and m.prone[i] == 0:
                m.allow(LIE_DOWN + i % PIECES)
    m.ask(party, DECIDE_TURNING)
    m.go_on_at(1)


def turn_round(m: Match, i: i64) -> None:
    """[Y-facing] A piece turns to face the other way."""
    m.piece_changes(i)
    m.turned[i] = 1
    m.facing[i] = -m.facing[i]
    if m.log.on:
        m.log.add("turns", i // PIECES, {"piece": i % PIECES, "facing": m.facing[i]})


def lie_down(m: Match, i: i64) -> None:
    """[8.5] A piece becomes prone of its own accord."""
    m.piece_changes(i)
    m.laid[i] = 1
    m.prone[i] = 1
    if m.log.on:
        m.log.add("lies_down", i // PIECES, {"piece": i % PIECES})


# -- the first special rules phase ---------------------------------------------------------------


def first_special(m: Match, party: i64) -> None:
    """[T-first-special] [ST-infirmary] [8.1] All that comes before the waiting checks."""
    advance_counter(m, party)
    m.part_changes(HOLDINGS | BUILDINGS)
    m.stunned[party] = 0
    m.pieces_change(party)
    for i in range(party * PIECES, party * PIECES + PIECES):
        m.dodging[i] = 0
        m.veiled[i] = 0
    tick_fallen(m, party)
    tick_conditions(m, party)
    tick_reloads(m, party)
    slot: i64 = m.slot_of(party, INFIRMARY)
    if slot != NOWHERE and m.acts(slot, INFIRMARY):
        heal(m, party, m.t.infirmary_heals)
    if m.wounded(party):
        heal(m, party, 1)
    escapes(m, party)


def tick_fallen(m: Match, party: i64) -> None:
    """[C-unconscious] After two turns a fallen piece is eliminated."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.fallen[i] == 1:
            eliminate(m, i)
        elif m.fallen[i] > 1:
            m.piece_changes(i)
            m.fallen[i] -= 1


def tick_conditions(m: Match, party: i64) -> None:
    """[C-burning] [C-poisoned] [C-restrained] [C-wet] The effect first, then the duration."""
    if m.poisoned[party] > 0:
        suffer_poison(m, party)
        m.part_changes(HOLDINGS)
        m.poisoned[party] -= 1
    m.pieces_change(party)
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.restrained[i] > 0:
            m.restrained[i] -= 1
        if m.wet[i] > 0:
            m.wet[i] -= 1
        if m.burning[i] > 0:
            m.burning[i] -= 1
            take_damage(m, i, m.t.burning_damage, NOBODY)


def suffer_poison(m: Match, party: i64) -> None:
    """[C-poisoned] The pool falls, never below 1."""
    before: i64 = m.hp[party]
    left: i64 = before - m.t.poison_damage
    m.part_changes(HOLDINGS)
    m.hp[party] = left if left > 1 else 1
    if m.log.on and m.hp[party] < before:
        m.log.add("poison", party, {"amount": before - m.hp[party], "hp": m.hp[party]})


def tick_reloads(m: Match, party: i64) -> None:
    """[T-first-special] [TK-shot] [TK-artillery] [SP-phantom] [A-hack] What waits or wears off."""
    m.part_changes(TANKS | HOLDINGS | BUILDINGS)
    if m.tank_wait[party] > 0:
        m.tank_wait[party] -= 1
    if m.artillery_wait[party] > 0:
        m.artillery_wait[party] -= 1
    if m.phantom_turns[party] > 0:
        m.phantom_turns[party] -= 1
        if m.phantom_turns[party] == 0:
            remove_phantom(m, party)
    for slot in range(party * STRUCTURAL_SPACES, party * STRUCTURAL_SPACES + STRUCTURAL_SPACES):
        if m.hacked[slot] > 0:
            m.hacked[slot] -= 1


# -- leaving -----------------------------------------------------------------------------------


def leave_in_own_turn(m: Match, party: i64) -> None:
    """[8.11] [E-leave] The party leaves; its turn ends, and so does the phase."""
    opened: bool = m.starter == party
    m.depth = 0
    # It may leave while a die that fell off the table is being settled.
    m.tape = []
    leave(m, party)
    if not m.over:
        m.call(TURN, party, 1 if opened else 0)
        m.go_on_at(PHASES)
