"""Waiting checks are settled in the special rules phases. [8.2, 8.3, 8.4, T-first-special]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import defence_bonus
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.contests import EVEN, crown_bonus, lean, resists
from ludo_env.engine.ludicrous.fear import frighten
from ludo_env.engine.ludicrous.health import NORMAL, hit
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    COLLATERAL_CHECK,
    CONSTITUTION,
    FEAR_CHECK,
    NO_STRUCTURE,
)
from ludo_env.engine.ludicrous.objects import damage_structure
from ludo_env.engine.ludicrous.parts import BUILDINGS, HOLDINGS

SIX: Final = 6


def step_checks(m: Match) -> None:
    """[T-first-special] [T-second-special] The checks as they arose; new ones join the end."""
    if len(m.checks) == 0:
        m.pop()
        return
    check = m.checks[:CHECK]
    del m.checks[:CHECK]
    kind: i64 = check[0]
    if kind == FEAR_CHECK:
        settle_fear(m, check[1], check[2], check[3])
    elif kind == COLLATERAL_CHECK:
        settle_collateral(m, check)
    else:
        settle_stun(m, check[1], check[2])


def settle_stun(m: Match, i: i64, value: i64) -> None:
    """[8.2] [C-stunned] d20 + constitution must be above damage + stun, or the party is stunned."""
    party: i64 = i // PIECES
    modifier: i64 = m.score(party, CONSTITUTION) + crown_bonus(m, i)
    if resists(m, party, modifier, EVEN, value, "stun"):
        return
    m.part_changes(HOLDINGS | BUILDINGS)
    m.stunned[party] = 1
    if m.log.on:
        m.log.add("stunned", party, {})


def settle_fear(m: Match, i: i64, goal: i64, bonus: i64) -> None:
    """[8.3] The throw of a piece that saw another fall, if it still stands on the pathway."""
    if m.on_path(i):
        frighten(m, i, goal, bonus)


def settle_collateral(m: Match, check: list[int]) -> None:
    """[8.4] On a 6 the piece or structure behind the missed target is still at risk."""
    at: i64 = check[1]
    total: i64 = check[2]
    by: i64 = check[3]
    damage: i64 = check[4]
    stun: i64 = check[5]
    away: bool = check[6] != 0
    space: i64 = check[7]
    if m.roll(by, m.t.collateral_die, "collateral") != SIX:
        return
    if at >= PARTIES * PIECES:
        slot: i64 = at - PARTIES * PIECES
        if m.built[slot] != NO_STRUCTURE:
            damage_structure(m, slot, damage)
        return
    if not m.on_path(at) or m.space(at) != space:
        return
    # Ties go to the attacker; a piece that faced away has disadvantage.
    owner: i64 = at // PIECES
    if not resists(m, owner, defence_bonus(m, at, False), lean(False, away), total, "collateral"):
        if m.log.on:
            m.log.add("collateral", owner, {"piece": at % PIECES, "by": by})
        hit(m, at, damage, by, stun, NORMAL)
