"""Fallen and captive pieces: reviving, capturing, escaping. [A-revive, A-capture, 6.10]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, YARD
from ludo_env.engine.ludicrous.contests import EVEN, contest, contest_number, crown_bonus, lean
from ludo_env.engine.ludicrous.health import knock_down
from ludo_env.engine.ludicrous.landing import settle_woken
from ludo_env.engine.ludicrous.lines import piece_action, ring_distance
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import CONSTITUTION, GRAZE, NOBODY, PRISON
from ludo_env.engine.ludicrous.pieces import advance_counter, eliminate, heal, imprison, wake


def fallen_within(m: Match, i: i64, k: i64, reach: i64) -> bool:
    """[W-line] Whether a fallen piece lies within a distance of a pathway piece, either way."""
    return m.fallen[k] != 0 and ring_distance(m.space(i), m.space(k)) <= reach


def revive_targets(m: Match, i: i64, list_them: bool) -> bool:
    """[A-revive] [E-teams] Fallen pieces of the own side within 1."""
    party: i64 = i // PIECES
    found: bool = False
    for k in range(PARTIES * PIECES):
        friendly: bool = not m.hostile(party, k // PIECES)
        if friendly and fallen_within(m, i, k, 1):
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def capture_targets(m: Match, i: i64, list_them: bool) -> bool:
    """[A-capture] Fallen enemy pieces within 1; the actor neither prone nor restrained."""
    if m.prone[i] != 0 or m.restrained[i] != 0:
        return False
    party: i64 = i // PIECES
    found: bool = False
    for k in range(PARTIES * PIECES):
        if m.hostile(party, k // PIECES) and fallen_within(m, i, k, 1):
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def revive(m: Match, i: i64, k: i64) -> None:
    """[A-revive] [8.6] Constitution against 10, the leader with advantage unless stressed."""
    party: i64 = i // PIECES
    better: bool = m.is_leader(i) and not m.stressed(party)
    modifier: i64 = m.score(party, CONSTITUTION) + crown_bonus(m, i)
    result: i64 = contest_number(m, party, modifier, lean(better, False), m.t.revive_goal, "revive")
    if result < GRAZE:
        return
    wake(m, k)
    if m.log.on:
        m.log.add("revived", k // PIECES, {"piece": k % PIECES})
    knock_down(m, k)
    settle_woken(m, k)


def capture(m: Match, i: i64, k: i64) -> None:
    """[A-capture] [6.10] To the prison space of its colour; if that is taken, eliminated."""
    party: i64 = i // PIECES
    if holds(m, party, k // PIECES):
        eliminate(m, k)
    else:
        imprison(m, k, party)
    advance_counter(m, party)
    heal(m, party, m.t.capture_heal)


def holds(m: Match, jailer: i64, party: i64) -> bool:
    """[6.10] Whether a party holds a captive of another."""
    for k in range(party * PIECES, party * PIECES + PIECES):
        if m.r[k] == PRISON and m.jailer[k] == jailer:
            return True
    return False


def escapes(m: Match, party: i64) -> None:
    """[6.10] Each captive tries to escape, in piece order: d20 + 5 - n against d20."""
    for k in range(party * PIECES, party * PIECES + PIECES):
        if m.r[k] == PRISON:
            escape(m, k)


def escape(m: Match, k: i64) -> None:
    """[6.10] The contest of an escape."""
    party: i64 = k // PIECES
    jailer: i64 = m.jailer[k]
    attack: i64 = escape_bonus(m, jailer) + crown_bonus(m, k)
    result: i64 = contest(m, party, attack, EVEN, jailer, 0, EVEN, "escape")
    if result >= GRAZE:
        m.piece_changes(k)
        m.r[k] = YARD
        m.jailer[k] = NOBODY
        if m.log.on:
            m.log.add("escapes", party, {"piece": k % PIECES, "jailer": jailer})


def escape_bonus(m: Match, jailer: i64) -> i64:
    """[6.10] [8.8] 5 - n; n counts the jailer's pieces in its yard, and its partner."""
    guards: i64 = m.count_at(jailer, YARD)
    if m.t.partner and m.partner[jailer] > 0:
        guards += 1
    return m.t.escape_bonus - guards
