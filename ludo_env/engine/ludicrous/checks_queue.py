"""Checks that wait for a special rules phase. [8.2, 8.3, 8.4], settled as in section 11"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import LAST_RING, PIECES
from ludo_env.engine.ludicrous.lines import distance_ahead
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    COLLATERAL_CHECK,
    FEAR_CHECK,
    FORWARD,
    LEADER,
    NOBODY,
    STRUCTURAL_SPACES,
    STUN_CHECK,
)
from ludo_env.engine.ludicrous.piece_state import ALL

CHECK: Final = 8
"""Numbers of one waiting check: its kind, the piece (or structural space) it is about, and more."""


def add_check(m: Match, kind: i64, i: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> None:
    """Let a check wait."""
    m.checks.extend((kind, i, a, b, c, d, e, f))


def add_stun_check(m: Match, i: i64, value: i64, by: i64) -> None:
    """[8.2] A piece took damage from a non-magical attack and survived."""
    add_check(m, STUN_CHECK, i, value, by, 0, 0, 0, 0)


def add_fear_checks(m: Match, i: i64) -> None:
    """[8.3] Friendly pieces up to 3 behind a fallen piece that face it, furthest first."""
    party: i64 = i // PIECES
    if not 0 <= m.r[i] <= LAST_RING:
        return
    distance: i64 = m.t.fear_range
    while distance > 0:
        for k in range(party * PIECES, party * PIECES + PIECES):
            if m.on_path(k) and m.r[i] - m.r[k] == distance and m.facing[k] == FORWARD:
                goal: i64 = m.t.fear_goal - distance
                add_check(m, FEAR_CHECK, k, goal, leader_bonus(m, k), 0, 0, 0, 0)
        distance -= 1


def leader_bonus(m: Match, i: i64) -> i64:
    """[8.6] [W-line] What the leader adds to a piece's throw against fear; range is on the ring."""
    party: i64 = i // PIECES
    leader: i64 = party * PIECES + LEADER
    if not m.on_path(leader) or not m.on_path(i):
        return 0
    if i == leader:
        return 0 if m.wounded(party) else m.t.leader_bonus
    if not 1 <= distance_ahead(m, i, m.space(leader)) <= m.t.leader_range:
        return 0
    return m.t.leader_bonus_wounded if m.wounded(party) else m.t.leader_bonus


def drop_checks_of(m: Match, party: i64) -> None:
    """[E-leave] Checks for or against a party that leaves are dropped."""
    kept: list[int] = []
    for n in range(0, len(m.checks), CHECK):
        check = m.checks[n : n + CHECK]
        if not concerns(check, party):
            kept.extend(check)
    m.checks = kept


def concerns(check: list[int], party: i64) -> bool:
    """Whether a check is about a party's piece or structure, or comes from its attack."""
    kind: i64 = check[0]
    if kind == COLLATERAL_CHECK and check[1] >= ALL:
        return (check[1] - ALL) // STRUCTURAL_SPACES == party or check[3] == party
    if kind == FEAR_CHECK:
        return check[1] // PIECES == party
    by: i64 = check[3]
    return check[1] // PIECES == party or (by != NOBODY and by == party)
