"""What may be under way in the document of a full game: procedures, their choices, checks."""

from __future__ import annotations

from typing import Final

from ludo_env.board import HOME, PARTIES, RING
from ludo_env.engine.ludicrous import catalogue as actions
from ludo_env.engine.ludicrous import procedures as p
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    COLLATERAL_CHECK,
    FEAR_CHECK,
    NOBODY,
    SPELL_KINDS,
    STUN_CHECK,
)

Range = tuple[int, int]

MOST: Final = 10**6
_PARTY: Final = (0, PARTIES - 1)
_ANYBODY: Final = (NOBODY, PARTIES - 1)
_PIECE: Final = (0, ALL - 1)
_CASTER: Final = (-1, ALL - 1)
_FLAG: Final = (0, 1)
_AMOUNT: Final = (0, MOST)
_ANY: Final = (-MOST, MOST)
_R: Final = (0, HOME)
_NEXT_R: Final = (0, HOME + 1)
_SPACE: Final = (0, RING - 1)
_ACTION: Final = (0, actions.ACTIONS - 1)
_SPELL: Final = (0, SPELL_KINDS - 1)
_META: Final = (-1, CARD_KINDS - 1)

FRAMES: Final[dict[int, tuple[Range, ...]]] = {
    p.SET_UP: ((0, 1),),
    p.TURN: ((0, 7), _PARTY, _FLAG),
    p.TURNING_PHASE: ((0, 1),),
    p.CHECKS: ((0, 0),),
    p.TANK_MOVE: ((0, 1),),
    p.ACTIONS_OF_TURN: ((0, 1),),
    p.TARGET: ((0, 1), _ACTION, _PIECE),
    p.HIT: ((0, 2), _PIECE, _AMOUNT, _ANYBODY, (-1, MOST), (0, 3), _AMOUNT),
    p.MOVE_ROLLS: ((0, 2),),
    p.MOVE_PIECE: ((0, 1), _PIECE, _R, _R, _NEXT_R, _FLAG, _PIECE),
    p.SECOND_PIECE: ((0, 1), _PIECE, (1, MOST)),
    p.PASS_EFFECTS: ((0, 0), _PIECE, _NEXT_R, _R, (0, 3)),
    p.LANDING: ((0, 0), _PIECE, (0, 3)),
    p.LANDING_EFFECTS: ((0, 3), _PIECE, (0, 3)),
    p.SPELL_CARD: (_AMOUNT, _PARTY),
    p.TELEPORT: ((0, 1), _PIECE),
    p.CROWN_JUMP: ((0, 2), _PARTY, _PIECE),
    p.CAST_SPELL: ((0, 4), _SPELL, _META, _CASTER),
    p.SPELL_EFFECT: ((0, 1), _SPELL, _META, _CASTER, _ACTION),
    p.COUNTERSPELLS: ((0, 1), _SPELL, _META, _CASTER, _ACTION, (0, PARTIES)),
    p.NIGHT_FALLS: ((0, 1),),
    p.NIGHT_AMBUSHES: ((0, 2), (-PARTIES, PARTIES), _PIECE),
    p.BONUS_MOVE: ((0, 1),),
    p.ENTERING: ((0, 1), _PIECE),
    p.OFF_TABLE: ((0, 2), _PARTY, (1, MOST), (1, MOST), _ACTION, (0, PARTIES)),
}
"""Of each procedure its stages, and its arguments in order; the others are 0."""

CHECKS: Final[dict[int, tuple[Range, ...]]] = {
    STUN_CHECK: (_PIECE, _ANY, _ANYBODY),
    FEAR_CHECK: (_PIECE, _ANY, _ANY),
    COLLATERAL_CHECK: ((0, 2 * ALL - 1), _ANY, _PARTY, _AMOUNT, _AMOUNT, _FLAG, _SPACE),
}
"""Of each kind of waiting check the numbers after it; the others are 0."""

_END: Final = (actions.END, actions.END)
_DECLINE_OR_NOT: Final = (actions.END, actions.YES)
_PIECES: Final = (actions.PIECE, actions.STRUCTURE - 1)
_META_CARDS: Final = (actions.CAST_PLAIN, actions.CAST_FAR)

ASKERS: Final[dict[int, tuple[int, tuple[Range, ...]]]] = {
    p.DECIDE_TURNING: (p.TURNING_PHASE, (_END, (actions.TURN_PIECE, actions.TANK_TO - 1))),
    p.DECIDE_TANK: (p.TANK_MOVE, ((actions.TANK_TO, actions.VERB - 1),)),
    p.DECIDE_ACTION: (
        p.ACTIONS_OF_TURN,
        (_END, (actions.VERB, actions.CAST_PLAIN - 1)),
    ),
    p.DECIDE_TARGET: (p.TARGET, ((actions.PIECE, actions.AHEAD - 1),)),
    p.DECIDE_MOVE: (p.MOVE_ROLLS, ((actions.ENTER, actions.NIGHT_AMBUSH - 1),)),
    p.DECIDE_BONUS_MOVE: (p.BONUS_MOVE, (_END, (actions.MOVE, actions.SYNC - 1))),
    p.DECIDE_TACKLE: (p.MOVE_PIECE, (_DECLINE_OR_NOT,)),
    p.DECIDE_CROWN: (p.ENTERING, (_DECLINE_OR_NOT,)),
    p.DECIDE_SHED: (p.SPELL_CARD, (_END, (actions.SHED, actions.PIECE - 1))),
    p.DECIDE_TELEPORT: (p.TELEPORT, (_DECLINE_OR_NOT,)),
    p.DECIDE_CROWN_JUMP: (p.CROWN_JUMP, (_END, _PIECES)),
    p.DECIDE_CROWN_TARGET: (p.CROWN_JUMP, (_PIECES,)),
    p.DECIDE_META: (p.CAST_SPELL, (_META_CARDS,)),
    p.DECIDE_CASTER: (p.CAST_SPELL, (_PIECES,)),
    p.DECIDE_SPELL_TARGET: (
        p.CAST_SPELL,
        (_END, _PIECES, (actions.AHEAD, actions.ENTER - 1)),
    ),
    p.DECIDE_WARD: (p.HIT, (_DECLINE_OR_NOT, _META_CARDS)),
    p.DECIDE_COUNTERSPELL: (p.COUNTERSPELLS, (_DECLINE_OR_NOT,)),
    p.DECIDE_NIGHT_AMBUSH: (
        p.NIGHT_AMBUSHES,
        (_END, (actions.NIGHT_AMBUSH, actions.GENERAL_TABLE - 1)),
    ),
    p.DECIDE_NIGHT_TARGET: (p.NIGHT_AMBUSHES, (_PIECES,)),
    p.DECIDE_CALL: (p.OFF_TABLE, (_DECLINE_OR_NOT,)),
    p.DECIDE_TABLE: (p.OFF_TABLE, ((actions.GENERAL_TABLE, actions.TUESDAY_TABLE),)),
}
"""Of each kind of decision the procedure that asks for it, and what can be chosen in it."""


def is_choice(kind: int, action: int) -> bool:
    """Whether an action can be chosen in a kind of decision; giving up in any. [8.11]"""
    ranges = ASKERS[kind][1]
    return action == actions.CEDE or any(low <= action <= high for low, high in ranges)
