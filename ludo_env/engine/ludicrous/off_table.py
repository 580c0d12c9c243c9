"""Dice that fall off the table. [8.9], settled as in section 11

Any roll may fall, in the middle of whatever is under way, and whether somebody calls it is a
decision. So with this module on, a step in which a die falls is undone; the call is settled by a
procedure of its own; then the step is done again with the rolls that it has had so far, which wait
on a tape.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.cards import draw_with_room
from ludo_env.engine.ludicrous.casting import ASKED as ASKED_TO_COUNTER
from ludo_env.engine.ludicrous.catalogue import END, GENERAL_TABLE, TUESDAY_TABLE, YES
from ludo_env.engine.ludicrous.counterspells import casting_party
from ludo_env.engine.ludicrous.ending import leave
from ludo_env.engine.ludicrous.lines import owner_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import TACKLER
from ludo_env.engine.ludicrous.names import NIGHT
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.procedures import (
    COUNTERSPELLS,
    CROWN_JUMP,
    DECIDE_CALL,
    DECIDE_TABLE,
    MOVE_PIECE,
    OFF_TABLE,
    SPELL_CARD,
    SPELL_EFFECT,
    TARGET,
)
from ludo_env.engine.ludicrous.turn import leave_in_own_turn
from ludo_env.engine.state import FRAME

PHASE_DEPTH: Final = 2
"""The frames of a turn and its phase, or of the night and its ambushes."""
QUARTILES: Final = 4
AMBUSHING: Final = 2
"""The stage of the night's ambushes in which a target has been chosen."""

# Arguments of OFF_TABLE.
PARTY: Final = 0
SIDES: Final = 1
NUMBER: Final = 2
CHOICE: Final = 3
"""The choice that the step that was undone still needs."""
ASKED: Final = 4


def call_off_table(m: Match) -> None:
    """[8.9] A die has fallen: whether somebody calls it is to be settled before all else."""
    m.call(OFF_TABLE, m.off_party, m.off_sides, m.off_number, m.choice)


def step_off_table(m: Match) -> None:
    """[8.9] [R-call] The other players, in turn order, may call it; then a table decides."""
    party: i64 = m.arg(PARTY)
    stage: i64 = m.stage()
    if stage == 2:
        settle(m, m.choice == TUESDAY_TABLE)
        return
    if stage == 1 and m.choice == YES:
        uphold(m, party)
        return
    asked: i64 = m.arg(ASKED) + 1
    while asked < PARTIES and not m.plays((party + asked) % PARTIES):
        asked += 1
    if asked >= PARTIES:
        finish(m, m.arg(NUMBER))
        return
    m.set_arg(ASKED, asked)
    m.go_on_at(1)
    m.allow(END)
    m.allow(YES)
    m.ask((party + asked) % PARTIES, DECIDE_CALL)


def uphold(m: Match, party: i64) -> None:
    """[8.9] A call is a penalty; the twentieth ejects. Then the table, which some may choose."""
    m.part_changes(HOLDINGS)
    m.penalties[party] += 1
    if m.log.on:
        m.log.add("called", party, {"number": m.arg(NUMBER), "penalties": m.penalties[party]})
    if m.penalties[party] >= m.t.penalty_limit:
        eject(m, party)
        return
    tuesday: bool = m.t.tuesday[m.god] != 0
    if tuesday and (m.t.birthday[party] != 0 or m.free_choice):
        m.go_on_at(2)
        m.allow(GENERAL_TABLE)
        m.allow(TUESDAY_TABLE)
        m.ask(party, DECIDE_TABLE)
        return
    settle(m, tuesday)


