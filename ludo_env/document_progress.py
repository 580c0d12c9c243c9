"""What may be under way in the document of a full game: procedures, checks, the decision.

A document is read by machines and people alike, and nothing in it is taken on trust: a number here
that no game writes would let the game that is read crash, or go on for ever.
"""

from __future__ import annotations

from typing import Final

from ludo_env.board import HOME, PARTIES, PIECES, RING
from ludo_env.engine.ludicrous import catalogue as c
from ludo_env.engine.ludicrous import procedures as p
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    COLLATERAL_CHECK,
    FEAR_CHECK,
    NOBODY,
    SPELL_KINDS,
    STRUCTURAL_SPACES,
    STUN_CHECK,
)
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.rules.tables import HOUSE

Range = tuple[int, int]

MOST: Final = 10**6
"""More than any damage or die."""
NOTHING: Final[Range] = (0, 0)
FLAG: Final[Range] = (0, 1)
PARTY: Final[Range] = (0, PARTIES - 1)
ANY_PARTY: Final[Range] = (NOBODY, PARTIES - 1)
PIECE: Final[Range] = (0, ALL - 1)
PLACE: Final[Range] = (0, HOME)
AMOUNT: Final[Range] = (0, MOST)
TWO_FLAGS: Final[Range] = (0, 3)
ACTION: Final[Range] = (0, c.ACTIONS - 1)
SPELL: Final = ((0, SPELL_KINDS - 1), (NOBODY, CARD_KINDS - 1), (NOBODY, ALL - 1))
"""The spell, its meta card or -1, its caster or -1."""

BOTTOM: Final = (p.SET_UP, p.TURN, p.NIGHT_FALLS)
"""Procedures that call others and are called by none."""
PROCEDURES: Final[dict[int, tuple[int, tuple[Range, ...]]]] = {
    p.SET_UP: (1, ()),
    p.TURN: (6, (PARTY, FLAG)),
    p.TURNING_PHASE: (1, ()),
    p.CHECKS: (0, ()),
    p.TANK_MOVE: (1, ()),
    p.ACTIONS_OF_TURN: (1, ()),
    p.TARGET: (1, ((0, c.TURRET), PIECE)),
    p.HIT: (2, (PIECE, AMOUNT, ANY_PARTY, (NOBODY, MOST), TWO_FLAGS, AMOUNT)),
    p.MOVE_ROLLS: (2, ()),
    p.MOVE_PIECE: (1, (PIECE, PLACE, PLACE, PLACE, FLAG, PIECE)),
    p.SECOND_PIECE: (1, (PIECE, (1, c.SYNC_SPACES))),
    p.PASS_EFFECTS: (0, (PIECE, PLACE, PLACE, TWO_FLAGS)),
    p.LANDING: (0, (PIECE, TWO_FLAGS)),
    p.LANDING_EFFECTS: (3, (PIECE, TWO_FLAGS)),
    p.SPELL_CARD: (HOUSE["shed_cards"].high, (PARTY,)),
    p.TELEPORT: (1, (PIECE,)),
    p.CROWN_JUMP: (2, (PARTY, PIECE)),
    p.CAST_SPELL: (4, SPELL),
    p.SPELL_EFFECT: (1, (*SPELL, ACTION)),
    p.COUNTERSPELLS: (1, (*SPELL, ACTION, (1, PARTIES))),
    p.NIGHT_FALLS: (1, ()),
    # Counted from a starting token that may have been handed on since.
    p.NIGHT_AMBUSHES: (2, ((-PARTIES, PARTIES), PIECE)),
    p.BONUS_MOVE: (1, ()),
    p.ENTERING: (1, (PIECE,)),
    p.OFF_TABLE: (2, (PARTY, (1, MOST), (1, MOST), ACTION, (0, PARTIES - 1))),
}
"""The last stage of every procedure, and the range of its arguments; all others are 0."""

