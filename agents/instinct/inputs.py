"""Where the numbers stand that an action is scored by, group by group. Compiled.

An input is a number of the position or of the action. Both are sparse: `Inputs` lists those that
are not 0. `VERSION` and `SCHEMA` tell what a model was trained on; both are compared when one is
loaded.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.party import FEATURES
from ludo_env.board import HOME
from ludo_env.engine.ludicrous.catalogue import VERBS
from ludo_env.engine.ludicrous.names import NIGHT, PRISON, SPELL_KINDS, STRUCTURE_KINDS
from ludo_env.engine.ludicrous.procedures import DECISIONS

PLACES: Final = HOME - PRISON + 1
"""The places of a piece, from the prison on."""
DIE: Final = 6
REACH: Final = 12
"""How far behind a place enemies are seen."""
KINDS: Final = len(DECISIONS)
SHOTS: Final = 4
"""Tank, anti-tank, artillery, turret."""
GROUPS: Final = 102
"""Groups of actions: those that differ by the piece or the space only are one."""

# The position.
OWN: Final = 0
"""`agents.instinct.party` of the party that decides."""
RIVALS: Final = OWN + FEATURES
"""The same of its rivals, on average."""
KIND: Final = RIVALS + FEATURES
"""The kind of the decision."""
PHASE: Final = KIND + KINDS
"""The phase of the turn."""
MOMENT: Final = PHASE + NIGHT + 1
"""Own turn; acted; bonus acted; sneaking; cast; full moon; free hand; cards held by rivals."""
ROLL: Final = MOMENT + 8
"""The roll that is to be used; what the bonus die showed."""
LAST_MOVE: Final = ROLL + 2 * (DIE + 1)
"""One piece is missing for the victory: of the party; of a rival."""
POSITION: Final = LAST_MOVE + 2

# The action.
WORTH: Final = POSITION
"""To the rules of thumb: less than the best, three ways; the best; its worth; above nothing."""
GROUP: Final = WORTH + 6
ENDING: Final = GROUP + GROUPS
"""Ending or declining, by the kind of decision."""
AGREEING: Final = ENDING + KINDS
"""Agreeing, by the kind of decision."""
VERB_OF: Final = AGREEING + KINDS
"""The verb, or the shot, whose target is chosen."""
SPELL_OF: Final = VERB_OF + len(VERBS) + SHOTS
"""The spell that is being cast, and whether it is amplified, or with reach."""
ACTOR_AT: Final = SPELL_OF + SPELL_KINDS + 2
"""The place of a piece that acts or moves."""
ACTOR: Final = ACTOR_AT + PLACES
"""It leads; its conditions; its company; what threatens it."""
ACTORS: Final = 14
BEHIND_ACTOR: Final = ACTOR + ACTORS
"""Enemies so far behind it."""
AHEAD_OF_ACTOR: Final = BEHIND_ACTOR + REACH
"""Single enemies so far ahead of it."""
END_AT: Final = AHEAD_OF_ACTOR + DIE
"""The place where it ends."""
AT_END: Final = END_AT + PLACES
"""What changes by that, whom it meets, what the place is like."""
ENDS: Final = 22
BEHIND_END: Final = AT_END + ENDS
AHEAD_OF_END: Final = BEHIND_END + REACH
OWN_NEAR_END: Final = AHEAD_OF_END + DIE
"""Own pieces up to six behind, and up to six ahead."""
TARGET_AT: Final = OWN_NEAR_END + 2 * DIE
"""The place of an enemy piece that is aimed at."""
TARGET: Final = TARGET_AT + PLACES
"""It leads; its conditions; its company; its prey; its health; its distance."""
TARGETS: Final = 22
FRIEND_AT: Final = TARGET + TARGETS
"""The place of an own piece that is helped."""
SLOT: Final = FRIEND_AT + PLACES
"""The structural space; its project; what stands there."""
SLOTS: Final = 4 + 1 + STRUCTURE_KINDS + 1
CARD: Final = SLOT + SLOTS
"""The card: how many are held, whether it can be cast, whether anything can."""
CARDS: Final = 3
HURT: Final = CARD + CARDS
"""The damage that is reacted to, of ten; deadly."""
STOPPED: Final = HURT + 2
"""What a mover that may be tackled would gain; whether it would ambush, or get home."""
INPUTS: Final = STOPPED + 3

VERSION: Final = 1
"""Rises when a number changes its meaning."""
MOST: Final = 400
"""More numbers than are ever given at once."""

SCHEMA: Final[dict[str, int]] = {
    "own": FEATURES,
    "rivals": FEATURES,
    "kind": KINDS,
    "phase": NIGHT + 1,
    "moment": ROLL - MOMENT,
    "roll": LAST_MOVE - ROLL,
    "last move": POSITION - LAST_MOVE,
    "worth": GROUP - WORTH,
    "group": GROUPS,
    "ending": KINDS,
    "agreeing": KINDS,
    "verb": SPELL_OF - VERB_OF,
    "spell": ACTOR_AT - SPELL_OF,
    "actor at": PLACES,
    "actor": ACTORS,
    "behind actor": REACH,
    "ahead of actor": DIE,
    "end at": PLACES,
    "end": ENDS,
    "behind end": REACH,
    "ahead of end": DIE,
    "own near end": 2 * DIE,
    "target at": PLACES,
    "target": TARGETS,
    "friend at": PLACES,
    "slot": SLOTS,
    "card": CARDS,
    "hurt": 2,
    "stopped": 3,
}
"""How many numbers each group has, in their order."""


class Inputs:
    """Numbers that are not 0: where they stand, and what they are."""

    def __init__(self) -> None:
        self.where: vec[i64] = vec[i64]([0] * MOST)
        self.what: vec[float] = vec[float]([0.0] * MOST)
        self.count: i64 = 0

    def clear(self) -> None:
        """Nothing is given."""
        self.count = 0

    def put(self, where: i64, what: float) -> None:
        """Give a number."""
        if what != 0.0:
            self.where[self.count] = where
            self.what[self.count] = what
            self.count += 1

    def mark(self, where: i64, there: bool) -> None:
        """Give 1 where something is so."""
        if there:
            self.put(where, 1.0)
