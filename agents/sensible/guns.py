"""Rules of thumb for structures, tanks and artillery, and for attacks on such things."""

from __future__ import annotations

from mypy_extensions import i64

from agents.sensible.building import structure_worth
from agents.sensible.fights import WORTHLESS, harm, larger
from agents.sensible.judge import PERCENT, Judge
from agents.sensible.odds import CERTAIN
from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import (
    attack_bonus,
    defence_bonus,
    exposure,
    reach,
    weapon,
)
from ludo_env.engine.ludicrous.catalogue import (
    ARTILLERY,
    PHANTOM_OF,
    STRUCTURE,
    TANK_SHOT,
    TURRET,
)
from ludo_env.engine.ludicrous.lines import distance_ahead, ring_distance, slot_of, targetable
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ATTACK,
    ENGINEERING,
    NOBODY,
    NOWHERE,
    SHIELD,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.names import TURRET as TURRET_KIND

# -- structures and phantoms as targets ----------------------------------------------------------


def object_value(j: Judge, m: Match, i: i64, arm: i64, action: i64) -> i64:
    """[W-attack] What an attack on a structure or a phantom is worth."""
    party: i64 = i // PIECES
    damage: i64 = (m.t.weapon_die[arm] + 1) // 2 + m.score(party, ATTACK)
    if damage < 1:
        damage = 1
    owner: i64 = NOBODY
    hp: i64 = 1
    worth: i64 = j.w.structure
    if action >= PHANTOM_OF:
        owner = (party + action - PHANTOM_OF) % PARTIES
        hp = m.phantom_hp[owner]
        worth += j.w.phantom
    else:
        slot: i64 = slot_of(party, action)
        owner = slot // STRUCTURAL_SPACES
        hp = m.built_hp[slot]
        worth = worth * structure_worth(j, m, owner, m.built[slot]) // PERCENT
    if damage > hp:
        damage = hp
    chance: i64 = j.odds.number(attack_bonus(m, i, arm), m.t.object_goal, 0)
    value: i64 = worth * damage // hp * chance // CERTAIN * j.rival[owner] // PERCENT
    return value * j.w.violence // PERCENT


def best_object(j: Judge, m: Match, i: i64, verb: i64) -> i64:
    """What a weapon is worth against the best structure or phantom in its line."""
    party: i64 = i // PIECES
    arm: i64 = weapon(m, party, verb)
    if arm < 0:
        return WORTHLESS
    far: i64 = reach(m, i, arm)
    best: i64 = WORTHLESS
    for n in range(PARTIES):
        owner: i64 = (party + n) % PARTIES
        if j.rival[owner] == 0:
            continue
        at: i64 = m.phantom_at[owner]
        if at != NOWHERE and 1 <= distance_ahead(m, i, at) <= far:
            best = larger(best, object_value(j, m, i, arm, PHANTOM_OF + n))
        for space in range(STRUCTURAL_SPACES):
            slot: i64 = owner * STRUCTURAL_SPACES + space
            if m.built[slot] >= 0 and distance_ahead(m, i, m.t.guarded[slot]) + 1 <= far:
                action: i64 = STRUCTURE + n * STRUCTURAL_SPACES + space
                best = larger(best, object_value(j, m, i, arm, action))
    return best


# -- tanks and structures ------------------------------------------------------------------------


def tank_value(j: Judge, m: Match, party: i64, k: i64) -> i64:
    """[TK-shot] What a shot of the tank at a piece is worth."""
    chance: i64 = j.odds.contest(
        m.score(party, ENGINEERING) - defence_bonus(m, k, False), exposure(m, k, 0)
    )
    return harm(j, m, k, chance, m.t.tank_die, 0, m.t.tank_stun)


def artillery_value(j: Judge, m: Match, party: i64, k: i64) -> i64:
    """[TK-artillery] What a shot of the artillery at a piece is worth; a block is hit twice."""
    chance: i64 = j.odds.number(m.score(party, ENGINEERING), m.t.artillery_goal, exposure(m, k, 0))
    value: i64 = harm(j, m, k, chance, m.t.artillery_die, 0, 0)
    return value * m.party_count(m.space(k), k // PIECES)


def turret_value(j: Judge, m: Match, party: i64, k: i64, guarded: i64) -> i64:
    """[ST-turret] What a shot of the turret at a piece is worth."""
    distance: i64 = ring_distance(m.space(k), guarded) + 1
    chance: i64 = j.odds.contest(
        m.score(party, ENGINEERING) - defence_bonus(m, k, False), exposure(m, k, distance)
    )
    return harm(j, m, k, chance, m.t.turret_die, 0, 0)


def anti_tank_value(j: Judge, m: Match, party: i64, other: i64) -> i64:
    """[TK-anti-tank] What a shot at a tank is worth."""
    if m.tank_hp[other] == 0:
        return WORTHLESS
    lean: i64 = 0 if m.tank[other] == SHIELD else 1
    chance: i64 = j.odds.contest(m.score(party, ENGINEERING) - m.score(other, ENGINEERING), lean)
    damage: i64 = (m.t.tank_die + 1) // 2
    if damage > m.tank_hp[other]:
        damage = m.tank_hp[other]
    value: i64 = j.w.tank * damage // m.tank_hp[other] * chance // CERTAIN
    return value * j.rival[other] // PERCENT * j.w.violence // PERCENT


def shot_value(j: Judge, m: Match, party: i64, action: i64, k: i64) -> i64:
    """What a shot of tank, artillery or turret at a piece is worth, by the action's number."""
    if action == TANK_SHOT:
        return tank_value(j, m, party, k)
    if action == ARTILLERY:
        return artillery_value(j, m, party, k)
    return turret_value(j, m, party, k, m.t.guarded[m.slot_of(party, TURRET_KIND)])


def best_shot(j: Judge, m: Match, party: i64, action: i64) -> i64:
    """The best shot of tank, artillery or turret."""
    best: i64 = WORTHLESS
    guarded: i64 = NOWHERE
    if action == TURRET:
        guarded = m.t.guarded[m.slot_of(party, TURRET_KIND)]
    for k in range(PARTIES * PIECES):
        if not targetable(m, party, k):
            continue
        space: i64 = m.space(k)
        fits: bool = m.in_field(party, space)
        if action == ARTILLERY:
            fits = not fits
        elif action == TURRET:
            fits = ring_distance(space, guarded) + 1 <= m.t.turret_range
        if fits:
            best = larger(best, shot_value(j, m, party, action, k))
    return best