DECIDED: Final[dict[int, tuple[int, Range, tuple[Range, ...]]]] = {
    p.DECIDE_TURNING: (p.TURNING_PHASE, (1, 1), ((c.END, c.END), (c.TURN_PIECE, c.TANK_TO - 1))),
    p.DECIDE_TANK: (p.TANK_MOVE, (1, 1), ((c.TANK_TO, c.VERB - 1),)),
    p.DECIDE_ACTION: (p.ACTIONS_OF_TURN, (1, 1), ((c.END, c.END), (c.VERB, c.CAST_PLAIN - 1))),
    p.DECIDE_TARGET: (p.TARGET, (1, 1), ((c.PIECE, c.AHEAD - 1),)),
    p.DECIDE_MOVE: (p.MOVE_ROLLS, (1, 1), ((c.ENTER, c.NIGHT_AMBUSH - 1),)),
    p.DECIDE_BONUS_MOVE: (p.BONUS_MOVE, (1, 1), ((c.END, c.END), (c.MOVE, c.SYNC - 1))),
    p.DECIDE_TACKLE: (p.MOVE_PIECE, (1, 1), ((c.END, c.YES),)),
    p.DECIDE_CROWN: (p.ENTERING, (1, 1), ((c.END, c.YES),)),
    p.DECIDE_SHED: (
        p.SPELL_CARD,
        (1, HOUSE["shed_cards"].high),
        ((c.END, c.END), (c.SHED, c.PIECE - 1)),
    ),
    p.DECIDE_TELEPORT: (p.TELEPORT, (1, 1), ((c.END, c.YES),)),
    p.DECIDE_CROWN_JUMP: (p.CROWN_JUMP, (1, 1), ((c.END, c.END), (c.PIECE, c.STRUCTURE - 1))),
    p.DECIDE_CROWN_TARGET: (p.CROWN_JUMP, (2, 2), ((c.PIECE, c.STRUCTURE - 1),)),
    p.DECIDE_META: (p.CAST_SPELL, (1, 1), ((c.CAST_PLAIN, c.CAST_FAR),)),
    p.DECIDE_CASTER: (p.CAST_SPELL, (3, 3), ((c.PIECE, c.PIECE + PIECES - 1),)),
    p.DECIDE_SPELL_TARGET: (
        p.CAST_SPELL,
        (4, 4),
        ((c.END, c.END), (c.PIECE, c.STRUCTURE - 1), (c.AHEAD, c.ENTER - 1)),
    ),
    p.DECIDE_WARD: (p.HIT, (1, 1), ((c.END, c.YES), (c.CAST_AMPLIFIED, c.CAST_AMPLIFIED))),
    p.DECIDE_COUNTERSPELL: (p.COUNTERSPELLS, (1, 1), ((c.END, c.YES),)),
    p.DECIDE_NIGHT_AMBUSH: (
        p.NIGHT_AMBUSHES,
        (1, 1),
        ((c.END, c.END), (c.NIGHT_AMBUSH, c.GENERAL_TABLE - 1)),
    ),
    p.DECIDE_NIGHT_TARGET: (p.NIGHT_AMBUSHES, (2, 2), ((c.PIECE, c.STRUCTURE - 1),)),
    p.DECIDE_CALL: (p.OFF_TABLE, (1, 1), ((c.END, c.YES),)),
    p.DECIDE_TABLE: (p.OFF_TABLE, (2, 2), ((c.GENERAL_TABLE, c.TUESDAY_TABLE),)),
}
"""Who asks for every kind of decision, at which stage, and which actions it offers."""

ANYTHING: Final[Range] = (-MOST, MOST)
CHECKS: Final[dict[int, tuple[Range, ...]]] = {
    STUN_CHECK: (PIECE, AMOUNT, ANY_PARTY),
    FEAR_CHECK: (PIECE, ANYTHING, ANYTHING),
    COLLATERAL_CHECK: (
        (0, ALL + PARTIES * STRUCTURAL_SPACES - 1),
        ANYTHING,
        PARTY,
        AMOUNT,
        AMOUNT,
        FLAG,
        (0, RING - 1),
    ),
}
"""The numbers of every kind of waiting check; all others are 0."""


def check_progress(state: LudicrousState) -> None:
    """What is under way can go on. Raises `BadState`."""
    for n in range(0, len(state.checks), CHECK):
        _check_check(state.checks[n : n + CHECK], f"checks[{n // CHECK}]")
    for n in range(state.depth):
        _check_frame(state, n)
    if state.decider == NOBODY:
        if state.choices:
            raise BadState("legal: actions go together with a decider")
        return
    if state.over or not state.plays(state.decider):
        raise BadState(f"world.decider: {state.decider} cannot decide")
    _check_decision(state)


def _check_check(check: list[int], where: str) -> None:
    if check[0] not in CHECKS:
        raise BadState(f"{where}[0]: {check[0]}, allowed: 0..{max(CHECKS)}")
    _check_ranges(check[1:], CHECKS[check[0]], where, 1)


def _check_frame(state: LudicrousState, n: int) -> None:
    """A procedure of the stack: its place, its stage, its arguments."""
    frame = [int(number) for number in state.stack[n * FRAME : (n + 1) * FRAME]]
    procedure, stage = frame[:2]
    if (n == 0) != (procedure in BOTTOM):
        raise BadState(f"stack[{n}][0]: {procedure} cannot be there")
    last, ranges = PROCEDURES[procedure]
    _check_ranges([stage], ((0, last),), f"stack[{n}]", 1)
    _check_ranges(frame[2:], ranges, f"stack[{n}]", 2)
    if procedure == p.TURN and stage and frame[2] != state.turn:
        raise BadState(f"stack[{n}][2]: {frame[2]}, allowed: {state.turn}, as world.turn")


def _check_ranges(numbers: list[int], ranges: tuple[Range, ...], where: str, first: int) -> None:
    for k, number in enumerate(numbers):
        low, high = ranges[k] if k < len(ranges) else NOTHING
        if not low <= number <= high:
            raise BadState(f"{where}[{k + first}]: {number}, allowed: {low}..{high}")


def _check_decision(state: LudicrousState) -> None:
    """The kind of the decision is one that the top procedure asks for, with its actions."""
    procedure, (low, high), offered = DECIDED[state.kind]
    top = state.depth - 1
    asks = state.depth > 0 and state.procedure() == procedure and low <= state.stage() <= high
    if not asks:
        raise BadState(f"world.kind: {p.DECISIONS[state.kind]} is not asked for by stack[{top}]")
    for n in range(state.choices):
        action = state.legal[n]
        fits = any(low <= action <= high for low, high in offered)
        if not fits and (action != c.CEDE or not state.t.cession):
            raise BadState(f"legal[{n}]: {action} is no choice of {p.DECISIONS[state.kind]}")