def settle(m: Match, tuesday: bool) -> None:
    """[8.9] The quartile of the number in the general or the Tuesday table."""
    party: i64 = m.arg(PARTY)
    sides: i64 = m.arg(SIDES)
    number: i64 = m.arg(NUMBER)
    if m.stage() == 2 and not tuesday and m.t.birthday[party] != 0:
        m.free_choice = True
    quartile: i64 = (QUARTILES * number + sides - 1) // sides
    if tuesday:
        if quartile == 1:
            number = 1
        elif quartile == 2:
            lose_hp(m, party)
        elif quartile == QUARTILES:
            draw_with_room(m, party)
    elif quartile == 1:
        lose_hp(m, party)
    elif quartile == 2:
        m.part_changes(HOLDINGS)
        m.counter[party] = 0
    elif quartile == QUARTILES:
        # Rolled again: the step finds nothing on the tape and throws the die anew.
        m.choice = m.arg(CHOICE)
        m.pop()
        return
    finish(m, number)


def lose_hp(m: Match, party: i64) -> None:
    """[8.9] 1 HP is lost, never the last."""
    if m.hp[party] > 1:
        m.part_changes(HOLDINGS)
        m.hp[party] -= 1
        if m.log.on:
            m.log.add("drops_hp", party, {"hp": m.hp[party]})


def finish(m: Match, number: i64) -> None:
    """The roll stands: the step that was undone goes on with it."""
    m.tape.append(int(number))
    m.choice = m.arg(CHOICE)
    m.pop()


def eject(m: Match, party: i64) -> None:
    """[8.9] [E-fouls] [E-leave] The party is out, and what was under way for it ends."""
    m.tape = []
    choice: i64 = END
    if m.procedure() == OFF_TABLE:
        # The die is thrown again, if it is still to be thrown.
        choice = m.arg(CHOICE)
        m.pop()
    if party == m.turn and m.turns > 0 and m.phase != NIGHT:
        leave_in_own_turn(m, party)
        return
    while m.depth > PHASE_DEPTH and is_about(m, party, choice):
        m.pop()
    m.choice = END if is_asked(m, party) else choice
    starter: i64 = m.starter
    leave(m, party)
    if m.phase == NIGHT and m.depth >= PHASE_DEPTH:
        ask_the_next(m, party, starter)


def is_about(m: Match, party: i64, choice: i64) -> bool:
    """[E-leave] Whether the procedure on top of the stack is a party's, or aimed at it."""
    procedure: i64 = m.procedure()
    if procedure == COUNTERSPELLS or procedure == SPELL_EFFECT:
        return casting_party(m) == party
    if procedure == TARGET:
        return owner_of(m.turn, choice) == party
    if procedure == CROWN_JUMP:
        return m.arg(0) == party or owner_of(m.arg(0), choice) == party
    if procedure == SPELL_CARD:
        return m.arg(0) == party
    # The others are about a piece; those of a phase lie deeper.
    return m.arg(0) // PIECES == party


def is_asked(m: Match, party: i64) -> bool:
    """[R-tackle] [R-counterspell] Whether the choice that is pending is that of a party."""
    if m.procedure() == MOVE_PIECE:
        return m.arg(TACKLER) // PIECES == party
    if m.procedure() == COUNTERSPELLS:
        return (casting_party(m) + m.arg(ASKED_TO_COUNTER) - 1) % PARTIES == party
    return False


def ask_the_next(m: Match, party: i64, starter: i64) -> None:
    """[N-ambush] [E-leave] Parties are counted from the new starting token on.

    An ambush by or on the party is over, and the next one is asked.
    """
    base: i64 = FRAME * (PHASE_DEPTH - 1)
    ambusher: i64 = (starter + m.stack[base + 2] - 1 + PARTIES) % PARTIES
    chosen: bool = m.stack[base + 1] == AMBUSHING and m.depth == PHASE_DEPTH
    if ambusher == party or (chosen and owner_of(ambusher, m.choice) == party):
        m.stack[base + 1] = 0
    m.stack[base + 2] -= (m.starter - starter + PARTIES) % PARTIES


def foul(m: Match, party: i64) -> None:
    """[E-fouls] An illegal submission; the decision is asked again, and the twentieth ejects."""
    m.part_changes(HOLDINGS)
    m.fouls[party] += 1
    if m.log.on:
        m.log.add("foul", party, {"fouls": m.fouls[party]})
    if m.fouls[party] >= m.t.foul_limit:
        m.close_decision()
        eject(m, party)
