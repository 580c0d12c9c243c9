"""The procedures of a full game, and the kinds of decision that they ask for."""

from __future__ import annotations

from typing import Final

# What may be under way. The stack holds these numbers, with a stage and arguments each.
SET_UP: Final = 0
TURN: Final = 1
TURNING_PHASE: Final = 2
CHECKS: Final = 3
TANK_MOVE: Final = 4
ACTIONS_OF_TURN: Final = 5
TARGET: Final = 6
HIT: Final = 7
MOVE_ROLLS: Final = 8
MOVE_PIECE: Final = 9
SECOND_PIECE: Final = 10
PASS_EFFECTS: Final = 11
LANDING: Final = 12
LANDING_EFFECTS: Final = 13
SPELL_CARD: Final = 14
TELEPORT: Final = 15
CROWN_JUMP: Final = 16
CAST_SPELL: Final = 17
SPELL_EFFECT: Final = 18
COUNTERSPELLS: Final = 19
NIGHT_FALLS: Final = 20
NIGHT_AMBUSHES: Final = 21
BONUS_MOVE: Final = 22
ENTERING: Final = 23
OFF_TABLE: Final = 24

# Kinds of decision.
DECIDE_TURNING: Final = 0
DECIDE_TANK: Final = 1
DECIDE_ACTION: Final = 2
DECIDE_TARGET: Final = 3
DECIDE_MOVE: Final = 4
DECIDE_BONUS_MOVE: Final = 5
DECIDE_TACKLE: Final = 6
DECIDE_CROWN: Final = 7
DECIDE_SHED: Final = 8
DECIDE_TELEPORT: Final = 9
DECIDE_CROWN_JUMP: Final = 10
DECIDE_CROWN_TARGET: Final = 11
DECIDE_META: Final = 12
DECIDE_CASTER: Final = 13
DECIDE_SPELL_TARGET: Final = 14
DECIDE_WARD: Final = 15
DECIDE_COUNTERSPELL: Final = 16
DECIDE_NIGHT_AMBUSH: Final = 17
DECIDE_NIGHT_TARGET: Final = 18
DECIDE_CALL: Final = 19
DECIDE_TABLE: Final = 20

DECISIONS: Final = (
    "turning",
    "tank",
    "action",
    "target",
    "move",
    "bonus move",
    "tackle",
    "crown",
    "shed",
    "teleport",
    "crown jump",
    "crown jump target",
    "meta card",
    "caster",
    "spell target",
    "ward",
    "counterspell",
    "night ambush",
    "night ambush target",
    "call dice off table",
    "dice-off-table table",
)
