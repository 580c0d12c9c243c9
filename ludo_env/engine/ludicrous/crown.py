"""A crowned piece gets home: a friendly piece may jump behind an enemy. [8.7]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.catalogue import END
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, push
from ludo_env.engine.ludicrous.lines import piece_action, piece_of, targetable
from ludo_env.engine.ludicrous.match import NIBBLE, Match
from ludo_env.engine.ludicrous.names import FORWARD, NOWHERE
from ludo_env.engine.ludicrous.pieces import lift, may_rest, put
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_CROWN_JUMP,
    DECIDE_CROWN_TARGET,
    LANDING_EFFECTS,
)


def step_crown_jump(m: Match) -> None:
    """[8.7] Decline, or choose the piece that jumps, then the enemy piece."""
    party: i64 = m.arg(0)
    stage: i64 = m.stage()
    if stage == 0:
        m.allow(END)
        for i in range(party * PIECES, party * PIECES + PIECES):
            if m.on_path(i) and offer_enemies(m, i, False):
                m.allow(piece_action(m, party, i))
        m.ask(party, DECIDE_CROWN_JUMP)
        m.go_on_at(1)
    elif stage == 1:
        if m.choice == END:
            m.pop()
            return
        m.set_arg(1, piece_of(party, m.choice))
        offer_enemies(m, m.arg(1), True)
        m.ask(party, DECIDE_CROWN_TARGET)
        m.go_on_at(2)
    else:
        jumper: i64 = m.arg(1)
        m.pop()
        jump(m, jumper, space_behind(m, jumper, piece_of(party, m.choice)))


def offer_enemies(m: Match, i: i64, list_them: bool) -> bool:
    """[8.7] Enemy pathway pieces behind which the piece can go."""
    party: i64 = i // PIECES
    found: bool = False
    for k in range(PARTIES * PIECES):
        if targetable(m, party, k) and space_behind(m, i, k) != NOWHERE:
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def space_behind(m: Match, i: i64, k: i64) -> i64:
    """[8.7] r, on the jumper's route, of the space behind an enemy; behind its start, its trap."""
    r: i64 = (m.space(k) - 1 - (i // PIECES) * QUADRANT + RING + RING) % RING
    return r if r <= LAST_RING else NOWHERE


def jump(m: Match, i: i64, r: i64) -> None:
    """[8.7] The jump; an enemy there, or no room, and the piece is pushed on."""
    party: i64 = i // PIECES
    if m.log.on:
        m.log.add("crown_jump", party, {"piece": i % PIECES, "to": r})
    lift(m, i)
    if may_rest(m, i, r):
        put(m, i, r)
        m.call(LANDING_EFFECTS, i, MAY_TELEPORT)
        return
    m.piece_changes(i)
    m.r[i] = r
    m.ring[m.space(i)] += 1 << (NIBBLE * party)
    push(m, i, FORWARD, MAY_TELEPORT)
