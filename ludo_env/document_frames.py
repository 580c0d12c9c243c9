"""What the procedures of a full game look like on the stack: their stages, arguments and order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludo_env.board import HOME, PARTIES
from ludo_env.engine.ludicrous.casting import ANY_CASTER
from ludo_env.engine.ludicrous.catalogue import ACTIONS, TURRET
from ludo_env.engine.ludicrous.health import MAGICAL, NO_STUN, SETS_ON_FIRE
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, UNTRAPPED
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY, SPELL_KINDS
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    BONUS_MOVE,
    CAST_SPELL,
    CHECKS,
    COUNTERSPELLS,
    CROWN_JUMP,
    ENTERING,
    HIT,
    LANDING,
    LANDING_EFFECTS,
    MOVE_PIECE,
    MOVE_ROLLS,
    NIGHT_AMBUSHES,
    NIGHT_FALLS,
    OFF_TABLE,
    PASS_EFFECTS,
    SECOND_PIECE,
    SET_UP,
    SPELL_CARD,
    SPELL_EFFECT,
    TANK_MOVE,
    TARGET,
    TELEPORT,
    TURN,
    TURNING_PHASE,
)
from ludo_env.engine.state import FRAME

Range = tuple[int, int]
MOST_DAMAGE: Final = 999
MOST_STUN: Final = 99
MOST_SIDES: Final = 100

_PIECE: Final = (0, ALL - 1)
_PARTY: Final = (0, PARTIES - 1)
_R: Final = (0, HOME)
_SPELL: Final = (0, SPELL_KINDS - 1)
_META: Final = (-1, CARD_KINDS - 1)
_CASTER: Final = (ANY_CASTER, ALL - 1)
_ACTION: Final = (0, ACTIONS - 1)
_FLAG: Final = (0, 1)
_LANDING: Final = (0, MAY_TELEPORT | UNTRAPPED)


@dataclass(frozen=True)
class Shape:
    """A procedure on the stack: its name, its last stage, the ranges of its arguments."""

    name: str
    last: int
    arguments: tuple[Range, ...] = ()

    def ranges(self) -> list[Range]:
        """Of all numbers of a frame but the first; arguments that it does not have are 0."""
        unused = FRAME - 2 - len(self.arguments)
        return [(0, self.last), *self.arguments, *[(0, 0)] * unused]


SHAPES: Final[dict[int, Shape]] = {
    SET_UP: Shape("set-up", 1),
    TURN: Shape("turn", 6, (_PARTY, _FLAG)),
    TURNING_PHASE: Shape("turning phase", 1),
    CHECKS: Shape("checks", 0),
    TANK_MOVE: Shape("tank move", 1),
    ACTIONS_OF_TURN: Shape("actions", 1),
    # The verb, its actor.
    TARGET: Shape("target", 1, ((0, TURRET), _PIECE)),
    # The piece, the damage, who dealt it, the stun value, flags, the damage that is left.
    HIT: Shape(
        "hit",
        2,
        (
            _PIECE,
            (0, MOST_DAMAGE),
            (NOBODY, PARTIES - 1),
            (NO_STUN, MOST_STUN),
            (0, MAGICAL | SETS_ON_FIRE),
            (0, MOST_DAMAGE),
        ),
    ),
    MOVE_ROLLS: Shape("rolls", 2),
    # The piece, from, to, where the look for tacklers goes on, whether it sneaks, the tackler.
    MOVE_PIECE: Shape("move", 1, (_PIECE, _R, _R, (1, HOME), _FLAG, _PIECE)),
    SECOND_PIECE: Shape("second piece", 1, (_PIECE, (1, 5))),
    # The piece, the next space, the last space, flags of the landing.
    PASS_EFFECTS: Shape("effects of the way", 0, (_PIECE, _R, _R, (0, UNTRAPPED))),
    LANDING: Shape("landing", 0, (_PIECE, _LANDING)),
    LANDING_EFFECTS: Shape("effects of the space", 3, (_PIECE, _LANDING)),
    SPELL_CARD: Shape("spell card", 9, (_PARTY,)),
    TELEPORT: Shape("teleport", 1, (_PIECE,)),
    CROWN_JUMP: Shape("crown jump", 2, (_PARTY, _PIECE)),
    CAST_SPELL: Shape("cast", 4, (_SPELL, _META, _CASTER)),
    # The spell, the meta card, the caster, the target.
    SPELL_EFFECT: Shape("spell", 1, (_SPELL, _META, _CASTER, _ACTION)),
    # The same, and who is asked next.
    COUNTERSPELLS: Shape("counterspells", 1, (_SPELL, _META, _CASTER, _ACTION, (1, PARTIES))),
    NIGHT_FALLS: Shape("night", 1),
    # How many have been asked, the ambusher. An ejected starter may have turned the count back.
    NIGHT_AMBUSHES: Shape("night ambushes", 2, ((1 - PARTIES, PARTIES), _PIECE)),
    BONUS_MOVE: Shape("bonus move", 1),
    ENTERING: Shape("entering", 1, (_PIECE,)),
    # Whose die, its sides, its number, the choice of the step that was undone, who was asked.
    OFF_TABLE: Shape(
        "die off the table",
        2,
        (_PARTY, (2, MOST_SIDES), (1, MOST_SIDES), _ACTION, (1, PARTIES - 1)),
    ),
}
"""What each procedure looks like."""

_MOVED: Final = (PASS_EFFECTS, LANDING, LANDING_EFFECTS, CROWN_JUMP)
"""What follows when a piece has moved."""
ABOVE: Final[dict[tuple[int, int], tuple[int, ...]]] = {
    (TURN, 1): (TURNING_PHASE,),
    (TURN, 2): (CHECKS,),
    (TURN, 3): (TANK_MOVE,),
    (TURN, 4): (ACTIONS_OF_TURN,),
    (TURN, 5): (CHECKS,),
    (TURN, 6): (MOVE_ROLLS, BONUS_MOVE, MOVE_PIECE, *_MOVED),
    (CHECKS, 0): (HIT, LANDING_EFFECTS),
    (ACTIONS_OF_TURN, 0): (TARGET, HIT, CAST_SPELL, SPELL_EFFECT, LANDING_EFFECTS, CROWN_JUMP),
    (MOVE_ROLLS, 2): (SECOND_PIECE, MOVE_PIECE, ENTERING, *_MOVED),
    (SECOND_PIECE, 0): (MOVE_PIECE, *_MOVED),
    # Its part of the roll is lost.
    (SECOND_PIECE, 1): _MOVED,
    (PASS_EFFECTS, 0): (SPELL_CARD,),
    (LANDING_EFFECTS, 1): (SPELL_CARD,),
    (LANDING_EFFECTS, 3): (TELEPORT, LANDING_EFFECTS, CROWN_JUMP),
    (SPELL_EFFECT, 0): (COUNTERSPELLS,),
    (SPELL_EFFECT, 1): (HIT, *_MOVED),
    # The hits of one blow wait for each other.
    (HIT, 0): (HIT,),
    (HIT, 2): (SPELL_EFFECT,),
    (NIGHT_FALLS, 1): (NIGHT_AMBUSHES,),
    (NIGHT_AMBUSHES, 0): (LANDING, LANDING_EFFECTS),
}
"""What may lie on a procedure at a stage, besides a die that fell off the table."""
BOTTOM: Final = (TURN, NIGHT_FALLS)
"""What everything else lies on."""
