"""The action catalogue of the full game. Parties are named as the decider sees them.

An attack-like choice takes two decisions: the verb with its actor, then the target.
"""

from __future__ import annotations

from typing import Final

from ludo_env.board import PIECES
from ludo_env.engine.actions import Catalogue
from ludo_env.rules.tables import CARDS, SPELLS, STRUCTURES, TANK_SPACES

END: Final = 0
"""End the phase, decline, leave it."""
YES: Final = 1
TURN_PIECE: Final = 2
LIE_DOWN: Final = 6
TANK_TO: Final = 10
VERB: Final = 13
"""Thirteen verbs with one of four actors each: VERB + 4 * verb + piece."""
SNEAK: Final = 65
FORTIFY: Final = 66
"""FORTIFY + 4 * kind + structural space."""
CAST: Final = 86
QUICKENED: Final = 98
TANK_SHOT: Final = 110
ANTI_TANK: Final = 111
ARTILLERY: Final = 112
STAND: Final = 113
RIZZ: Final = 117
COURT: Final = 118
EAT: Final = 119
BONUS_DIE: Final = 120
TURRET: Final = 121
REFRESH: Final = 122
CAST_PLAIN: Final = 137
CAST_AMPLIFIED: Final = 138
CAST_FAR: Final = 139
SHED: Final = 140
PIECE: Final = 155
"""PIECE + 4 * view + piece; view 0 is the decider's own party, then clockwise."""
STRUCTURE: Final = 171
"""STRUCTURE + 4 * view + structural space."""
TANK: Final = 187
PHANTOM_OF: Final = 191
AHEAD: Final = 195
"""AHEAD + distance - 1."""
ENTER: Final = 202
MOVE: Final = 206
SYNC: Final = 210
"""SYNC + 5 * pair + spaces of the first piece - 1; pairs are ordered, first piece first."""
NIGHT_AMBUSH: Final = 270
GENERAL_TABLE: Final = 274
TUESDAY_TABLE: Final = 275
CEDE: Final = 276
ACTIONS: Final = 277

# Verbs with an actor.
MELEE: Final = 0
RANGED: Final = 1
LOOTED: Final = 2
PUNCH: Final = 3
STONE: Final = 4
SHOVE: Final = 5
GRAPPLE: Final = 6
TAUNT: Final = 7
DODGE: Final = 8
FISH: Final = 9
HACK: Final = 10
REVIVE: Final = 11
CAPTURE: Final = 12
VERBS: Final = (
    "melee attack",
    "ranged attack",
    "looted attack",
    "punch",
    "stone",
    "shove",
    "grapple",
    "taunt",
    "dodge",
    "fish",
    "hack",
    "revive",
    "capture",
)
MOST_AHEAD: Final = 7
SYNC_SPACES: Final = 5
VIEWS: Final = ("own", "next", "across", "previous")


def _names() -> tuple[str, ...]:
    """All names in the order of the numbers above."""
    pieces = range(1, PIECES + 1)
    names = ["end", "yes"]
    names += [f"turn {k}" for k in pieces]
    names += [f"lie down {k}" for k in pieces]
    names += [f"tank to {space}" for space in TANK_SPACES]
    names += [f"{verb} {k}" for verb in VERBS for k in pieces]
    names += ["sneak"]
    names += [f"fortify {kind} {space}" for kind in STRUCTURES for space in pieces]
    names += [f"cast {spell}" for spell, _ in SPELLS]
    names += [f"quicken {spell}" for spell, _ in SPELLS]
    names += ["tank shot", "anti-tank shot", "artillery"]
    names += [f"stand up {k}" for k in pieces]
    names += ["rizz", "court", "eat", "bonus die", "turret"]
    names += [f"refresh {card}" for card in CARDS]
    names += ["plainly", "amplified", "with reach"]
    names += [f"shed {card}" for card in CARDS]
    names += [f"{view} piece {k}" for view in VIEWS for k in pieces]
    names += [f"{view} structure {space}" for view in VIEWS for space in pieces]
    names += [f"{view} tank" for view in VIEWS]
    names += [f"{view} phantom" for view in VIEWS]
    names += [f"{distance} ahead" for distance in range(1, MOST_AHEAD + 1)]
    names += [f"enter {k}" for k in pieces]
    names += [f"move {k}" for k in pieces]
    names += [
        f"move {first} by {spaces} and {second}"
        for first in pieces
        for second in pieces
        if first != second
        for spaces in range(1, SYNC_SPACES + 1)
    ]
    names += [f"night ambush {k}" for k in pieces]
    names += ["general table", "tuesday table", "cede"]
    return tuple(names)


LUDICROUS: Final = Catalogue(_names())
