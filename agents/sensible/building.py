"""Rules of thumb for structures: what they are worth, where they go, when to hack them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.sensible.judge import PERCENT, Judge
from agents.sensible.odds import CERTAIN
from ludo_env.board import PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    BARRICADE,
    ENGINEERING,
    INFIRMARY,
    INTELLIGENCE,
    PRISON,
    STRUCTURAL_SPACES,
    TURRET,
    WATCHTOWER,
)
from ludo_env.engine.ludicrous.structures import fortification_points

ELSEWHERE: Final = 80
"""Percent of its worth that a structure keeps on a space that does not suit it."""
HELD_UP: Final = 25
"""Percent by which an enemy piece that must pass it raises the worth of a barricade."""


def fortify_value(j: Judge, m: Match, party: i64, n: i64) -> i64:
    """[A-fortify] The part of a structure's worth that this action brings."""
    kind: i64 = n // STRUCTURAL_SPACES
    space: i64 = n % STRUCTURAL_SPACES
    slot: i64 = party * STRUCTURAL_SPACES + space
    cost: i64 = m.t.structure_cost[kind]
    done: i64 = m.project_points[slot] if m.project[slot] == kind else 0
    points: i64 = fortification_points(m, party)
    if points > cost - done:
        points = cost - done
    worth: i64 = structure_worth(j, m, party, kind) * points // cost
    if space != best_space(kind):
        worth = worth * ELSEWHERE // PERCENT
    return worth * j.w.fortify // PERCENT


def best_space(kind: i64) -> i64:
    """[ST-] The structural space that suits a kind: r = 1, 4, 6, 9 of the home field."""
    if kind == BARRICADE:
        return 2
    if kind == TURRET:
        return 1
    return 0 if kind == INFIRMARY else 3


def structure_worth(j: Judge, m: Match, party: i64, kind: i64) -> i64:
    """What a structure is worth; a barricade more, the more enemies must pass it."""
    if kind == BARRICADE:
        return j.w.barricade * (PERCENT + HELD_UP * (to_pass(j, m, party) - 2)) // PERCENT
    if kind == TURRET:
        return j.w.turret * j.w.violence // PERCENT
    if kind == INFIRMARY:
        return j.w.infirmary * m.t.infirmary_heals
    return j.w.watchtower if kind == WATCHTOWER else j.w.snare


def to_pass(j: Judge, m: Match, party: i64) -> i64:
    """Enemy pieces in play, at most four, that have yet to pass the home field."""
    count: i64 = 0
    for owner in range(PARTIES):
        if j.rival[owner] == 0:
            continue
        here: i64 = (party * QUADRANT - owner * QUADRANT + RING) % RING
        for k in range(owner * PIECES, owner * PIECES + PIECES):
            if PRISON < m.r[k] < here and count < PIECES:
                count += 1
    return count


def hack_value(j: Judge, m: Match, party: i64, slot: i64) -> i64:
    """[A-hack] What it is worth that a structure does nothing for two turns."""
    if m.hacked[slot] > 1:
        return 0
    owner: i64 = slot // STRUCTURAL_SPACES
    worth: i64 = j.w.hack
    if m.built[slot] == INFIRMARY:
        worth = j.w.hp * m.t.infirmary_heals * m.t.hacked_turns * j.rival[owner] // PERCENT
    elif m.built[slot] != BARRICADE and m.built[slot] != TURRET:
        worth = worth // 4
    attack: i64 = m.score(party, INTELLIGENCE) - m.score(owner, ENGINEERING)
    return worth * j.odds.contest(attack, 0) // CERTAIN
