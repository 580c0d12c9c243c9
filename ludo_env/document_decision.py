"""The pending decision of a full game, made anew by the procedure that asks for it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PIECES
from ludo_env.engine.ludicrous.casting import ANY_CASTER, ASKED, CASTER, META
from ludo_env.engine.ludicrous.catalogue import (
    CAST_AMPLIFIED,
    CAST_FAR,
    CAST_PLAIN,
    NIGHT_AMBUSH,
    YES,
)
from ludo_env.engine.ludicrous.health import NO_META
from ludo_env.engine.ludicrous.landing import offer_shedding
from ludo_env.engine.ludicrous.lines import piece_action
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import OffTable
from ludo_env.engine.ludicrous.movement import SCAN, offer_moves
from ludo_env.engine.ludicrous.names import AMPLIFY, NOBODY, QUICKEN, REACH
from ludo_env.engine.ludicrous.off_table import ASKED as CALLERS_ASKED
from ludo_env.engine.ludicrous.off_table import PARTY
from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    BONUS_MOVE,
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    DECIDE_ACTION,
    DECIDE_BONUS_MOVE,
    DECIDE_CALL,
    DECIDE_CASTER,
    DECIDE_COUNTERSPELL,
    DECIDE_CROWN,
    DECIDE_CROWN_JUMP,
    DECIDE_CROWN_TARGET,
    DECIDE_META,
    DECIDE_MOVE,
    DECIDE_NIGHT_AMBUSH,
    DECIDE_NIGHT_TARGET,
    DECIDE_SHED,
    DECIDE_SPELL_TARGET,
    DECIDE_TABLE,
    DECIDE_TACKLE,
    DECIDE_TANK,
    DECIDE_TARGET,
    DECIDE_TELEPORT,
    DECIDE_TURNING,
    DECIDE_WARD,
    ENTERING,
    HIT,
    MOVE_PIECE,
    MOVE_ROLLS,
    NIGHT_AMBUSHES,
    OFF_TABLE,
    SPELL_CARD,
    TANK_MOVE,
    TARGET,
    TELEPORT,
    TURNING_PHASE,
)
from ludo_env.errors import BadState, RollNeeded

NO_DECISION: Final = -1
STEPS: Final = 2
"""Steps that a procedure takes at most before it asks."""
DECISION_AT: Final[dict[tuple[int, int], int]] = {
    (TURNING_PHASE, 1): DECIDE_TURNING,
    (TANK_MOVE, 1): DECIDE_TANK,
    (ACTIONS_OF_TURN, 1): DECIDE_ACTION,
    (TARGET, 1): DECIDE_TARGET,
    (MOVE_ROLLS, 1): DECIDE_MOVE,
    (BONUS_MOVE, 1): DECIDE_BONUS_MOVE,
    (MOVE_PIECE, 1): DECIDE_TACKLE,
    (ENTERING, 1): DECIDE_CROWN,
    (TELEPORT, 1): DECIDE_TELEPORT,
    (CROWN_JUMP, 1): DECIDE_CROWN_JUMP,
    (CROWN_JUMP, 2): DECIDE_CROWN_TARGET,
    (CAST_SPELL, 1): DECIDE_META,
    (CAST_SPELL, 3): DECIDE_CASTER,
    (CAST_SPELL, 4): DECIDE_SPELL_TARGET,
    (HIT, 1): DECIDE_WARD,
    (COUNTERSPELLS, 1): DECIDE_COUNTERSPELL,
    (NIGHT_AMBUSHES, 1): DECIDE_NIGHT_AMBUSH,
    (NIGHT_AMBUSHES, 2): DECIDE_NIGHT_TARGET,
    (OFF_TABLE, 1): DECIDE_CALL,
    (OFF_TABLE, 2): DECIDE_TABLE,
}
"""What a procedure has asked for at a stage; `SPELL_CARD` asks at every one."""


def decision_at(procedure: i64, stage: i64) -> i64:
    """The kind of decision that a procedure at a stage has asked for; -1 if none."""
    if procedure == SPELL_CARD:
        return DECIDE_SHED if stage > 0 else NO_DECISION
    return DECISION_AT.get((procedure, stage), NO_DECISION)


def ask_again(m: LudicrousState, kind: i64) -> None:
    """Let the procedure on top, which has asked for a decision of a kind, ask once more.

    If it does not come to asking, nobody decides. Nothing else changes in a game that can be.
    """
    choice: i64 = m.choice
    m.close_decision()
    m.dice.give([])
    try:
        if kind == DECIDE_MOVE:
            offer_moves(m, m.turn, m.die)
            if m.choices > 0:
                m.ask(m.turn, DECIDE_MOVE)
        elif kind == DECIDE_SHED and m.stage() > 1:
            m.go_on_at(m.stage() - 1)
            offer_shedding(m, m.arg(0), True)
        else:
            follow(m, rewind(m, kind))
    except RollNeeded:
        # It went on to throw a die.
        m.close_decision()
    m.dice.finish_given()
    m.choice = choice


def rewind(m: LudicrousState, kind: i64) -> list[int]:
    """Set the procedure on top back to its beginning; the choices that led from there to here."""
    m.go_on_at(0)
    if kind == DECIDE_TACKLE:
        m.set_arg(SCAN, m.arg(SCAN) - 1)
    elif kind == DECIDE_COUNTERSPELL:
        m.set_arg(ASKED, m.arg(ASKED) - 1)
    elif kind == DECIDE_CROWN_TARGET:
        return [int(piece_action(m, m.arg(0), m.arg(1)))]
    elif kind == DECIDE_NIGHT_AMBUSH:
        m.set_arg(0, m.arg(0) - 1)
    elif kind == DECIDE_NIGHT_TARGET:
        m.set_arg(0, m.arg(0) - 1)
        return [int(NIGHT_AMBUSH + m.arg(1) % PIECES)]
    elif kind == DECIDE_CALL:
        m.set_arg(CALLERS_ASKED, m.arg(CALLERS_ASKED) - 1)
    elif kind == DECIDE_TABLE:
        m.set_arg(CALLERS_ASKED, m.arg(CALLERS_ASKED) - 1)
        m.penalties[m.arg(PARTY)] -= 1
        return [YES]
    elif kind in (DECIDE_CASTER, DECIDE_SPELL_TARGET):
        return rewind_spell(m, kind)
    return []


def rewind_spell(m: LudicrousState, kind: i64) -> list[int]:
    """The choices of a spell: its meta card, unless it is quickened, and its caster."""
    path: list[int] = []
    meta: i64 = m.arg(META)
    if meta != QUICKEN:
        m.set_arg(META, NO_META)
        path.append(
            CAST_AMPLIFIED if meta == AMPLIFY else CAST_FAR if meta == REACH else CAST_PLAIN
        )
    if kind == DECIDE_SPELL_TARGET:
        path.append(int(piece_action(m, m.turn, m.arg(CASTER))))
        m.set_arg(CASTER, ANY_CASTER)
    return path


def follow(m: LudicrousState, path: list[int]) -> None:
    """Go on to a decision, make the choices of the path, and go on to the next one."""
    go_on(m)
    for action in path:
        if m.decider == NOBODY or m.mask[action] == 0:
            m.close_decision()
            return
        m.close_decision()
        m.choice = action
        go_on(m)


def go_on(m: LudicrousState) -> None:
    """Let the procedure on top go on until it asks."""
    depth: i64 = m.depth
    for _ in range(STEPS):
        if m.decider == NOBODY and m.depth == depth:
            m.step_procedure()


class Redone(LudicrousState):
    """A game in which a step is done again, up to the die that fell off the table. [8.9]"""

    def roll(self, seat: i64, sides: i64, reason: str) -> i64:
        """The next number on the tape, while it lasts.

        Raises:
            BadState: it does not lie on the die.
            OffTable: the tape is at its end.
        """
        if self.tape_at == len(self.tape):
            self.off_party = seat
            self.off_sides = sides
            raise OffTable
        number: i64 = self.tape[self.tape_at]
        if number > sides:
            raise BadState(f"tape[{self.tape_at}]: {number}, allowed: 1..{sides}")
        self.tape_at += 1
        return number


def redo(m: LudicrousState) -> bool:
    """Do the step of the procedure on top again. Whether a die falls off the table in it.

    ``off_party`` and ``off_sides`` tell which.
    """
    m.tape_at = 0
    try:
        m.step_procedure()
    except OffTable:
        return True
    return False
